import { useState } from 'react';
import { initials } from '#client/text/person.ts';
import { Photo } from '#client/ui/avatar.tsx';
import { TextField } from '#client/ui/field.tsx';

interface Props {
  value: string;
  name: string;
  /** Whose hue the cover has. A new project gets its own once it is saved. */
  id: string;
  onChange: (value: string) => void;
  error?: string | undefined;
}

/** A link to a picture, and the picture as the cards will show it. */
export function ImageField({ value, name, id, onChange, error }: Props) {
  const [failed, setFailed] = useState<string>();
  const url = URL.parse(value.trim());
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
        error={error}
        hint={hintFor(value, url, failed === value)}
        onChange={(event) => onChange(event.target.value)}
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
            <span aria-hidden="true">
              <Photo src={undefined} id={id} label={initials(name || 'New project')} fontSize="2rem" />
            </span>
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
