import { Suspense, useEffect, useMemo, useRef } from 'react';
import { usePreferences } from '#client/device/preferences.ts';
import { lazyPart } from '#client/dom/retry/lazy-part.ts';
import { useChatQuery } from '#client/store/api/chat/chat-api.ts';
import { useLive } from '#client/store/events/live-context.ts';
import { useAppSelector, useOwnUser } from '#client/store/hooks.ts';
import { enqueue, useOutbox } from '#client/store/outbox/outbox.ts';
import { findConfirmed } from '#client/store/outbox/outbox-items.ts';
import { fullName } from '#client/text/person.ts';
import type { Chat } from '#shared/api/chat.ts';
import type { User } from '#shared/api/users.ts';
import { Composer, type ComposerHandle, takesFocus } from './composer.tsx';
import { Thread } from './thread/thread.tsx';
import type { useFind } from './thread/use-find.ts';
import { useReading } from './thread/use-reading.ts';
import { useShortThread } from './thread/use-short-thread.ts';
import { useThreadScroll } from './thread/use-thread-scroll.ts';
import { useOlderMessages } from './use-older-messages.ts';

// Loaded on demand: most conversations have messages already, and can go on.
const Beginning = lazyPart(async () => (await import('./thread/beginning.tsx')).Beginning);
const ClosedNote = lazyPart(async () => (await import('./thread/closed-note.tsx')).ClosedNote);

interface Props {
  chat: Chat;
  peer: User | undefined;
  isGone: boolean;
  peerId: string;
  firstUnread: string | undefined;
  find: ReturnType<typeof useFind>;
}

/** The messages of a conversation, stored and still to be sent, over the composer. */
export function OpenConversation({ chat: drawn, peer, isGone, peerId, firstUnread, find }: Props) {
  // The outbox tells its changes at once, the store with the next frame. A message that has just been stored would be in
  // neither if the thread were the parent's of the frame before.
  const { data: chat = drawn } = useChatQuery(peerId);
  const own = useOwnUser();
  const live = useLive();
  const history = chat.messages;
  const { receipts, seeTyping } = usePreferences();
  const status = useAppSelector((state) => state.live.status);
  const typing = useAppSelector((state) => state.live.typing[peerId] === true);
  const composer = useRef<ComposerHandle>(null);
  const pending = usePendingMessages(chat, peerId);
  const older = useOlderMessages(chat, peerId);
  const last = pending.at(-1);
  const lastStored = history.at(-1);
  const scroll = useThreadScroll({
    firstKey: history[0]?._id,
    lastKey: last?.clientId ?? lastStored?.clientId ?? lastStored?._id,
    lastIsOwn: last !== undefined || lastStored?.senderId?._id === own._id,
    received: useMemo(() => history.filter(({ senderId }) => senderId?._id !== own._id).length, [history, own._id]),
    onNearStart: older.load,
  });
  useReading(history, own._id, peerId, scroll.atEnd);
  // Keep the whole thread loaded while Find is open.
  useShortThread(chat, peerId, scroll.atEnd && find.wanted === '');
  useComposerFocus(composer);

  const isEmpty = history.length === 0 && pending.length === 0;
  return (
    <>
      {isEmpty && !isGone ? (
        <Suspense fallback={<div className="flex-1" />}>
          <Beginning peer={peer} peerId={peerId} onChoose={(line) => composer.current?.insert(line)} />
        </Suspense>
      ) : (
        <Thread
          ownId={own._id}
          peer={peer}
          history={history}
          pending={pending}
          firstUnread={firstUnread}
          readUpTo={receipts ? chat.readUpTo : undefined}
          connected={status !== 'offline'}
          typing={typing && seeTyping}
          loadingOlder={older.isLoading}
          find={find.wanted}
          currentFind={find.currentKey}
          scroll={scroll}
        />
      )}
      {isGone ? (
        <Suspense>
          <ClosedNote peer={peer} isBlocked={chat.blocked === true} />
        </Suspense>
      ) : (
        <Composer
          ref={composer}
          ownId={own._id}
          peerId={peerId}
          peerName={peer?.firstName || fullName(peer)}
          onSend={(text) => void enqueue(own._id, { peerId, text, after: history.at(-1)?._id ?? null })}
          onTyping={(isTyping) => live?.typing(peerId, isTyping)}
        />
      )}
    </>
  );
}

/** The outbox's messages to this person that are not in the stored thread yet. */
function usePendingMessages({ messages }: Chat, peerId: string) {
  const own = useOwnUser();
  const outbox = useOutbox(own._id, peerId);
  return useMemo(() => findConfirmed(outbox, messages, own._id).remaining, [outbox, messages, own._id]);
}

/** Focuses the composer, after the router, which focuses the heading. */
function useComposerFocus(composer: React.RefObject<ComposerHandle | null>): void {
  useEffect(() => {
    if (takesFocus()) composer.current?.focus();
  }, [composer]);
}
