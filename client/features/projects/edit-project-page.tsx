import { UnfinishedScreen } from '#client/ui/unfinished-screen.tsx';

export function EditProjectPage() {
  return <UnfinishedScreen title="Edit project" />;
}
