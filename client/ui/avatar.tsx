import { type CSSProperties, useState } from 'react';
import { classNames } from '#client/dom/class-names.ts';
import { fullName, hueOf, initials } from '#client/text/person.ts';
import type { User } from '#shared/api/users.ts';

interface Props {
  person: Pick<User, '_id' | 'firstName' | 'lastName' | 'photoUrl'> | null;
  /** In pixels. */
  size?: number;
  className?: string;
}

/** The picture of a person, or their initials on their hue. Decorative: the name is always written beside it. */
export function Avatar({ person, size = 40, className }: Props) {
  return (
    <span
      className={classNames('inline-flex shrink-0 overflow-hidden rounded-full', className)}
      style={{ width: size, height: size }}
      aria-hidden="true"
    >
      <Photo
        src={person?.photoUrl}
        id={person?._id ?? ''}
        label={initials(fullName(person))}
        fontSize={`${size * 0.38}px`}
      />
    </span>
  );
}

interface PhotoProps {
  src: string | undefined;
  /** Chooses the hue of the fallback. */
  id: string;
  label: string;
  fontSize: string;
}

/** Fills its box with a picture over https without a referrer, or with a label on a hue. */
export function Photo({ src, id, label, fontSize }: PhotoProps) {
  const [failed, setFailed] = useState<string>();
  if (src && src !== failed && isShown(src)) {
    return (
      <img
        src={src}
        alt=""
        loading="lazy"
        decoding="async"
        referrerPolicy="no-referrer"
        className="size-full object-cover"
        onError={() => setFailed(src)}
      />
    );
  }
  return (
    <span
      className="hue flex size-full items-center justify-center font-mono font-semibold"
      style={{ '--hue': hueOf(id), fontSize } as CSSProperties}
    >
      {label}
    </span>
  );
}

/** Pictures load over https, or from our own origin; another upstream's stock picture says less than initials do. */
function isShown(src: string): boolean {
  if (/\/(default|placeholder|blank)[^/]*$|user-profile-icon|default-avatar|profile-picture-973460/i.test(src))
    return false;
  return src.startsWith('https://') || (src.startsWith('/') && !src.startsWith('//'));
}
