import { useEffect, useRef } from 'react';
import { useCapability } from '#client/api/capabilities.ts';
import { useThread } from '#client/api/chat/chat-api.ts';
import { useLoadedPerson } from '#client/api/lists/loaded-records.ts';
import { usePersonQuery } from '#client/api/people-api.ts';
import { announce } from '#client/lib/dom/announce.tsx';
import { usePageTitle } from '#client/lib/dom/page.ts';
import { isApiError, isMissing } from '#client/lib/text/api-error.ts';
import { fullName } from '#client/lib/text/person.ts';
import { useLive } from '#client/live/live-context.ts';
import { useOwnUser } from '#client/state/hooks.ts';
import { ErrorState } from '#client/ui/state/errors.tsx';
import { StackedBones } from '#client/ui/state/skeleton.tsx';
import type { ChatMessage } from '#shared/api/chat.ts';
import { ConversationHeader } from './conversation-header.tsx';
import { ConversationSearch, FindBar } from './find/find-bar.tsx';
import { OpenConversation } from './open-conversation.tsx';
import { Beginning, ClosedNote, NoChat } from './thread/thread-notes.tsx';
import { useFind } from './thread/use-find.ts';
import { useFirstUnread } from './thread/use-reading.ts';

const noMessages: readonly ChatMessage[] = [];

/** The conversation with one person. Mounted anew for each. */
export function Conversation({ peerId }: { peerId: string }) {
  const own = useOwnUser();
  const live = useLive();
  const { chat, error, refetch } = useThread(peerId);
  const { decided, firstUnread } = useFirstUnread(chat, own._id, peerId);
  const history = chat?.messages ?? noMessages;
  const searchesAll = useCapability('chat');
  const find = useFind(history, { marksOnly: searchesAll });
  const notConnected = isApiError(error) && (error.status === 404 || error.code === 'not_connected');
  // A malformed id cannot be that of a conversation that has been read.
  const isRefused = chat ? isApiError(error) && [403, 410].includes(error.status) : isMissing(error);
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
  const isOpen = chat !== undefined && !notConnected && !isRefused && !isGone;
  useAnnouncedEnd(isOpen);
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
        isOpen={isOpen}
        onFind={chat && !notConnected ? find.start : undefined}
      />
      {find.open && searchesAll && (
        <ConversationSearch of={peerId} query={find.query} onQuery={find.setQuery} onClose={find.close} />
      )}
      {find.open && !searchesAll && (
        <FindBar
          query={find.query}
          current={find.current}
          total={find.total}
          onQuery={find.setQuery}
          onStep={find.step}
          onClose={find.close}
        />
      )}
      {notConnected || isRefused ? (
        <NoChat peerId={notConnected ? peerId : undefined} wasOpen={chat !== undefined} />
      ) : chat && decided ? (
        <OpenConversation
          chat={chat}
          conversation={peerId}
          peer={peer}
          to={peer?.firstName || fullName(peer)}
          label={`Conversation with ${fullName(peer)}`}
          beginning={(onChoose) => <Beginning peer={peer} peerId={peerId} onChoose={onChoose} />}
          closed={isGone ? <ClosedNote peer={peer} isBlocked={chat.blocked === true} /> : undefined}
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

/** Says that the other person, or the user on another device, has ended the conversation on screen. */
export function useAnnouncedEnd(isOpen: boolean): void {
  const wasOpen = useRef(false);
  useEffect(() => {
    if (wasOpen.current && !isOpen) announce('This conversation is closed.');
    wasOpen.current = isOpen;
  }, [isOpen]);
}

export function ThreadBones() {
  return (
    <div className="flex-1 p-6">
      <StackedBones
        className="mx-auto max-w-reading gap-3"
        bones={['h-10 w-1/2', 'h-16 w-2/3', 'h-10 w-1/3 self-end', 'h-10 w-1/2', 'h-10 w-2/5 self-end']}
      />
    </div>
  );
}
