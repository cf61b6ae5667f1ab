import { useState } from 'react';
import { useSendPicture } from '#client/store/api/media-api.ts';
import { TextField } from '#client/ui/form/field.tsx';
import { Cover } from '#client/ui/person/cover.tsx';
import { coverAspect } from '#client/ui/person/cover-aspect.ts';
import { LinkInstead } from '#client/ui/picture/link-instead.tsx';
import { PictureField } from '#client/ui/picture/picture-field.tsx';
import { completeLink } from '#shared/complete-link.ts';
import { pictureIdOf } from '#shared/pictures.ts';
import type { Fields } from './project-fields.ts';

interface Props {
  /** Decides the colours of the drawn cover. A new project gets other ones when it is saved. */
  id: string;
  fields: Fields;
  errors: Record<string, string> | undefined;
  onChange: (part: Partial<Fields>) => void;
}

/** The picture of a project: an upload with words for it, where the upstream takes uploads, or a link. */
export function ImageField({ id, fields: { projectImage, projectImageAlt }, errors, onChange }: Props) {
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
