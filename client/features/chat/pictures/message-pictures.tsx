import { useEffect, useState } from 'react';
import { classNames } from '#client/lib/dom/class-names.ts';
import type { OutboxPicture } from '#client/live/outbox.ts';
import { previewOf, useUploadShare } from '#client/live/send-pictures.ts';
import type { MessagePicture } from '#shared/api/chat.ts';
import { chatPictureIdOf, chatPictureUrl } from '#shared/pictures.ts';
import { useMessageTools } from '../actions/message-actions.ts';
import type { ShownMessage } from '../thread/thread-rows.ts';

/** The pictures of a message: one in its shape, several as tiles. A press opens the viewer. */
export function MessagePictures({ message, tabIndex }: { message: ShownMessage; tabIndex: number }) {
  const { showPicture } = useMessageTools();
  const { stored, pending } = message;
  const pictures: readonly (MessagePicture | OutboxPicture)[] = stored?.pictures ?? pending?.pictures ?? [];
  return (
    <ul
      className={classNames(
        '-mx-1.5 mb-1 grid gap-1 overflow-hidden rounded-xl first:-mt-0.5',
        pictures.length > 1 ? 'w-80 max-w-[calc(100%+0.75rem)] grid-cols-2' : 'max-w-80 grid-cols-1',
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

/** A picture that is still on this device: under a ring that fills while it is sent. */
function WaitingPicture({ picture: { id, alt = '', url }, isFailed }: { picture: OutboxPicture; isFailed: boolean }) {
  const source = useKeptPicture(id);
  const share = useUploadShare(id);
  const isDone = url !== undefined;
  return (
    <>
      {source !== undefined && <img src={source} alt={alt} className="size-full object-cover opacity-70" />}
      {!isDone && !isFailed && (
        <span className="absolute inset-0 grid place-items-center">
          <svg viewBox="0 0 36 36" className="size-11 -rotate-90 rounded-full bg-base-100/85 p-1.5" aria-hidden="true">
            <circle cx="18" cy="18" r="15" fill="none" stroke="var(--color-base-300)" strokeWidth="4" />
            <circle
              cx="18"
              cy="18"
              r="15"
              fill="none"
              stroke="var(--color-primary)"
              strokeWidth="4"
              pathLength="100"
              strokeDasharray={`${Math.round((share ?? 0) * 100)} 100`}
            />
          </svg>
          <span
            role="progressbar"
            aria-label={alt === '' ? 'Sending the picture' : `Sending the picture: ${alt}`}
            aria-valuemin={0}
            aria-valuemax={100}
            aria-valuenow={Math.round((share ?? 0) * 100)}
            className="sr-only"
          />
        </span>
      )}
    </>
  );
}

function useKeptPicture(id: string): string | undefined {
  const [source, setSource] = useState<string>();
  useEffect(() => {
    let address: string | undefined;
    let left = false;
    const load = async () => {
      const { keptPicture } = await import('#client/lib/device/stored-pictures.ts');
      const picture = await keptPicture(id);
      if (left || !picture) return;
      address = URL.createObjectURL(picture);
      setSource(address);
    };
    void load();
    return () => {
      left = true;
      if (address !== undefined) URL.revokeObjectURL(address);
    };
  }, [id]);
  return source;
}

/** The longest side of a picture in a message, in rem; several are tiles. */
const longest = 20;

interface Box {
  width: string;
  aspectRatio: string;
}

/** Where a picture stands before it is loaded: nothing moves when it comes. The first of three is as wide as the others. */
export function boxOf({ width, height }: { width: number; height: number }, count: number, index: number): Box {
  if (count > 1) return { width: '100%', aspectRatio: count === 3 && index === 0 ? '2' : '1' };
  const ratio = Math.min(2.5, Math.max(0.4, width / height));
  // Small pictures are not enlarged.
  const side = Math.min(longest, Math.max(width, height) / 16);
  return { width: `${(ratio >= 1 ? side : side * ratio).toFixed(2)}rem`, aspectRatio: String(ratio) };
}
