import { toast } from 'sonner';
import { loadCode } from '#client/dom/retry/load-code.ts';
import { onReturn } from '#client/dom/retry/on-return.ts';
import { conversationHref } from '#client/store/api/chat/conversation-key.ts';
import type { MessageChange } from '#client/store/outbox/changes.ts';
import { onChanges, waitingChanges } from '#client/store/outbox/changes.ts';
import type { LiveParts } from './live-parts.ts';

/** After a call without an answer, while the connection seems to be there. */
const askAgainMs = 5000;

/** Sends edits, deletions and reactions as they are made, and those that waited for the network when it is back. */
export function sendOwnChanges({ store, userId, announce }: LiveParts): { flush: () => void; stop: () => void } {
  const isWaiting = () => waitingChanges(userId).some(({ state }) => state === 'waiting');
  let flushing: Promise<() => Promise<void>> | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;

  const load = async () => {
    const { createChangeSender } = await loadCode(() => import('#client/store/outbox/send-changes.ts'));
    const { flush } = createChangeSender({
      store,
      userId,
      onRefused: (change, reason) => {
        const text = `${refusedWords[change.kind]} ${reason}`;
        const href = conversationHref(change.peerId);
        // An edit stays on its message, with the reason beside it.
        if (change.kind === 'edit')
          announce({ key: `failed:${change.peerId}`, text, href, action: 'Open', kind: 'failure' });
        else toast.error(text);
      },
      pause: (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
    });
    return flush;
  };
  const flush = async () => {
    clearTimeout(timer);
    if (!isWaiting()) return;
    flushing ??= load();
    await (await flushing)();
    if (isWaiting() && navigator.onLine) timer = setTimeout(() => void flush(), askAgainMs);
  };
  const stops = [onChanges(() => void flush()), onReturn(() => void flush()), () => clearTimeout(timer)];
  void flush();
  return {
    flush: () => void flush(),
    stop: () => {
      for (const stop of stops) stop();
    },
  };
}

const refusedWords: Readonly<Record<MessageChange['kind'], string>> = {
  edit: 'A message was not changed.',
  delete: 'A message was not deleted.',
  react: 'A reaction was not saved.',
};
