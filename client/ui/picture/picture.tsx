import { type ReactNode, useState } from 'react';
import { useIsEverybodys } from '#client/device/everybodys-pictures.ts';
import { type PictureSize, pictureIdOf, pictureUrl } from '#shared/pictures.ts';
import { avifSet, firstSizes, isFirstPicture } from './first-pictures.ts';

interface Props {
  src: string | undefined;
  /** The person or project that it stands for: a picture of another site that many have is shown for none of them. */
  of?: string | undefined;
  /** The smallest uploaded size that fills the box; on large screens the browser may take a larger one. */
  size: PictureSize;
  /** The alternative text; without it the picture is decorative. */
  alt?: string | undefined;
  onFailure?: ((src: string) => void) | undefined;
  /** Shown without a picture, and for one that cannot be loaded. */
  children: ReactNode;
}

/** Fills its box with an uploaded picture, or with one from elsewhere over https without a referrer. */
export function Picture({ src, of, size, alt = '', onFailure, children }: Props) {
  const [failed, setFailed] = useState<string>();
  const id = src === undefined ? undefined : pictureIdOf(src);
  // One person may well give two projects the same picture.
  const isEverybodys = useIsEverybodys(id === undefined ? src || undefined : undefined, of, size === 'avatar' ? 2 : 3);
  if (!src || src === failed || isEverybodys || !isShown(src)) return children;
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

/** Only https and our own origin. */
function isShown(src: string): boolean {
  return src.startsWith('https://') || (src.startsWith('/') && !src.startsWith('//'));
}
