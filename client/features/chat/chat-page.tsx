import { UnfinishedScreen } from '#client/ui/unfinished-screen.tsx';

export function ChatPage() {
  return <UnfinishedScreen title="Chat" />;
}
