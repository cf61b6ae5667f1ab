import { preload } from 'react-dom';
import { isRecord } from '#client/text/is-record.ts';
import { type PictureSize, pictureIdOf, pictureSizes, pictureUrl } from '#shared/pictures.ts';

/** As many as the first screenful of a phone shows. */
const most = 4;

/** The fields of answers that hold a picture, with the size in which screens show it. */
const fields: ReadonlyMap<string, PictureSize> = new Map([
  ['photoUrl', 'avatar'],
  ['coverUrl', 'cover'],
  ['projectImage', 'card'],
]);

const asked = new Set<string>();

/**
 * Asks for the uploaded pictures that come first in an answer, so that they arrive while the screen is drawn. `Picture`
 * shows these at once, instead of looking first whether they are in the window. Once the screen is drawn, which aborts
 * `signal`, nothing is asked for: its pictures load by themselves, and would be loaded again in another size.
 */
export function askForFirstPictures(answer: unknown, signal: AbortSignal): void {
  if (signal.aborted) return;
  for (const { src, id, size } of picturesIn(answer)) {
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

function* picturesIn(answer: unknown): Generator<{ src: string; id: string; size: PictureSize }> {
  if (Array.isArray(answer)) for (const each of answer) yield* picturesIn(each);
  if (!isRecord(answer)) return;
  for (const [field, value] of Object.entries(answer)) {
    const size = fields.get(field);
    const id = typeof value === 'string' ? pictureIdOf(value) : undefined;
    if (size !== undefined && id !== undefined) yield { src: value as string, id, size };
    else yield* picturesIn(value);
  }
}
