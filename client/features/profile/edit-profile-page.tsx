import { UnfinishedScreen } from '#client/ui/unfinished-screen.tsx';

export function EditProfilePage() {
  return <UnfinishedScreen title="Edit profile" />;
}
