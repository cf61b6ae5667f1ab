import { initials } from '#client/text/person.ts';
import { Photo } from './avatar.tsx';

/** A project's picture, 16:9, or its initials on a hue. */
export function Cover({ id, name, src }: { id: string; name: string; src: string | undefined }) {
  return (
    <div className="aspect-video overflow-hidden" aria-hidden="true">
      <Photo src={src} id={id} label={initials(name)} fontSize="2rem" />
    </div>
  );
}
