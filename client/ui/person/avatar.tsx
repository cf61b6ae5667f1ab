import { classNames } from '#client/lib/dom/class-names.ts';
import { fullName, initials } from '#client/lib/text/person.ts';
import type { User } from '#shared/api/users.ts';
import { Drawn, type Shape } from '../drawing/drawn.tsx';
import { Picture } from '../picture/picture.tsx';

interface Props {
  person: Pick<User, '_id' | 'firstName' | 'lastName' | 'photoUrl'> | null;
  size?: keyof typeof sizes;
  className?: string;
  /** Called with the address of a picture that could not be loaded. */
  onFailure?: (src: string) => void;
}

/** By the width in pixels. Classes, because the Content-Security-Policy forbids styles in the markup of pre-rendered pages. */
const sizes = {
  24: 'size-[24px] text-[9px]',
  32: 'size-[32px] text-[12px]',
  40: 'size-[40px] text-[15px]',
  44: 'size-[44px] text-[17px]',
  48: 'size-[48px] text-[18px]',
  52: 'size-[52px] text-[20px]',
  64: 'size-[64px] text-[24px]',
  96: 'size-[96px] text-[36px]',
  112: 'size-[112px] text-[43px]',
  132: 'size-[132px] text-[50px]',
} as const;

/** A person's picture, or their initials. Hidden from screen readers: write the name beside it. */
export function Avatar({ person, size = 40, className, onFailure }: Props) {
  return (
    <span
      className={classNames('drawn relative inline-flex shrink-0 overflow-hidden rounded-full', sizes[size], className)}
      aria-hidden="true"
    >
      <Picture src={person?.photoUrl} size="avatar" eager={size === 112} onFailure={onFailure}>
        <Drawn id={person?._id ?? ''} shape="avatar" />
        <span className="absolute inset-0 flex items-center justify-center font-semibold text-white">
          {initials(fullName(person))}
        </span>
      </Picture>
    </span>
  );
}

interface CoverProps {
  /** The id of the person or project, which decides the colours. */
  id: string;
  src?: string | undefined;
  /** The alternative text of the picture. Without it the cover is decorative. */
  alt?: string | undefined;
  /** Called with the address of a picture that could not be loaded. */
  onFailure?: (src: string) => void;
  shape?: Exclude<Shape, 'avatar'>;
  /** For a cover at the top of a screen. */
  eager?: boolean;
  /** Must set the height. */
  className: string;
}

/** The picture of a project, or the colours of a project or a person. */
export function Cover({ id, src, alt, onFailure, shape = 'card', eager, className }: CoverProps) {
  return (
    <div className={classNames('drawn overflow-hidden', className)} aria-hidden={alt === undefined || undefined}>
      <Picture src={src} size={shape === 'band' ? 'cover' : 'card'} alt={alt} onFailure={onFailure} eager={eager}>
        <Drawn id={id} shape={shape} />
      </Picture>
    </div>
  );
}

/** Width by height of a project's picture wherever it is shown; the class `aspect-cover` of main.css has the same. */
export const coverAspect = 2.3;
