import { UnfinishedScreen } from '#client/ui/unfinished-screen.tsx';

export function SearchPage() {
  return <UnfinishedScreen title="Search" />;
}
