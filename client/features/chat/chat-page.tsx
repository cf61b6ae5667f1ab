import { useParams } from 'react-router-dom';
import { ChatLayout } from './chat-layout.tsx';
import { Conversation } from './conversation.tsx';

/** The chat with one person. */
export function ChatPage() {
  const { targetUserId: peerId = '' } = useParams();
  return (
    <ChatLayout current={peerId}>
      <Conversation key={peerId} peerId={peerId} />
    </ChatLayout>
  );
}
