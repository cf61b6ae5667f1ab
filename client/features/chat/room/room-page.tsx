import { useParams } from 'react-router-dom';
import { roomKey } from '#client/store/api/chat/conversation-key.ts';
import { ChatLayout } from '../chat-layout.tsx';
import { RoomConversation } from './room-conversation.tsx';

/** The chat of a project's team, among the conversations. */
export function RoomPage() {
  const { projectId = '' } = useParams();
  return (
    <ChatLayout current={roomKey(projectId)}>
      <RoomConversation key={projectId} projectId={projectId} />
    </ChatLayout>
  );
}
