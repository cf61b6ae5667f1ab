import { useEffect, useRef, useState } from 'react';
import { announce } from '#client/dom/focus/announce.ts';
import { loadCode } from '#client/dom/retry/load-code.ts';
import type { OutboxPicture } from '#client/live/send-outbox.ts';
import { limits } from '#shared/limits.ts';
import type { Attachment } from './attachment.ts';

const most = limits.messagePictures.max;

/** The pictures of the message that is being written. */
export function useAttachments(ownId: string) {
  const [attachments, setAttachments] = useState<readonly Attachment[]>([]);
  const [problem, setProblem] = useState<string>();
  const latest = useRef(attachments);
  useEffect(() => {
    latest.current = attachments;
  });
  // Pictures that were not sent are let go with the composer.
  useEffect(() => () => letGo(latest.current), []);

  const say = (text: string | undefined) => {
    setProblem(text);
    if (text !== undefined) announce(text, 'assertive');
  };

  const add = async (files: readonly File[]) => {
    say(undefined);
    const room = most - attachments.length;
    if (files.length > room) say(`A message has at most ${most} pictures.`);
    const [{ preparePicture }, { keepPicture }] = await loadCode(loadParts);
    for (const file of files.slice(0, room)) {
      try {
        const attachment = await preparePicture(file);
        // Before it can be sent: a message in the outbox has its pictures, whatever happens to the page.
        await keepPicture(ownId, attachment.id, attachment.picture);
        setAttachments((before) => (before.length < most ? [...before, attachment] : before));
      } catch (error) {
        say(error instanceof Error ? error.message : String(error));
      }
    }
  };

  return {
    attachments,
    problem,
    add,
    remove: (id: string) => {
      setProblem(undefined);
      letGo(attachments.filter((each) => each.id === id));
      setAttachments((before) => before.filter((each) => each.id !== id));
    },
    describe: (id: string, alt: string) =>
      setAttachments((before) => before.map((each) => (each.id === id ? { ...each, alt } : each))),
    /** Empties the composer. The pictures are on this device already. */
    take: (): OutboxPicture[] => {
      setAttachments([]);
      setProblem(undefined);
      for (const { source } of attachments) URL.revokeObjectURL(source);
      return attachments.map(({ id, width, height, alt }) => ({
        id,
        width,
        height,
        ...(alt.trim() && { alt: alt.trim() }),
      }));
    },
  };
}

const loadKept = () => import('#client/device/stored-pictures.ts');
const loadParts = () => Promise.all([import('./prepare-picture.ts'), loadKept()]);

function letGo(attachments: readonly Attachment[]): void {
  for (const { source } of attachments) URL.revokeObjectURL(source);
  if (attachments.length > 0) void loadKept().then(({ dropPictures }) => dropPictures(attachments.map(({ id }) => id)));
}

/** The pictures among what was pasted or dropped. */
export function picturesIn(data: DataTransfer | null): File[] {
  return [...(data?.files ?? [])].filter(({ type }) => type.startsWith('image/'));
}
