import { Suspense, useEffect } from 'react';
import { usePageTitle } from '#client/dom/page-title.ts';
import { lazyPart } from '#client/dom/retry/lazy-part.ts';
import { useChatQuery } from '#client/store/api/chat/chat-api.ts';
import { useLoadedPerson } from '#client/store/api/loaded-records.ts';
import { usePersonQuery } from '#client/store/api/people-api.ts';
import { useLive } from '#client/store/events/live-context.ts';
import { useOwnUser } from '#client/store/hooks.ts';
import { isApiError } from '#client/text/api-error.ts';
import { isMissing } from '#client/text/is-missing.ts';
import { fullName } from '#client/text/person.ts';
import { ErrorState } from '#client/ui/state/error-state.tsx';
import { StackedBones } from '#client/ui/state/skeleton.tsx';
import type { ChatMessage } from '#shared/api/chat.ts';
import { ConversationHeader } from './conversation-header.tsx';
import { OpenConversation } from './open-conversation.tsx';
import { useFind } from './thread/use-find.ts';
import { useFirstUnread } from './thread/use-reading.ts';

// Loaded on demand: most visits to a conversation do not search in it.
const FindBar = lazyPart(async () => (await import('./thread/find-bar.tsx')).FindBar);

// Loaded on demand: most conversations can be read.
const NoChat = lazyPart(async () => (await import('./thread/no-chat.tsx')).NoChat);

const noMessages: readonly ChatMessage[] = [];

/** One conversation. Mounted anew for each person. */
export function Conversation({ peerId }: { peerId: string }) {
  const own = useOwnUser();
  const live = useLive();
  const { data: chat, error, refetch } = useChatQuery(peerId);
  const { decided, firstUnread } = useFirstUnread(chat, own._id, peerId);
  const history = chat?.messages ?? noMessages;
  const find = useFind(history);
  const notConnected = isApiError(error) && (error.status === 404 || error.code === 'not_connected');
  const inChat = chat?.participants.find((person) => person?._id === peerId) ?? undefined;
  // The chat reply lists only participants that exist. If the peer is missing (not connected, or deleted), load the
  // profile to show a name.
  const { data: profile, error: profileError } = usePersonQuery(peerId, {
    skip: inChat !== undefined || !(notConnected || chat),
  });
  const peer = inChat ?? profile;
  const known = useLoadedPerson(peerId);
  const isGone = chat?.closed === true || (chat !== undefined && !peer && isMissing(profileError));
  const isWaiting = chat === undefined && error === undefined;
  usePageTitle(peer || isGone ? fullName(peer) : undefined);

  useEffect(() => {
    live?.setOpen(peerId);
    return () => live?.setOpen(undefined);
  }, [live, peerId]);
  useEffect(() => live?.watch([peerId]), [live, peerId]);

  return (
    <section aria-label="Chat" className="flex min-h-0 min-w-0 flex-1 flex-col">
      <ConversationHeader
        peerId={peerId}
        peer={peer}
        known={error === undefined ? known : undefined}
        isGone={isGone}
        isWaiting={isWaiting}
        isUnknown={isWaiting || (notConnected && !peer && profileError === undefined)}
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
      {notConnected || (isMissing(error) && !chat) ? (
        <Suspense>
          <NoChat peerId={notConnected ? peerId : undefined} />
        </Suspense>
      ) : chat && decided ? (
        <OpenConversation
          chat={chat}
          peer={peer}
          isGone={isGone}
          peerId={peerId}
          firstUnread={firstUnread}
          find={find}
        />
      ) : error !== undefined ? (
        <div className="p-6">
          <ErrorState error={error} onRetry={refetch} />
        </div>
      ) : (
        <ThreadBones />
      )}
    </section>
  );
}

function ThreadBones() {
  return (
    <div className="flex-1 p-6">
      <StackedBones
        className="mx-auto max-w-reading gap-3"
        bones={['h-10 w-1/2', 'h-16 w-2/3', 'h-10 w-1/3 self-end', 'h-10 w-1/2', 'h-10 w-2/5 self-end']}
      />
    </div>
  );
}
