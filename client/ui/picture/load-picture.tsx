import { useContext } from 'react';
import { pictureIdOf } from '#shared/pictures.ts';
import { Button } from '../button.tsx';
import { ForeignPictures } from './foreign-pictures.ts';

/** A button for a picture of another site that waits for the viewer's consent; nothing for all others. */
export function LoadPicture({ src, what }: { src: string | undefined; what: string }) {
  const { mayLoad, load } = useContext(ForeignPictures);
  if (!src?.startsWith('https://') || pictureIdOf(src) !== undefined || load === undefined || mayLoad(src)) return null;
  return (
    <Button
      look="quiet"
      className="btn-inline text-small"
      title={`It is kept at ${new URL(src).host}, which will see your address.`}
      onClick={() => load(src)}
    >
      Load {what}
    </Button>
  );
}
