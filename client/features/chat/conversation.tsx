import UserIcon from 'lucide-react/icons/user';
import { useEffect } from 'react';
import { useNavigate } from 'react-router-dom';
import { useListed } from '#client/api/chat/conversation-list.ts';
import { usePersonQuery } from '#client/api/people-api.ts';
import { useBlockAndReport } from '#client/features/safety/block-person.tsx';
import { classNames } from '#client/lib/dom/class-names.ts';
import { usePageTitle } from '#client/lib/dom/page.ts';
import { isApiError, isMissing } from '#client/lib/text/api-error.ts';
import { fullName } from '#client/lib/text/person.ts';
import { useLive } from '#client/live/live-context.ts';
import { useAppSelector } from '#client/state/hooks.ts';
import { Avatar } from '#client/ui/person/avatar.tsx';
import { OnlineTag } from '#client/ui/person/relation.tsx';
import { to } from '#shared/routes.ts';
import { ConversationFrame, ConversationHead, findItem, menuItem, useConversation } from './conversation-frame.tsx';
import { OpenConversation } from './open-conversation.tsx';
import { Beginning, ClosedNote, NoChat } from './thread/thread-notes.tsx';

/** The conversation with one person. Mounted anew for each. */
export function Conversation({ peerId }: { peerId: string }) {
  const live = useLive();
  const navigate = useNavigate();
  const opened = useConversation(peerId);
  const { chat, error } = opened;
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
  const listed = useListed(peerId);
  const isGone = chat?.closed === true || (chat !== undefined && !peer && isMissing(profileError));
  const isWaiting = chat === undefined && error === undefined;
  const isOpen = chat !== undefined && !notConnected && !isRefused && !isGone;
  const safety = useBlockAndReport(isGone ? undefined : peer, { inChat: true });
  const known = listed && 'user' in listed ? listed.user : undefined;
  const head = peer ?? (isGone || error !== undefined ? undefined : known);
  const isUnknown = isWaiting || (notConnected && profileError === undefined);
  usePageTitle(peer || isGone ? fullName(peer) : undefined);
  useEffect(() => live?.watch([peerId]), [live, peerId]);

  return (
    <ConversationFrame
      opened={opened}
      isOpen={isOpen}
      notices={safety.dialog}
      header={
        <ConversationHead
          picture={
            head || isGone ? (
              <Avatar person={head ?? null} size={40} />
            ) : (
              isUnknown && <span className="size-10 shrink-0" />
            )
          }
          name={head || isGone ? fullName(head) : 'Chat'}
          href={head && to.otherProfile(peerId)}
          // While the conversation loads, the line below the name has its place already.
          state={(isOpen || isWaiting) && <Presence peerId={isOpen ? peerId : undefined} />}
          items={[
            ...(chat && !notConnected ? [findItem(() => opened.setQuery(''))] : []),
            ...(isGone ? [] : [menuItem('View profile', UserIcon, () => void navigate(to.otherProfile(peerId)))]),
            ...safety.items,
          ]}
        />
      }
      refusal={
        notConnected || isRefused ? (
          <NoChat peerId={notConnected ? peerId : undefined} wasOpen={chat !== undefined} />
        ) : undefined
      }
    >
      {(loaded) => (
        <OpenConversation
          opened={opened}
          chat={loaded}
          peer={peer}
          to={peer?.firstName || fullName(peer)}
          label={`Conversation with ${fullName(peer)}`}
          beginning={(onChoose) => <Beginning peer={peer} peerId={peerId} onChoose={onChoose} />}
          closed={isGone ? <ClosedNote peer={peer} isBlocked={loaded.blocked === true} /> : undefined}
        />
      )}
    </ConversationFrame>
  );
}

/** Whether the other person is there; an empty line while that is unknown. */
function Presence({ peerId }: { peerId: string | undefined }) {
  const status = useAppSelector((state) => state.live.status);
  const online = useAppSelector((state) => state.live.online[peerId ?? '']);
  if (peerId === undefined || (status === 'online' && online === undefined)) return <p className="h-4" />;
  if (status === 'online' && online)
    return (
      <p className="flex">
        <OnlineTag />
      </p>
    );
  const words = status === 'online' ? 'Offline' : status === 'offline' ? 'You are offline' : 'Connecting…';
  return (
    <p className="flex items-center gap-1.5 text-micro text-muted">
      <span
        aria-hidden="true"
        className={classNames('size-2 rounded-full', status === 'online' ? 'bg-base-300' : 'bg-warning')}
      />
      {words}
    </p>
  );
}
