import {
  type AriaAttributes,
  type ReactNode,
  type RefObject,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import { storedValue, textOrEmpty } from '#client/lib/device/stored-value.ts';
import { userKey } from '#client/lib/device/user-storage.ts';

/** The message that the next press of Send edits or answers; a new message otherwise. */
export type ComposerTask =
  | { kind: 'reply'; messageId: string; title: string; excerpt: string }
  | { kind: 'edit'; messageId: string; title: string; excerpt: string; text: string; mayBeEmpty: boolean };

/** Completes words while they are typed, such as the names of people. */
export interface Completion {
  /** The text or the place of the cursor has changed. `replace` writes over what is between two places. */
  onText: (text: string, cursor: number, replace: (from: number, end: number, by: string) => void) => void;
  /** Whether it has taken the key. */
  onKey: (key: string) => boolean;
  onLeave: () => void;
  /** The suggestions, over the field. */
  list: ReactNode;
  /** The ARIA attributes by which the field names the list of suggestions and the chosen one. */
  aria: AriaAttributes;
}

interface ComposerText {
  text: string;
  /** Also keeps the draft of a new message on this device. */
  change: (next: string) => void;
}

/**
 * The text of the composer: the draft of the next message, one for each user and peer, or the changed text of an old
 * message. The draft waits while an old message is edited.
 */
export function useComposerText(ownId: string, peerId: string, task: ComposerTask | undefined): ComposerText {
  const draft = storedValue(userKey(ownId, `draft:chat:${peerId}`), textOrEmpty);
  const [written, setWritten] = useState(draft.read);
  const [edited, setEdited] = useState('');
  const isEdit = task?.kind === 'edit';
  const taskId = task?.messageId;
  const before = isEdit ? task.text : undefined;
  useEffect(() => {
    if (taskId !== undefined && before !== undefined) setEdited(before);
  }, [taskId, before]);
  return {
    text: isEdit ? edited : written,
    change: (next) => {
      if (isEdit) return setEdited(next);
      setWritten(next);
      if (next === '') draft.remove();
      else draft.write(next);
    },
  };
}

const repeatMs = 2500;
const endMs = 4000;

/** Reports typing every 2.5 seconds while it goes on, and its end once: after 4 seconds without a key, or on leaving. */
export function useTypingSignal(onTyping: (typing: boolean) => void): (typing: boolean) => void {
  const saidAt = useRef(0);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const tell = useRef(onTyping);
  useEffect(() => {
    tell.current = onTyping;
  });
  const stop = () => {
    clearTimeout(timer.current);
    if (saidAt.current === 0) return;
    saidAt.current = 0;
    tell.current(false);
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: the cleanup must run on unmount only
  useEffect(() => stop, []);
  return (typing) => {
    if (!typing) return stop();
    clearTimeout(timer.current);
    timer.current = setTimeout(stop, endMs);
    if (Date.now() - saidAt.current < repeatMs) return;
    saidAt.current = Date.now();
    tell.current(true);
  };
}

/** Grows the field with its text, where the browser does not. */
export function useFitToText(area: RefObject<HTMLTextAreaElement | null>, text: string): void {
  useLayoutEffect(() => {
    if (!growsByItself()) fitToText(area.current, text);
  }, [area, text]);
}

/** Whether the browser fits a field to its text by the style `field-sizing`. */
function growsByItself(): boolean {
  return typeof CSS !== 'undefined' && CSS.supports?.('field-sizing', 'content');
}

/** Grows the field with its text from one line to six; longer texts scroll. Each call costs a layout of the page. */
function fitToText(area: HTMLTextAreaElement | null, _text: string): void {
  if (!area) return;
  area.style.height = 'auto';
  const chrome = area.offsetHeight - area.clientHeight;
  const sixLines = 6 * 24 + 20;
  area.style.height = `${Math.min(area.scrollHeight, sixLines) + chrome}px`;
  area.style.overflowY = area.scrollHeight > sixLines ? 'auto' : 'hidden';
}
