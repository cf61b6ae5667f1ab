import { UnfinishedScreen } from '#client/ui/unfinished-screen.tsx';

export function CreateProjectPage() {
  return <UnfinishedScreen title="Create a project" />;
}
