import { useEffect, useRef, useState } from 'react';
import { announce } from '#client/lib/dom/announce.tsx';
import { errorMessage } from '#client/lib/text/api-error.ts';
import { pictureSizes, uploadTypes } from '#shared/pictures.ts';

/** Resolves with the address of the picture. */
export type SendPicture = (
  picture: Blob,
  options: { onProgress: (share: number) => void; signal: AbortSignal },
) => Promise<string>;

/** Where the choice of a picture stands. */
export type UploadStep =
  | { at: 'rest'; problem?: string; retry?: () => void }
  | { at: 'cutting'; picture: ImageBitmap }
  | { at: 'sending'; share: number; cancel: () => void };

const rest: UploadStep = { at: 'rest' };

/** A picture from the file to its address: decoded, cut, sent. A failed upload can be sent again without a new choice. */
export function useUpload(send: SendPicture, onSent: (url: string) => void) {
  const [step, setStep] = useState<UploadStep>(rest);
  const running = useRef<AbortController>(undefined);
  useEffect(() => () => running.current?.abort(), []);

  const choose = async (file: File) => {
    try {
      setStep({ at: 'cutting', picture: await decodePicture(file) });
    } catch (error) {
      setStep({ at: 'rest', problem: error instanceof Error ? error.message : String(error) });
    }
  };

  const upload = async (picture: Blob) => {
    const controller = new AbortController();
    running.current = controller;
    const cancel = () => controller.abort();
    const onProgress = (share: number) => setStep({ at: 'sending', share, cancel });
    onProgress(0);
    try {
      const url = await send(picture, { onProgress, signal: controller.signal });
      setStep(rest);
      announce('The picture is uploaded. Save to show it.');
      onSent(url);
    } catch (error) {
      setStep(
        controller.signal.aborted
          ? rest
          : { at: 'rest', problem: errorMessage(error), retry: () => void upload(picture) },
      );
    }
  };

  const cut = async (part: Cut) => {
    if (step.at !== 'cutting') return;
    let picture: Blob;
    try {
      picture = await cutPicture(step.picture, part, pictureSizes.cover);
    } catch (error) {
      return setStep({ at: 'rest', problem: errorMessage(error), retry: () => void cut(part) });
    }
    await upload(picture);
  };

  return { step, choose, cut, cancelCut: () => setStep(rest) };
}

/** The largest file to decode in the browser. The picture is cropped and made smaller before it is sent. */
const mostBytes = 30 * 1024 * 1024;

/** The first picture among what was chosen, dropped or pasted. */
export function pictureIn(data: DataTransfer | null): File | undefined {
  return [...(data?.files ?? [])].find(({ type }) => type.startsWith('image/'));
}

/** Decodes a chosen file, upright. Throws an error whose message is for the user. */
export async function decodePicture(file: File): Promise<ImageBitmap> {
  if (!(uploadTypes as readonly string[]).includes(file.type))
    throw new Error('Choose a PNG, JPEG, WebP, AVIF or GIF picture.');
  if (file.size > mostBytes) throw new Error('This file is larger than 30 MB. Choose a smaller one.');
  if (await isAnimated(file)) throw new Error('Animated pictures are not possible. Choose a still one.');
  let bitmap: ImageBitmap;
  try {
    bitmap = await createImageBitmap(file, { imageOrientation: 'from-image' });
  } catch {
    throw new Error('This file cannot be read as a picture.');
  }
  if (Math.min(bitmap.width, bitmap.height) < 64)
    throw new Error('This picture is too small: each side has at least 64 pixels.');
  return bitmap;
}

/** A browser without ImageDecoder takes the first frame. */
async function isAnimated(file: File): Promise<boolean> {
  if (typeof ImageDecoder === 'undefined' || !(await ImageDecoder.isTypeSupported(file.type))) return false;
  const decoder = new ImageDecoder({ data: await file.arrayBuffer(), type: file.type });
  try {
    await decoder.tracks.ready;
    return decoder.tracks.selectedTrack?.animated ?? false;
  } catch {
    return false;
  } finally {
    decoder.close();
  }
}

/** A part of a picture, in percent of its sides. */
export interface Cut {
  x: number;
  y: number;
  width: number;
  height: number;
}

/** The cut part, at most `side` pixels on its longer side. */
export async function cutPicture(picture: ImageBitmap, cut: Cut, side: number): Promise<Blob> {
  const [width, height] = [(picture.width * cut.width) / 100, (picture.height * cut.height) / 100];
  const scale = Math.min(1, side / Math.max(width, height));
  const canvas = new OffscreenCanvas(Math.max(1, Math.round(width * scale)), Math.max(1, Math.round(height * scale)));
  const left = (picture.width * cut.x) / 100;
  const top = (picture.height * cut.y) / 100;
  canvas.getContext('2d')?.drawImage(picture, left, top, width, height, 0, 0, canvas.width, canvas.height);
  // A browser that cannot make WebP makes PNG.
  return canvas.convertToBlob({ type: 'image/webp', quality: 0.92 });
}
