import { UserX } from 'lucide-react';
import { lazy, Suspense, useCallback, useEffect, useMemo, useRef } from 'react';
import { Link } from 'react-router-dom';
import { usePreferences } from '#client/device/preferences.ts';
import { usePageTitle } from '#client/dom/page-title.ts';
import { useMediaQuery } from '#client/dom/use-media-query.ts';
import { useCapability } from '#client/store/api/capabilities.ts';
import { usePersonQuery } from '#client/store/api/people-api.ts';
import { useChatQuery, useLazyOlderMessagesQuery } from '#client/store/chat/chat-api.ts';
import { useAppSelector, useOwnUser } from '#client/store/hooks.ts';
import { useLive } from '#client/store/live/live-context.ts';
import { enqueue, useOutbox } from '#client/store/outbox/outbox.ts';
import { findConfirmed } from '#client/store/outbox/outbox-items.ts';
import { isApiError } from '#client/text/api-error.ts';
import { fullName } from '#client/text/person.ts';
import { EmptyState } from '#client/ui/empty-state.tsx';
import { ErrorState } from '#client/ui/error-state.tsx';
import { Bone, Skeleton } from '#client/ui/skeleton.tsx';
import type { Chat, ChatMessage } from '#shared/api/chat.ts';
import type { User } from '#shared/api/users.ts';
import { to } from '#shared/routes.ts';
import { Composer, type ComposerHandle } from './composer.tsx';
import { ConversationHeader } from './conversation-header.tsx';
import { Thread } from './thread.tsx';
import { useFind } from './use-find.ts';
import { useFirstUnread, useReading } from './use-reading.ts';
import { useShortThread } from './use-short-thread.ts';
import { useThreadScroll } from './use-thread-scroll.ts';

// Loaded on demand: most visits to a conversation need neither.
const Beginning = lazy(async () => ({ default: (await import('./beginning.tsx')).Beginning }));
const FindBar = lazy(async () => ({ default: (await import('./find-bar.tsx')).FindBar }));

const noMessages: readonly ChatMessage[] = [];

/** One conversation. It is mounted anew for each person. */
export function Conversation({ peerId }: { peerId: string }) {
  const own = useOwnUser();
  const live = useLive();
  const { data: chat, error, isError, isFetching, refetch } = useChatQuery(peerId);
  const { decided, firstUnread } = useFirstUnread(chat, own._id, peerId);
  const history = chat?.messages ?? noMessages;
  const find = useFind(history);
  const notConnected = isApiError(error) && (error.status === 404 || error.code === 'not_connected');
  const inChat = chat?.participants.find((person) => person?._id === peerId) ?? undefined;
  // The chat reply lists only participants that exist. If the peer is missing (not connected, or deleted), load the
  // profile to show a name.
  const { data: profile, isError: hasNoProfile } = usePersonQuery(peerId, {
    skip: inChat !== undefined || !(notConnected || chat),
  });
  const peer = inChat ?? profile;
  const isGone = chat?.closed === true || (chat !== undefined && !peer && hasNoProfile);
  usePageTitle(peer || isGone ? fullName(peer) : undefined);

  useEffect(() => {
    live?.setOpen(peerId);
    live?.join(peerId);
    return () => live?.setOpen(undefined);
  }, [live, peerId]);
  useEffect(() => live?.watch([peerId]), [live, peerId]);

  return (
    <section aria-label="Chat" className="flex min-h-0 min-w-0 flex-1 flex-col">
      <ConversationHeader
        peerId={peerId}
        peer={peer}
        isGone={isGone}
        isOpen={chat !== undefined && !notConnected && !isGone}
        onFind={chat && !notConnected ? find.start : undefined}
      />
      {find.open && (
        <Suspense>
          <FindBar
            query={find.query}
            current={find.current}
            total={find.total}
            onQuery={find.setQuery}
            onStep={find.step}
            onClose={find.close}
          />
        </Suspense>
      )}
      {notConnected ? (
        <NotConnected peerId={peerId} />
      ) : chat && decided ? (
        <Open chat={chat} peer={peer} isGone={isGone} peerId={peerId} firstUnread={firstUnread} find={find} />
      ) : isError ? (
        <div className="p-6">
          <ErrorState error={error} onRetry={refetch} retrying={isFetching} />
        </div>
      ) : (
        <ThreadBones />
      )}
    </section>
  );
}

interface OpenProps {
  chat: Chat;
  peer: User | undefined;
  isGone: boolean;
  peerId: string;
  firstUnread: string | undefined;
  find: ReturnType<typeof useFind>;
}

function Open({ chat, peer, isGone, peerId, firstUnread, find }: OpenProps) {
  const own = useOwnUser();
  const live = useLive();
  const history = chat.messages;
  const namesClientIds = useCapability('chat.live');
  const { receipts, seeTyping } = usePreferences();
  const status = useAppSelector((state) => state.live.status);
  const typing = useAppSelector((state) => state.live.typing[peerId] === true);
  const composer = useRef<ComposerHandle>(null);
  const hasMouse = useMediaQuery('(pointer: fine)');
  const outbox = useOutbox(own._id, peerId);
  const pending = useMemo(
    () => findConfirmed(outbox, history, own._id, namesClientIds).remaining,
    [outbox, history, own._id, namesClientIds],
  );
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
  // What is being searched stays.
  useShortThread(chat, peerId, scroll.atEnd && find.wanted === '');

  // On touch the focus is the heading's: the keyboard would cover what is to be read. Who has begun to type
  // elsewhere while the conversation loaded goes on there.
  useEffect(() => {
    const isTyping = document.activeElement?.matches('input, textarea') === true;
    if (hasMouse && !isTyping) composer.current?.focus();
  }, [hasMouse]);

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
        <p className="border-t border-base-300 bg-base-100 p-4 text-center text-muted text-small">
          This account is gone. What was said stays here.
        </p>
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

function useOlderMessages(chat: Chat, peerId: string) {
  const [fetchOlder, { isFetching }] = useLazyOlderMessagesQuery();
  const before = chat.messages[0]?._id;
  const hasMore = chat.hasMore ?? false;
  const asked = useRef<string>(undefined);
  const load = useCallback(async () => {
    if (!hasMore || before === undefined || asked.current === before) return;
    asked.current = before;
    const { isError } = await fetchOlder({ userId: peerId, before });
    if (isError) asked.current = undefined;
  }, [hasMore, before, peerId, fetchOlder]);
  return { load: () => void load(), isLoading: isFetching };
}

function NotConnected({ peerId }: { peerId: string }) {
  return (
    <div className="mx-auto w-full max-w-reading p-6">
      <EmptyState
        title="You can chat once you are both connected"
        icon={<UserX size={24} strokeWidth={1.75} />}
        actions={
          <Link to={to.otherProfile(peerId)} className="btn btn-primary">
            View profile
          </Link>
        }
      >
        Show interest, and when they accept you can write to each other here.
      </EmptyState>
    </div>
  );
}

function ThreadBones() {
  return (
    <div className="flex-1 p-6">
      <Skeleton>
        <div className="mx-auto flex max-w-reading flex-col gap-3">
          <Bone className="h-10 w-1/2" />
          <Bone className="h-16 w-2/3" />
          <Bone className="h-10 w-1/3 self-end" />
          <Bone className="h-10 w-1/2" />
          <Bone className="h-10 w-2/5 self-end" />
        </div>
      </Skeleton>
    </div>
  );
}
