import { useEffect, useRef, useState } from 'react';
import { useLocation, useSearchParams } from 'react-router-dom';
import { toast } from 'sonner';
import { announce } from '#client/lib/dom/announce.tsx';
import type { ChatMessage } from '#shared/api/chat.ts';

interface Options {
  history: readonly ChatMessage[];
  hasMore: boolean;
  isLoading: boolean;
  /** Loads the page before the first loaded message. */
  load: () => void;
}

/** How long a message that was led to is marked. */
const markedMs = 2500;

/** Leads to a message of the conversation: loads older pages until it is there, scrolls to it, marks and focuses it. */
export function useJump({ history, hasMore, isLoading, load }: Options) {
  const [target, setTarget] = useState<string>();
  const [shown, setShown] = useState<string>();
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  useTargetOfAddress(setTarget);

  const found = target === undefined ? undefined : history.find(({ _id }) => _id === target);
  const key = found && (found.clientId ?? found._id);
  useEffect(() => {
    if (key === undefined) return;
    setTarget(undefined);
    setShown(key);
    clearTimeout(timer.current);
    timer.current = setTimeout(() => setShown(undefined), markedMs);
    const row = document.querySelector<HTMLElement>(`[data-message="${CSS.escape(key)}"]`);
    row?.scrollIntoView({ block: 'center' });
    row?.focus({ preventScroll: true });
  }, [key]);

  const isFar = target !== undefined && !found;
  const first = history[0]?._id;
  // biome-ignore lint/correctness/useExhaustiveDependencies: again after each page that was loaded
  useEffect(() => {
    if (!isFar || isLoading) return;
    if (hasMore) return load();
    setTarget(undefined);
    toast.error('This message is not here any more.');
  }, [isFar, isLoading, hasMore, first]);

  return {
    to: (messageId: string) => {
      if (!history.some(({ _id }) => _id === messageId)) announce('Looking for the message');
      setTarget(messageId);
    },
    shown,
    isUnderWay: target !== undefined || shown !== undefined,
  };
}

/** A link of the search names its message in the address; the same link leads there again. */
function useTargetOfAddress(onTarget: (messageId: string) => void): void {
  const [params] = useSearchParams();
  const { key } = useLocation();
  const messageId = params.get('message');
  // biome-ignore lint/correctness/useExhaustiveDependencies: `key` is another one for each press of a link
  useEffect(() => {
    if (messageId !== null) onTarget(messageId);
  }, [messageId, key]);
}
