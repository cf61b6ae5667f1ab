import { FolderKanban } from 'lucide-react';
import { Link } from 'react-router-dom';
import { isApiError } from '#client/text/api-error.ts';
import { EmptyState } from '#client/ui/empty-state.tsx';
import type { Project } from '#shared/api/projects.ts';
import { to } from '#shared/routes.ts';

/** Not there: a 404, or null for the empty array that another upstream answers with status 200. */
export function isGone(project: Project | null | undefined, error: unknown): boolean {
  return project === null || (isApiError(error) && error.status === 404);
}

export function ProjectGone() {
  return (
    <EmptyState
      title="This project is not available"
      icon={<FolderKanban size={24} strokeWidth={1.75} />}
      actions={
        <Link to={to.projects()} className="btn btn-primary">
          All projects
        </Link>
      }
    >
      It may have been deleted, or the link is not whole.
    </EmptyState>
  );
}
