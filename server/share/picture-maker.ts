import { createWorkProcess } from '#platform/work-process.ts';
import type { picturePlaces, Shared } from '#shared/share-drawing.ts';
import { tryAgainSoon } from './try-again-soon.ts';

export type PicturePlace = keyof typeof picturePlaces;

/** The message to the process that draws pictures. */
export interface PictureJob {
  shared: Shared;
  /** The files of uploaded pictures. */
  uploads: Partial<Record<PicturePlace, Uint8Array>>;
}

/** The message from that process, one for each job. */
export type PictureAnswer = { png: Uint8Array } | { failed: true };

export interface PictureMaker {
  /** One call at a time. Throws 503 where the picture could not be drawn. */
  make(job: PictureJob): Promise<Buffer>;
  close(): Promise<void>;
}

/**
 * Draws pictures in a process of its own, started with the first one: satori and sharp would take more memory than the
 * gateway has, and a drawing would hold its event loop. `folder` is the .vite folder of the build.
 */
export function createPictureMaker(folder: string): PictureMaker {
  const work = createWorkProcess<PictureJob, PictureAnswer>({
    program: new URL('./picture-process.ts', import.meta.url),
    args: [folder],
    heapMegabytes: 192,
    patienceMs: 30_000,
    idleMs: 60_000,
  });
  return {
    async make(job) {
      const answer = await work.run(job);
      if (answer === undefined || 'failed' in answer) throw tryAgainSoon();
      return Buffer.from(answer.png);
    },
    close: work.close,
  };
}
