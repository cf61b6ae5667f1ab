import { type Ref, useState } from 'react';
import { useSendPicture } from '#client/store/api/media-api.ts';
import { commonRoles, statusWords } from '#client/text/project-words.ts';
import { ChipsInput } from '#client/ui/form/chips-input.tsx';
import { SelectField, TextField } from '#client/ui/form/field.tsx';
import { Cover, coverAspect } from '#client/ui/person/avatar.tsx';
import { LinkInstead, PictureField } from '#client/ui/picture/picture-field.tsx';
import { completeLink } from '#shared/complete-link.ts';
import { limits } from '#shared/limits.ts';
import { pictureIdOf } from '#shared/pictures.ts';
import { type ProjectStatus, projectStatuses } from '#shared/project-statuses.ts';
import { skillKey } from '#shared/skills/skills.ts';
import type { FactFields, Fields } from './project-fields.ts';

interface Props {
  facts: FactFields;
  errors: Record<string, string> | undefined;
  onChange: (part: Partial<FactFields>) => void;
}

/** Status, hours, links, and the roles that the project looks for. With the capability `projects.facts`. */
export function FactsFields({ facts, errors, onChange }: Props) {
  const { status, hoursPerWeek, repositoryUrl, demoUrl, roles } = facts;
  const nameRoles = (names: string[]) =>
    onChange({
      roles: names.map(
        (name) => roles.find((role) => skillKey(role.name) === skillKey(name)) ?? { name, filled: false },
      ),
    });
  const link = { inputMode: 'url', autoComplete: 'off', spellCheck: false, placeholder: 'https://' } as const;
  return (
    <fieldset className="flex flex-col gap-4">
      <legend className="mb-4 text-h3">Facts</legend>
      <div className="grid items-start gap-4 sm:grid-cols-2">
        <SelectField
          label="Status"
          name="status"
          value={status}
          error={errors?.status}
          onChange={(event) => onChange({ status: event.target.value as ProjectStatus | '' })}
        >
          <option value="">Not said</option>
          {projectStatuses.map((each) => (
            <option key={each} value={each}>
              {statusWords[each]}
            </option>
          ))}
        </SelectField>
        <TextField
          label="Hours a week"
          name="hoursPerWeek"
          inputMode="numeric"
          autoComplete="off"
          value={hoursPerWeek}
          error={errors?.hoursPerWeek}
          hint="About what you ask of a member."
          onChange={(event) => onChange({ hoursPerWeek: event.target.value })}
        />
        <TextField
          label="Repository"
          name="repositoryUrl"
          {...link}
          value={repositoryUrl}
          error={errors?.repositoryUrl}
          onChange={(event) => onChange({ repositoryUrl: event.target.value })}
        />
        <TextField
          label="Demo"
          name="demoUrl"
          {...link}
          value={demoUrl}
          error={errors?.demoUrl}
          onChange={(event) => onChange({ demoUrl: event.target.value })}
        />
      </div>
      <ChipsInput
        label="Looks for"
        name="roles"
        placeholder="Design, Backend"
        value={roles.map(({ name }) => name)}
        max={limits.roles.max}
        suggestions={commonRoles}
        error={errors?.roles}
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
                    onChange({
                      roles: roles.map((each) => (each === role ? { ...each, filled: target.checked } : each)),
                    })
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

interface NameFieldProps {
  ref: Ref<HTMLInputElement>;
  value: string;
  error: string | undefined;
  onChange: (value: string) => void;
}

export function NameField({ ref, value, error, onChange }: NameFieldProps) {
  return (
    <TextField
      ref={ref}
      name="projectName"
      label="Name"
      required
      dir="auto"
      autoComplete="off"
      value={value}
      error={error}
      hint={<Counter length={value.length} max={limits.projectName.max} />}
      onChange={(event) => onChange(event.target.value)}
    />
  );
}

function Counter({ length, max }: { length: number; max: number }) {
  const over = length > max;
  return (
    <span className={over ? 'font-mono text-micro text-error' : 'font-mono text-micro'}>
      {length}/{max}
      <span className="sr-only">{over ? ' characters: too many' : ' characters'}</span>
    </span>
  );
}

interface ImageFieldProps {
  /** Decides the colours of the drawn cover. A new project gets other ones when it is saved. */
  id: string;
  fields: Fields;
  errors: Record<string, string> | undefined;
  onChange: (part: Partial<Fields>) => void;
}

/** The picture of a project: an upload with words for it, where the upstream takes uploads, or a link. */
export function ImageField({ id, fields: { projectImage, projectImageAlt }, errors, onChange }: ImageFieldProps) {
  const send = useSendPicture();
  const [failed, setFailed] = useState<string>();
  const src = completeLink(projectImage);
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
      name="projectImage"
      inputMode="url"
      autoComplete="off"
      spellCheck={false}
      placeholder="https://"
      value={projectImage}
      error={errors?.projectImage}
      hint={hintFor(src, failed === src)}
      onChange={(event) => onChange({ projectImage: event.target.value })}
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
      value={projectImage}
      preview={preview('w-56')}
      aspect={coverAspect}
      error={isUploaded ? errors?.projectImage : undefined}
      send={send}
      onChange={(url) => onChange({ projectImage: url })}
    >
      {projectImage !== '' && (
        <TextField
          label="What the picture shows"
          name="projectImageAlt"
          value={projectImageAlt}
          error={errors?.projectImageAlt}
          hint="Read to people who do not see it."
          onChange={(event) => onChange({ projectImageAlt: event.target.value })}
        />
      )}
      {!isUploaded && (
        <LinkInstead open={projectImage !== '' || errors?.projectImage !== undefined}>{link}</LinkInstead>
      )}
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
