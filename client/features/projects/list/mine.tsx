import FolderKanban from 'lucide-react/icons/folder-kanban';
import { usePersonalProjectsQuery } from '#client/store/api/projects-api.ts';
import { useOwnUser } from '#client/store/hooks.ts';
import { ButtonLink } from '#client/ui/button-link.tsx';
import { EmptyState } from '#client/ui/state/empty-state.tsx';
import { to } from '#shared/routes.ts';
import { ProjectList } from './project-list.tsx';

export function Mine() {
  const user = useOwnUser();
  const { data, error, refetch } = usePersonalProjectsQuery({ userId: user._id });
  return (
    <ProjectList
      projects={data}
      error={error}
      onRetry={refetch}
      creatorShown={false}
      empty={
        <EmptyState
          title="Show what you are building"
          icon={<FolderKanban size={24} strokeWidth={1.75} />}
          actions={
            <ButtonLink to={to.createProject()} look="primary">
              Create a Project
            </ButtonLink>
          }
        >
          A project tells people more than a title does. A name is enough to begin.
        </EmptyState>
      }
    />
  );
}
