import X from 'lucide-react/icons/x';
import { type DragEvent, useEffect, useRef, useState } from 'react';
import { announce } from '#client/lib/dom/announce.tsx';
import { loadCode } from '#client/lib/dom/lazy-part.ts';
import type { OutboxPicture } from '#client/live/outbox.ts';
import { limits } from '#shared/limits.ts';

interface Props {
  attachments: readonly Attachment[];
  problem: string | undefined;
  onDescribe: (id: string, alt: string) => void;
  onRemove: (id: string) => void;
}

/** The pictures of the message that is being written, each with the text for who cannot see it. */
export function AttachmentTray({ attachments, problem, onDescribe, onRemove }: Props) {
  return (
    <div className="mx-auto mb-2 max-w-reading">
      {attachments.length > 0 && (
        <ul className="flex gap-3 overflow-x-auto pb-1" aria-label="Pictures to send">
          {attachments.map(({ id, source, alt }, place) => (
            <li key={id} className="flex w-36 shrink-0 flex-col gap-1">
              <span className="relative block h-24 overflow-hidden rounded-field border border-base-300 bg-base-200">
                <img src={source} alt="" className="size-full object-cover" />
                <button
                  type="button"
                  aria-label={`Remove picture ${place + 1}`}
                  className="absolute end-1 top-1 grid size-7 place-items-center rounded-full bg-base-100 shadow-sm pointer-coarse:size-9"
                  onClick={() => onRemove(id)}
                >
                  <X size={16} strokeWidth={2} aria-hidden="true" />
                </button>
              </span>
              <input
                className="input h-9 px-2 text-small"
                placeholder="Describe it"
                aria-label={`What picture ${place + 1} shows`}
                maxLength={limits.imageAlt.max}
                value={alt}
                onChange={(event) => onDescribe(id, event.target.value)}
              />
            </li>
          ))}
        </ul>
      )}
      {problem !== undefined && <p className="text-error text-small">{problem}</p>}
    </div>
  );
}

const most = limits.messagePictures.max;

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

const loadKept = () => import('#client/lib/device/stored-pictures.ts');
const loadParts = () => Promise.all([import('./prepare-picture.ts'), loadKept()]);

function letGo(attachments: readonly Attachment[]): void {
  for (const { source } of attachments) URL.revokeObjectURL(source);
  if (attachments.length > 0) void loadKept().then(({ dropPictures }) => dropPictures(attachments.map(({ id }) => id)));
}

export function picturesIn(data: DataTransfer | null): File[] {
  return [...(data?.files ?? [])].filter(({ type }) => type.startsWith('image/'));
}

export interface Attachment {
  id: string;
  picture: Blob;
  width: number;
  height: number;
  alt: string;
  source: string;
}

/** Follows pictures that are dragged over the conversation. */
export function usePictureDrop(isTaken: boolean, onDrop: (files: readonly File[]) => void) {
  const [isOver, setOver] = useState(false);
  const hasFiles = ({ dataTransfer }: DragEvent) => isTaken && dataTransfer.types.includes('Files');
  return {
    isOver,
    handlers: {
      onDragOver: (event: DragEvent) => {
        if (!hasFiles(event)) return;
        event.preventDefault();
        setOver(true);
      },
      onDragLeave: ({ currentTarget, relatedTarget }: DragEvent) => {
        if (!(relatedTarget instanceof Node && currentTarget.contains(relatedTarget))) setOver(false);
      },
      onDrop: (event: DragEvent) => {
        if (!hasFiles(event)) return;
        event.preventDefault();
        setOver(false);
        onDrop(picturesIn(event.dataTransfer));
      },
    },
  };
}
