import { UnfinishedScreen } from '#client/ui/unfinished-screen.tsx';

export function ProjectPage() {
  return <UnfinishedScreen title="Project" />;
}
