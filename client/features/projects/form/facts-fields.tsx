import { useState } from 'react';
import { useSendPicture } from '#client/api/fields-api.ts';
import { commonRoles, statusWords } from '#client/lib/text/project-words.ts';
import { ChipsInput } from '#client/ui/form/chips-input.tsx';
import { SelectField, TextField } from '#client/ui/form/field.tsx';
import { Cover, coverAspect } from '#client/ui/person/avatar.tsx';
import { LinkInstead, PictureField } from '#client/ui/picture/picture-field.tsx';
import { completeLink } from '#shared/complete-link.ts';
import { limits } from '#shared/limits.ts';
import { pictureIdOf } from '#shared/pictures.ts';
import { projectStatuses } from '#shared/project-statuses.ts';
import { skillKey } from '#shared/skills/skills.ts';
import type { ProjectDraft } from './use-project-form.ts';

/** Status, hours, links, and the roles that the project looks for. With the capability `projects.facts`. */
export function FactsFields({ draft: { field, controlled } }: { draft: ProjectDraft }) {
  const { value: roles, error, onChange } = controlled('roles');
  const nameRoles = (names: string[]) =>
    onChange(
      names.map((name) => roles.find((role) => skillKey(role.name) === skillKey(name)) ?? { name, filled: false }),
    );
  const link = { inputMode: 'url', autoComplete: 'off', spellCheck: false, placeholder: 'https://' } as const;
  return (
    <fieldset className="flex flex-col gap-4">
      <legend className="mb-4 text-h3">Facts</legend>
      <div className="grid items-start gap-4 sm:grid-cols-2">
        <SelectField label="Status" {...field('status')}>
          <option value="">Not said</option>
          {projectStatuses.map((each) => (
            <option key={each} value={each}>
              {statusWords[each]}
            </option>
          ))}
        </SelectField>
        <TextField
          label="Hours a week"
          inputMode="numeric"
          autoComplete="off"
          hint="About what you ask of a member."
          {...field('hoursPerWeek')}
        />
        <TextField label="Repository" {...link} {...field('repositoryUrl')} />
        <TextField label="Demo" {...link} {...field('demoUrl')} />
      </div>
      <ChipsInput
        label="Looks for"
        name="roles"
        placeholder="Design, Backend"
        value={roles.map(({ name }) => name)}
        max={limits.roles.max}
        suggestions={commonRoles}
        error={error}
        onChange={nameRoles}
      />
      {roles.length > 0 && (
        <fieldset>
          <legend className="font-semibold text-small">Which of them are filled?</legend>
          <div className="mt-1 flex flex-wrap gap-x-5">
            {roles.map((role) => (
              <label
                key={role.name}
                className="inline-flex min-h-8 items-center gap-2 text-small pointer-coarse:min-h-11"
              >
                <input
                  type="checkbox"
                  className="checkbox checkbox-sm"
                  checked={role.filled}
                  onChange={({ target }) =>
                    onChange(roles.map((each) => (each === role ? { ...each, filled: target.checked } : each)))
                  }
                />
                <span dir="auto">{role.name}</span>
              </label>
            ))}
          </div>
        </fieldset>
      )}
    </fieldset>
  );
}

/**
 * The picture of a project: an upload with words for it, where the upstream takes uploads, or a link. `id` decides the
 * colours of the drawn cover; a new project gets other ones when it is saved.
 */
export function ImageField({ id, draft: { field, controlled } }: { id: string; draft: ProjectDraft }) {
  const image = controlled('projectImage');
  const send = useSendPicture();
  const [failed, setFailed] = useState<string>();
  const src = completeLink(image.value);
  const isUploaded = pictureIdOf(src) !== undefined;
  const isShown = isUploaded || (src.startsWith('https://') && failed !== src);
  const preview = (className: string) => (
    <Cover
      id={id}
      src={src}
      alt={isShown ? 'Preview of the cover' : undefined}
      onFailure={setFailed}
      className={`aspect-cover rounded-field ${className}`}
    />
  );
  const link = (
    <TextField
      label="Image link"
      inputMode="url"
      autoComplete="off"
      spellCheck={false}
      placeholder="https://"
      hint={hintFor(src, failed === src)}
      {...field('projectImage')}
    />
  );
  if (send === undefined)
    return (
      <div className="grid items-start gap-4 sm:grid-cols-[minmax(0,1fr)_14rem]">
        {link}
        <figure>
          {preview('border border-base-300')}
          <figcaption className="mt-1 text-micro text-muted">
            {isShown ? 'Your cover' : 'Shown while there is no image'}
          </figcaption>
        </figure>
      </div>
    );
  return (
    <PictureField
      label="Picture"
      {...image}
      error={isUploaded ? image.error : undefined}
      preview={preview('w-56')}
      aspect={coverAspect}
      send={send}
    >
      {image.value !== '' && (
        <TextField
          label="What the picture shows"
          hint="Read to people who do not see it."
          {...field('projectImageAlt')}
        />
      )}
      {!isUploaded && <LinkInstead open={image.value !== '' || image.error !== undefined}>{link}</LinkInstead>}
    </PictureField>
  );
}

function hintFor(src: string, failed: boolean): React.ReactNode {
  if (src === '') return 'Optional. Paste the address of a picture.';
  const url = URL.parse(src);
  if (url === null) return 'This is not a whole link yet.';
  if (url.protocol !== 'https:') return 'Only a link that begins with https:// is shown.';
  return failed ? (
    <span role="status" className="text-warning">
      Could not load this image.
    </span>
  ) : (
    'Shown about twice as wide as high.'
  );
}
