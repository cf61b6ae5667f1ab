// Built for Node (build/share-pages.ts): the gateway's process for pictures loads it.
import type { Letters, PictureDrawings } from '#shared/share-drawing.ts';
import { toPicture } from './parts.tsx';
import { ProductPicture, wordsOfProduct } from './product-picture.tsx';
import { SharedPicture } from './shared-picture.tsx';

export const drawSharePicture: PictureDrawings['drawSharePicture'] = (shared, pictures, letters) =>
  toPicture(
    <SharedPicture shared={shared} pictures={pictures} files={letters.files} />,
    JSON.stringify(shared),
    letters,
  );

/** /share.png, which links to the open pages show. */
export const drawProductPicture = (letters: Letters): Promise<string> =>
  toPicture(<ProductPicture />, wordsOfProduct, letters);
