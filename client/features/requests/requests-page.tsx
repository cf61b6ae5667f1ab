import { UnfinishedScreen } from '#client/ui/unfinished-screen.tsx';

export function RequestsPage() {
  return <UnfinishedScreen title="Requests" />;
}
