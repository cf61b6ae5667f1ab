import { FolderKanban } from 'lucide-react';
import { isMissing } from '#client/text/is-missing.ts';
import { ButtonLink } from '#client/ui/button-link.tsx';
import { EmptyState } from '#client/ui/state/empty-state.tsx';
import type { Project } from '#shared/api/projects.ts';
import { to } from '#shared/routes.ts';

/** Whether the project does not exist, or its id cannot; another upstream sends status 200 and an empty array. */
export function isGone(project: Project | null | undefined, error: unknown): boolean {
  return project === null || isMissing(error);
}

export function ProjectGone() {
  return (
    <EmptyState
      title="This project is not available"
      icon={<FolderKanban size={24} strokeWidth={1.75} />}
      actions={
        <ButtonLink to={to.projects()} look="primary">
          All projects
        </ButtonLink>
      }
    >
      It may have been deleted, or the link is not whole.
    </EmptyState>
  );
}
