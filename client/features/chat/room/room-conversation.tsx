import '../chat-page.css';
import { useEffect, useMemo } from 'react';
import { toast } from 'sonner';
import { useThread } from '#client/api/chat/chat-api.ts';
import { roomKey } from '#client/api/chat/conversation-key.ts';
import { useLoadedProject } from '#client/api/lists/loaded-records.ts';
import { announce } from '#client/lib/dom/announce.tsx';
import { usePageTitle } from '#client/lib/dom/page.ts';
import { errorMessage, isApiError } from '#client/lib/text/api-error.ts';
import { useLive } from '#client/live/live-context.ts';
import { useOwnUser } from '#client/state/hooks.ts';
import { ErrorState } from '#client/ui/state/errors.tsx';
import type { ChatMessage } from '#shared/api/chat.ts';
import { ThreadBones, useAnnouncedEnd } from '../conversation.tsx';
import { ConversationSearch } from '../find/find-bar.tsx';
import { OpenConversation } from '../open-conversation.tsx';
import { useFind } from '../thread/use-find.ts';
import { useFirstUnread } from '../thread/use-reading.ts';
import { PinnedStrip } from './pinned-strip.tsx';
import { usePinMessageMutation } from './room-api.ts';
import { RoomHeader } from './room-header.tsx';
import { NoRoom, RoomBeginning, UnseenLine } from './room-lines.tsx';
import { useMentions } from './use-mentions.tsx';

const noMessages: readonly ChatMessage[] = [];

interface Props {
  projectId: string;
  /** Beside other parts of the project's page. */
  isPart?: boolean;
}

/** The room of a project: the chat of its creator and members. Mounted anew for each project. */
export function RoomConversation({ projectId, isPart = false }: Props) {
  const key = roomKey(projectId);
  const own = useOwnUser();
  const live = useLive();
  const { chat, error, refetch } = useThread(key);
  const { decided, firstUnread } = useFirstUnread(chat, own._id, key);
  const find = useFind(chat?.messages ?? noMessages, { marksOnly: true });
  const known = useLoadedProject(projectId);
  const { projectName, projectImage } = chat?.room?.project ?? known ?? {};
  const isRefused = isApiError(error) && [400, 403, 404, 410].includes(error.status);
  const isOpen = chat !== undefined && !isRefused;
  const name = projectName || (projectName === undefined ? 'Team chat' : 'Untitled project');
  const pin = usePin(projectId);
  const people = chat?.participants;
  const others = useMemo(
    () => people?.flatMap((person) => (person && person._id !== own._id ? [person] : [])) ?? [],
    [people, own._id],
  );
  const mentions = useMentions(others);
  useAnnouncedEnd(isOpen);
  usePageTitle(isPart ? undefined : projectName && `${projectName}: team chat`);
  useEffect(() => {
    live?.setOpen(key);
    return () => live?.setOpen(undefined);
  }, [live, key]);

  return (
    <section aria-label="Chat" className="flex min-h-0 min-w-0 flex-1 flex-col">
      <RoomHeader
        projectId={projectId}
        chat={isOpen ? chat : undefined}
        isRefused={isRefused}
        name={name}
        picture={projectImage}
        isPart={isPart}
        onFind={isOpen ? find.start : undefined}
      />
      {find.open && <ConversationSearch of={key} query={find.query} onQuery={find.setQuery} onClose={find.close} />}
      {isOpen && <PinnedStrip pinned={chat.room?.pinned ?? noMessages} onUnpin={(id) => void pin(id, false)} />}
      {isOpen && chat.room?.hasUnseen && <UnseenLine projectId={projectId} />}
      {isRefused ? (
        <NoRoom projectId={projectId} wasOpen={chat !== undefined} />
      ) : chat && decided ? (
        <OpenConversation
          chat={chat}
          conversation={key}
          peer={undefined}
          to={isPart ? 'the team' : name}
          label={`Conversation of the team of ${name}`}
          beginning={() => <RoomBeginning projectId={projectId} isAlone={others.length === 0} isPart={isPart} />}
          firstUnread={firstUnread}
          find={find}
          isPart={isPart}
          room={{
            ...mentions,
            pin: ({ id, stored }) => id !== undefined && void pin(id, stored?.pinnedAt === undefined),
          }}
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

function usePin(projectId: string) {
  const [pin] = usePinMessageMutation();
  return async (messageId: string, on: boolean) => {
    const { error } = await pin({ projectId, messageId, on });
    if (error) toast.error(errorMessage(error));
    else announce(on ? 'The message is pinned' : 'The message is not pinned any more');
  };
}
