import { useState } from 'react';
import { useSendPicture } from '#client/store/api/media-api.ts';
import { TextField } from '#client/ui/form/field.tsx';
import { Cover } from '#client/ui/person/cover.tsx';
import { LinkInstead } from '#client/ui/picture/link-instead.tsx';
import { PictureField } from '#client/ui/picture/picture-field.tsx';
import { pictureIdOf } from '#shared/api/media.ts';
import { completeLink } from '#shared/complete-link.ts';
import type { Fields } from './project-fields.ts';

interface Props {
  /** Decides the colours of the drawn cover. A new project gets other ones when it is saved. */
  id: string;
  fields: Fields;
  errors: Record<string, string> | undefined;
  onChange: (part: Partial<Fields>) => void;
}

/** The picture of a project: an upload with words for it, where the upstream takes uploads, or a link. */
export function ImageField({ id, fields, errors, onChange }: Props) {
  const send = useSendPicture();
  if (send === undefined) return <ImageLink id={id} fields={fields} errors={errors} onChange={onChange} />;
  const { projectImage, projectImageAlt } = fields;
  const isUploaded = pictureIdOf(projectImage) !== undefined;
  return (
    <PictureField
      label="Picture"
      value={projectImage}
      preview={<Cover id={id} src={projectImage} isOwn className="aspect-video w-56 rounded-field" />}
      aspect={16 / 9}
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
        <LinkInstead open={projectImage !== '' || errors?.projectImage !== undefined}>
          <ImageLink id={id} fields={fields} errors={errors} onChange={onChange} />
        </LinkInstead>
      )}
    </PictureField>
  );
}

/** The field for the image link, with a preview of the cover. */
function ImageLink({ id, fields: { projectImage: value }, errors, onChange }: Props) {
  const [failed, setFailed] = useState<string>();
  const url = URL.parse(completeLink(value));
  const isShown = url?.protocol === 'https:' && failed !== value;
  return (
    <div className="grid items-start gap-4 sm:grid-cols-[minmax(0,1fr)_14rem]">
      <TextField
        label="Image link"
        name="projectImage"
        inputMode="url"
        autoComplete="off"
        spellCheck={false}
        placeholder="https://"
        value={value}
        error={errors?.projectImage}
        hint={hintFor(value, url, failed === value)}
        onChange={(event) => onChange({ projectImage: event.target.value })}
      />
      <figure>
        <div className="aspect-video overflow-hidden rounded-field border border-base-300">
          {isShown ? (
            <img
              key={value}
              src={url.href}
              alt="Preview of the cover"
              referrerPolicy="no-referrer"
              className="size-full object-cover"
              onError={() => setFailed(value)}
            />
          ) : (
            <Cover id={id} className="size-full" />
          )}
        </div>
        <figcaption className="mt-1 text-micro text-muted">
          {isShown ? 'Your cover' : 'Shown while there is no image'}
        </figcaption>
      </figure>
    </div>
  );
}

function hintFor(value: string, url: URL | null, failed: boolean): React.ReactNode {
  if (value.trim() === '') return 'Optional. Paste the address of a picture.';
  if (url === null) return 'This is not a whole link yet.';
  if (url.protocol !== 'https:') return 'Only a link that begins with https:// is shown.';
  return failed ? (
    <span role="status" className="text-warning">
      Could not load this image.
    </span>
  ) : (
    'Shown 16 wide by 9 high.'
  );
}
