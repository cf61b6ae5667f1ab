import { type ReactNode, useContext, useState } from 'react';
import { type PictureSize, pictureIdOf, pictureUrl } from '#shared/pictures.ts';
import { avifSet, firstSizes, isFirstPicture } from './first-pictures.ts';
import { ForeignPictures } from './foreign-pictures.ts';

interface Props {
  src: string | undefined;
  /** The smallest uploaded size that fills the box; on large screens the browser may take a larger one. */
  size: PictureSize;
  /** A picture of the viewer's own choice loads from anywhere. */
  isOwn?: boolean;
  /** The alternative text; without it the picture is decorative. */
  alt?: string | undefined;
  onFailure?: ((src: string) => void) | undefined;
  /** Shown without a picture, and for one that cannot be loaded. */
  children: ReactNode;
}

/** Fills its box with an uploaded picture, or with one from elsewhere over https without a referrer. */
export function Picture({ src, size, isOwn = false, alt = '', onFailure, children }: Props) {
  const [failed, setFailed] = useState<string>();
  const foreign = useContext(ForeignPictures);
  if (!src || src === failed || !isShown(src)) return children;
  const id = pictureIdOf(src);
  if (id === undefined && !isOwn && !foreign.mayLoad(src)) return children;
  const isFirst = isFirstPicture(src);
  const image = (
    <img
      src={id === undefined ? src : pictureUrl(id, `${size}.webp`)}
      alt={alt}
      loading={isFirst ? 'eager' : 'lazy'}
      decoding={isFirst ? 'auto' : 'async'}
      referrerPolicy="no-referrer"
      className="size-full object-cover"
      onError={() => {
        setFailed(src);
        onFailure?.(src);
      }}
    />
  );
  if (id === undefined) return image;
  return (
    <picture>
      <source
        type="image/avif"
        srcSet={avifSet(id, size)}
        sizes={size === 'avatar' ? undefined : isFirst ? firstSizes : 'auto, 50vw'}
      />
      {image}
    </picture>
  );
}

/** Only https and our own origin. The default picture of another upstream is left out: initials say more. */
function isShown(src: string): boolean {
  if (/\/(default|placeholder|blank)[^/]*$|user-profile-icon|default-avatar|profile-picture-973460/i.test(src))
    return false;
  return src.startsWith('https://') || (src.startsWith('/') && !src.startsWith('//'));
}
