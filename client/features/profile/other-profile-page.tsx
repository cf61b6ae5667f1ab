import { UnfinishedScreen } from '#client/ui/unfinished-screen.tsx';

export function OtherProfilePage() {
  return <UnfinishedScreen title="Profile" />;
}
