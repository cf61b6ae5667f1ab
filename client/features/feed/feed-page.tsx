import { UnfinishedScreen } from '#client/ui/unfinished-screen.tsx';

export function FeedPage() {
  return <UnfinishedScreen title="Feed" />;
}
