import { preload } from 'react-dom';
import { isRecord } from '#client/text/is-record.ts';
import { type PictureSize, pictureIdOf, pictureSizes, pictureUrl } from '#shared/pictures.ts';

/** As many as the first screenful of a phone shows. */
const most = 4;

/** The fields of answers that hold a picture, with the size in which screens show it. */
const sizes = { photoUrl: 'avatar', coverUrl: 'cover', projectImage: 'card' } as const satisfies Record<
  string,
  PictureSize
>;

type PictureField = keyof typeof sizes;

const asked = new Set<string>();

/** An answer, and the fields whose pictures the screen shows: a person in it may have a cover, which few screens show. */
export interface FirstPictures {
  answer: unknown;
  shown: readonly PictureField[];
}

/**
 * Asks for the uploaded pictures that come first in an answer, so that they arrive while the screen is drawn. `Picture` shows
 * these at once, instead of looking first whether they are in the window. Not for a screen that is drawn: its pictures load by
 * themselves, and would be loaded again in another size.
 */
export function askForFirstPictures({ answer, shown }: FirstPictures): void {
  for (const { src, id, field } of picturesIn(answer)) {
    if (!shown.includes(field)) continue;
    const size = sizes[field];
    if (asked.size >= most) return;
    if (asked.has(src)) continue;
    asked.add(src);
    preload(pictureUrl(id, `${size}.avif`), {
      as: 'image',
      type: 'image/avif',
      imageSrcSet: avifSet(id, size),
      ...(size !== 'avatar' && { imageSizes: firstSizes }),
      referrerPolicy: 'no-referrer',
      fetchPriority: 'high',
    });
  }
}

export function isFirstPicture(src: string): boolean {
  return asked.has(src);
}

/** How wide first pictures are: it is needed before there is a layout. */
export const firstSizes = '(max-width: 40rem) 100vw, 50vw';

/** An uploaded picture in the sizes among which the browser chooses. */
export function avifSet(id: string, size: PictureSize): string {
  if (size === 'avatar') return pictureUrl(id, 'avatar.avif');
  return (['card', 'cover'] as const)
    .map((each) => `${pictureUrl(id, `${each}.avif`)} ${pictureSizes[each]}w`)
    .join(', ');
}

function* picturesIn(answer: unknown): Generator<{ src: string; id: string; field: PictureField }> {
  if (Array.isArray(answer)) for (const each of answer) yield* picturesIn(each);
  if (!isRecord(answer)) return;
  for (const [field, value] of Object.entries(answer)) {
    const id = typeof value === 'string' ? pictureIdOf(value) : undefined;
    if (id !== undefined && isPictureField(field)) yield { src: value as string, id, field };
    else yield* picturesIn(value);
  }
}

function isPictureField(field: string): field is PictureField {
  return Object.hasOwn(sizes, field);
}
