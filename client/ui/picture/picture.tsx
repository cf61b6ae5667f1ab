import { type ReactNode, useState } from 'react';
import { type PictureSize, pictureIdOf, pictureSizes, pictureUrl } from '#shared/pictures.ts';

interface Props {
  src: string | undefined;
  /** The smallest uploaded size that fills the box; on large screens the browser may take a larger one. */
  size: PictureSize;
  /** The alternative text; without it the picture is decorative. */
  alt?: string | undefined;
  onFailure?: ((src: string) => void) | undefined;
  /** For the largest picture at the top of a screen: it is loaded before there is a layout. */
  eager?: boolean | undefined;
  /** Shown without a picture, and for one that cannot be loaded. */
  children: ReactNode;
}

/** Fills its box with an uploaded picture, or with one from elsewhere over https without a referrer. */
export function Picture({ src, size, alt = '', onFailure, eager = false, children }: Props) {
  const [failed, setFailed] = useState<string>();
  const id = src === undefined ? undefined : pictureIdOf(src);
  if (!src || src === failed || !isShown(src)) return children;
  const image = (
    <img
      src={id === undefined ? src : pictureUrl(id, `${size}.webp`)}
      alt={alt}
      loading={eager ? 'eager' : 'lazy'}
      decoding={eager ? 'auto' : 'async'}
      fetchPriority={eager ? 'high' : 'auto'}
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
        sizes={size === 'avatar' ? undefined : eager ? '(max-width: 40rem) 100vw, 50vw' : 'auto, 50vw'}
      />
      {image}
    </picture>
  );
}

/** An uploaded picture in the sizes among which the browser chooses. */
function avifSet(id: string, size: PictureSize): string {
  if (size === 'avatar') return pictureUrl(id, 'avatar.avif');
  return (['card', 'cover'] as const)
    .map((each) => `${pictureUrl(id, `${each}.avif`)} ${pictureSizes[each]}w`)
    .join(', ');
}

/** Only https and our own origin. */
function isShown(src: string): boolean {
  return src.startsWith('https://') || (src.startsWith('/') && !src.startsWith('//'));
}
