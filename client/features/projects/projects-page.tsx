import { UnfinishedScreen } from '#client/ui/unfinished-screen.tsx';

export function ProjectsPage() {
  return <UnfinishedScreen title="Projects" />;
}
