import '../chat-page.css';
import { useMemo } from 'react';
import { toast } from 'sonner';
import { roomKey } from '#client/api/chat/conversation-key.ts';
import { useListed } from '#client/api/chat/conversation-list.ts';
import { announce } from '#client/lib/dom/announce.tsx';
import { usePageTitle } from '#client/lib/dom/page.ts';
import { errorMessage, isApiError } from '#client/lib/text/api-error.ts';
import { useOwnUser } from '#client/state/hooks.ts';
import { ConversationFrame, useConversation } from '../conversation-frame.tsx';
import { OpenConversation } from '../open-conversation.tsx';
import { PinnedStrip } from './pinned-strip.tsx';
import { usePinMessageMutation } from './room-api.ts';
import { RoomHeader } from './room-header.tsx';
import { NoRoom, RoomBeginning, UnseenLine } from './room-lines.tsx';
import { useMentions } from './use-mentions.tsx';

interface Props {
  projectId: string;
  /** Beside other parts of the project's page. */
  isPart?: boolean;
}

/** The room of a project: the chat of its creator and members. Mounted anew for each project. */
export function RoomConversation({ projectId, isPart = false }: Props) {
  const own = useOwnUser();
  const opened = useConversation(roomKey(projectId));
  const { chat, error } = opened;
  const listed = useListed(roomKey(projectId));
  const known = listed && 'room' in listed ? listed.room.project : undefined;
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
  usePageTitle(isPart ? undefined : projectName && `${projectName}: team chat`);

  return (
    <ConversationFrame
      opened={opened}
      isOpen={isOpen}
      header={
        <RoomHeader
          projectId={projectId}
          chat={isOpen ? chat : undefined}
          isRefused={isRefused}
          name={name}
          picture={projectImage}
          isPart={isPart}
          onFind={() => opened.setQuery('')}
        />
      }
      notices={
        isOpen && (
          <>
            <PinnedStrip pinned={chat.room?.pinned ?? []} onUnpin={(id) => void pin(id, false)} />
            {chat.room?.hasUnseen && <UnseenLine projectId={projectId} />}
          </>
        )
      }
      refusal={isRefused ? <NoRoom projectId={projectId} wasOpen={chat !== undefined} /> : undefined}
    >
      {(loaded) => (
        <OpenConversation
          opened={opened}
          chat={loaded}
          peer={undefined}
          to={isPart ? 'the team' : name}
          label={`Conversation of the team of ${name}`}
          beginning={() => <RoomBeginning projectId={projectId} isAlone={others.length === 0} isPart={isPart} />}
          isPart={isPart}
          room={{
            ...mentions,
            pin: ({ id, stored }) => id !== undefined && void pin(id, stored?.pinnedAt === undefined),
          }}
        />
      )}
    </ConversationFrame>
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
