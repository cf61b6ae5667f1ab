import { ApiError } from '../http/api-error.ts';
import { createFairQueue } from '../limits/fair-queue.ts';
import type { Count } from '../watch/count.ts';
import type { EncodedPicture, PictureFault } from './encode.ts';
import { createPictureEncoder } from './picture-encoder.ts';
import type { WorkTimes } from './work-process.ts';

export interface PictureWork {
  /**
   * Receives an upload with `read`, and encodes it when its turn has come; accounts take turns.
   * Throws 413 or 415 for a picture that is refused, and 503 where too many wait.
   */
  run(upload: PictureUpload): Promise<EncodedPicture>;
  close(): Promise<void>;
}

export interface PictureUpload {
  userId: string;
  /** Aborted when the caller hangs up. */
  gone: AbortSignal;
  /** Calls `received` with the size of each part that has arrived: memory is counted for those, not for the announced length. */
  read: (received: (bytes: number) => void) => Promise<Uint8Array>;
}

/** The memory that all uploads may hold while they are received or wait. */
const mostBytes = 48 * 1024 ** 2;
/** The bytes of one account: two pictures of the largest size. */
const mostBytesOfOne = 12 * 1024 ** 2;

const refused: Readonly<Record<PictureFault | 'costly', () => ApiError>> = {
  type: () => unsupported('This is not a picture that we can read. Use PNG, JPEG, WebP, AVIF or GIF.'),
  animated: () => unsupported('Animated pictures are not possible. Choose a still one.'),
  broken: () => unsupported('This picture is damaged or incomplete.'),
  small: () => unsupported('This picture is too small: each side has at least 16 pixels.'),
  pixels: () =>
    new ApiError('too_large', 'This picture has too many pixels: at most 24 million, and 10,000 on a side.'),
  costly: () => new ApiError('too_large', 'This picture takes too much work. Choose another, or make it smaller.'),
};

export function createPictureWork(times?: WorkTimes, count?: Count): PictureWork {
  const busy = () => tooMuch(count);
  const encoder = createPictureEncoder(times);
  const queue = createFairQueue({ lanes: 1, mostWaiting: 200, mostOfOneSource: 10, busy });
  let held = 0;
  const heldBy = new Map<string, number>();

  function hold(userId: string, bytes: number): boolean {
    held += bytes;
    const own = (heldBy.get(userId) ?? 0) + bytes;
    if (own > 0) heldBy.set(userId, own);
    else heldBy.delete(userId);
    return held <= mostBytes && own <= mostBytesOfOne;
  }

  return {
    async run({ userId, gone, read }) {
      let own = 0;
      const full = Promise.withResolvers<never>();
      const received = (bytes: number) => {
        own += bytes;
        if (!hold(userId, bytes)) full.reject(busy());
      };
      try {
        const bytes = await Promise.race([read(received), full.promise]);
        const result = await queue.run(userId, gone, () => encoder.encode(bytes));
        if (typeof result === 'string') throw refused[result]();
        return result;
      } finally {
        hold(userId, -own);
      }
    },
    close: () => encoder.close(),
  };
}

function unsupported(message: string): ApiError {
  return new ApiError('unsupported_media', message);
}

function tooMuch(count: Count | undefined): ApiError {
  count?.({ of: 'refusal', budget: 'picture-queue' });
  return new ApiError(
    'unavailable',
    'Many pictures are being prepared at the moment. Please try again in ten seconds.',
    {
      headers: { 'Retry-After': '10' },
    },
  );
}
