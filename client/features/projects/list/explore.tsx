import FolderKanban from 'lucide-react/icons/folder-kanban';
import { useMemo } from 'react';
import { useExploreProbeQuery, useExploreProjectsInfiniteQuery } from '#client/store/api/projects-api.ts';
import { useOwnUser } from '#client/store/hooks.ts';
import { errorMessage, isApiError } from '#client/text/api-error.ts';
import { copy } from '#client/text/copy.ts';
import { saidWord } from '#client/text/project-relation.ts';
import { Button } from '#client/ui/button.tsx';
import { ButtonLink } from '#client/ui/button-link.tsx';
import { EmptyState } from '#client/ui/state/empty-state.tsx';
import { to } from '#shared/routes.ts';
import { ProjectList } from './project-list.tsx';

export function Explore() {
  const user = useOwnUser();
  const { data, error, refetch, hasNextPage, fetchNextPage, isFetchingNextPage, isFetchNextPageError } =
    useExploreProjectsInfiniteQuery();
  const projects = useMemo(() => data?.pages.flatMap((page) => page.project), [data]);
  return (
    <ProjectList
      projects={projects}
      error={error}
      onRetry={refetch}
      relationOf={(project) => saidWord(project, user._id)}
      empty={
        <EmptyState
          title="No projects yet"
          icon={<FolderKanban size={24} strokeWidth={1.75} />}
          actions={
            <ButtonLink to={to.createProject()} look="primary">
              Create a Project
            </ButtonLink>
          }
        >
          Yours could be the first one here.
        </EmptyState>
      }
      more={
        hasNextPage && (
          <div className="flex flex-col items-center gap-2">
            {isFetchNextPageError && (
              <p role="alert" className="text-error text-small">
                {errorMessage(error)}
              </p>
            )}
            <Button pending={isFetchingNextPage} onClick={() => fetchNextPage()}>
              {isFetchNextPageError ? copy.retry : 'Show more'}
            </Button>
          </div>
        )
      }
    />
  );
}

/**
 * Whether the upstream lists all projects. No capability stands for that call, so the tab is hidden once the call is
 * refused as unknown. While another tab is open, the call is made for one project only.
 */
export function useCanExplore({ isOpen }: { isOpen: boolean }): boolean {
  const list = useExploreProjectsInfiniteQuery(undefined, { skip: !isOpen });
  const probe = useExploreProbeQuery(undefined, { skip: isOpen });
  const { error } = isOpen ? list : probe;
  return !(isApiError(error) && error.code !== 'unavailable' && [400, 403, 404, 405].includes(error.status));
}
