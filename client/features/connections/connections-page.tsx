import { UnfinishedScreen } from '#client/ui/unfinished-screen.tsx';

export function ConnectionsPage() {
  return <UnfinishedScreen title="Connections" />;
}
