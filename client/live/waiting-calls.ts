import { useMemo, useSyncExternalStore } from 'react';
import { onStorageChange } from '#client/lib/device/stored-value.ts';
import { type WaitingCall, waitingCalls } from '#client/lib/device/waiting-calls.ts';
import { nameOf, waitingChanges } from '#client/live/changes.ts';
import { outboxItems } from '#client/live/outbox.ts';

/** A call, a message or a change of a message that waits on this device until there is a network. */
interface Waiting {
  id: string;
  words: string;
  /** Of a call, which can be taken back; messages and their changes are taken back in their conversation. */
  call?: Pick<WaitingCall, 'method' | 'url'>;
}

/** The user's waiting calls, messages and changes, in the order in which they were made. */
export function useWaiting(userId: string): readonly Waiting[] {
  const text = useSyncExternalStore(onStorageChange, () => JSON.stringify(waitingOf(userId)));
  return useMemo(() => JSON.parse(text) as Waiting[], [text]);
}

const changeWords = { edit: 'An edited message', delete: 'A deleted message', react: 'A reaction' } as const;

function waitingOf(userId: string): Waiting[] {
  const all: (Waiting & { at: string })[] = [
    ...waitingCalls(userId).map(({ at, words, method, url }) => ({
      ...{ id: `${method} ${url}`, at, words },
      call: { method, url },
    })),
    ...outboxItems(userId).map(({ clientId, createdAt, text }) => ({
      id: clientId,
      at: createdAt,
      words: text === '' ? 'A message with pictures' : `A message: ${text}`,
    })),
    ...waitingChanges(userId).map((change) => ({ id: nameOf(change), at: change.at, words: changeWords[change.kind] })),
  ];
  return all.toSorted((a, b) => a.at.localeCompare(b.at)).map(({ at: _at, ...waiting }) => waiting);
}
