import type { EncodedPicture, PictureFault } from './encode.ts';

/** To the process that encodes pictures, one at a time. */
export interface PictureJob {
  bytes: Uint8Array;
}

/** From it, one for each job. */
export type PictureAnswer = { picture: EncodedPicture } | { fault: PictureFault };
