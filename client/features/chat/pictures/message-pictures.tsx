import { useEffect, useState } from 'react';
import { classNames } from '#client/dom/class-names.ts';
import type { OutboxPicture } from '#client/live/send-outbox.ts';
import { previewOf } from '#client/live/uploads.ts';
import type { MessagePicture } from '#shared/api/chat.ts';
import { chatPictureIdOf, chatPictureUrl } from '#shared/pictures.ts';
import { useMessageTools } from '../actions/message-tools.ts';
import type { ShownMessage } from '../thread/thread-rows.ts';
import { boxOf } from './picture-boxes.ts';
import { WaitingPicture } from './waiting-picture.tsx';

/** The pictures of a message: one in its shape, several as tiles. A press opens the viewer. */
export function MessagePictures({ message, tabIndex }: { message: ShownMessage; tabIndex: number }) {
  const { showPicture } = useMessageTools();
  const { stored, pending } = message;
  const pictures: readonly (MessagePicture | OutboxPicture)[] = stored?.pictures ?? pending?.pictures ?? [];
  return (
    <ul
      className={classNames(
        '-mx-1.5 mb-1 grid max-w-80 gap-1 overflow-hidden rounded-xl first:-mt-0.5',
        pictures.length > 1 && 'w-80 max-w-[calc(100%+0.75rem)] grid-cols-2',
      )}
    >
      {pictures.map((picture, index) => (
        <li
          key={'id' in picture ? picture.id : picture.url}
          style={boxOf(picture, pictures.length, index)}
          className={classNames(
            'relative max-w-full overflow-hidden rounded-lg bg-base-300',
            // Three: the first one is as wide as the other two.
            pictures.length === 3 && index === 0 && 'col-span-2',
          )}
        >
          {'id' in picture ? (
            <WaitingPicture picture={picture} isFailed={pending?.state === 'failed'} />
          ) : (
            <button
              type="button"
              tabIndex={tabIndex}
              aria-label={picture.alt ? `Open the picture: ${picture.alt}` : 'Open the picture'}
              className="block size-full cursor-zoom-in focus-visible:-outline-offset-2"
              onClick={() => showPicture(message, index)}
            >
              <StoredPicture picture={picture} />
            </button>
          )}
        </li>
      ))}
    </ul>
  );
}

function StoredPicture({ picture: { url, alt = '' } }: { picture: MessagePicture }) {
  const [isBroken, setBroken] = useState(false);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another address is another attempt
  useEffect(() => setBroken(false), [url]);
  const id = chatPictureIdOf(url);
  if (isBroken || id === undefined)
    return <span className="grid size-full place-items-center p-2 text-muted text-small">Picture not available</span>;
  const preview = previewOf(url);
  return (
    <picture>
      <source type="image/avif" srcSet={chatPictureUrl(id, 'card.avif')} />
      <img
        src={chatPictureUrl(id, 'card.webp')}
        alt={alt}
        decoding="async"
        className="size-full bg-center bg-cover object-cover"
        // The sender's own copy, until the upstream's is loaded.
        style={preview === undefined ? undefined : { backgroundImage: `url("${preview}")` }}
        onError={() => setBroken(true)}
      />
    </picture>
  );
}
