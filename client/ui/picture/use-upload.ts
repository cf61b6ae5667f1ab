import { useEffect, useRef, useState } from 'react';
import { announce } from '#client/dom/focus/announce.ts';
import { errorMessage } from '#client/text/api-error.ts';
import { pictureSizes } from '#shared/pictures.ts';
import { type Cut, cutPicture, decodePicture } from './chosen-picture.ts';

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
