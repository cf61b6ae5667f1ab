import { UnfinishedScreen } from '#client/ui/unfinished-screen.tsx';

export function OwnProfilePage() {
  return <UnfinishedScreen title="Your profile" />;
}
