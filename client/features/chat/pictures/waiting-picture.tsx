import { useEffect, useState } from 'react';
import type { OutboxPicture } from '#client/live/send-outbox.ts';
import { useUploadShare } from '#client/live/uploads.ts';

/** A picture that is still on this device: under a ring that fills while it is sent. */
export function WaitingPicture({
  picture: { id, alt = '', url },
  isFailed,
}: {
  picture: OutboxPicture;
  isFailed: boolean;
}) {
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

/** The address of a picture that waits on this device. */
function useKeptPicture(id: string): string | undefined {
  const [source, setSource] = useState<string>();
  useEffect(() => {
    let address: string | undefined;
    let left = false;
    const load = async () => {
      const { keptPicture } = await import('#client/device/stored-pictures.ts');
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
