import type { EncodedPicture, PictureFault } from './encode.ts';
import type { PictureAnswer, PictureJob } from './messages.ts';
import { createWorkProcess, type WorkTimes } from './work-process.ts';

export interface PictureEncoder {
  /**
   * Encodes one upload; the caller sends one at a time. Resolves with a fault for a picture that is refused: `costly`
   * where it took too much time or memory.
   */
  encode(bytes: Uint8Array): Promise<EncodedPicture | PictureFault | 'costly'>;
  close(): Promise<void>;
}

const usualTimes: WorkTimes = { patienceMs: 20_000, idleMs: 60_000 };

export function createPictureEncoder(times = usualTimes): PictureEncoder {
  const work = createWorkProcess<PictureJob, PictureAnswer>({
    program: new URL('./picture-process.ts', import.meta.url),
    heapMegabytes: 64,
    ...times,
  });
  return {
    async encode(bytes) {
      const answer = await work.run({ bytes });
      if (answer === undefined) return 'costly';
      return 'fault' in answer ? answer.fault : answer.picture;
    },
    close: work.close,
  };
}
