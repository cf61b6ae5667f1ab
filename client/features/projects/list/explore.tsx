import FolderKanban from 'lucide-react/icons/folder-kanban';
import { useEffect, useMemo } from 'react';
import { useCapability } from '#client/api/capabilities.ts';
import { useExploreProjectsInfiniteQuery } from '#client/api/projects-api.ts';
import { useAddress } from '#client/lib/dom/use-address.ts';
import { errorMessage } from '#client/lib/text/api-error.ts';
import { copy } from '#client/lib/text/copy.ts';
import { saidWord } from '#client/lib/text/project-words.ts';
import { useOwnUser } from '#client/state/hooks.ts';
import { Button, ButtonLink } from '#client/ui/button.tsx';
import { FactFilters } from '#client/ui/project/fact-filters.tsx';
import { EmptyState } from '#client/ui/state/empty-state.tsx';
import type { Project, ProjectFilter } from '#shared/api/projects.ts';
import { projectStatuses } from '#shared/project-statuses.ts';
import { to } from '#shared/routes.ts';
import { ProjectList } from './project-list.tsx';

export function Explore() {
  const user = useOwnUser();
  const { filter, hasFacts, write } = useExploreFilter();
  const { data, error, refetch, hasNextPage, fetchNextPage, isFetchingNextPage, isFetchNextPageError } =
    useExploreProjectsInfiniteQuery(filter);
  const listed = useMemo(() => data?.pages.flatMap((page) => page.project), [data]);
  // Explore is for what is new to the user: their own projects and those that they have joined have tabs of their own.
  const projects = useMemo(() => listed?.filter((project) => !isJoined(project, user._id)), [listed, user._id]);
  // A page of only those: the next one follows.
  const isReadingOn = Boolean(listed?.length) && projects?.length === 0 && hasNextPage && !isFetchNextPageError;
  useEffect(() => {
    if (isReadingOn && !isFetchingNextPage) void fetchNextPage();
  }, [isReadingOn, isFetchingNextPage, fetchNextPage]);
  return (
    <ProjectList
      projects={isReadingOn ? undefined : projects}
      error={error}
      onRetry={refetch}
      relationOf={(project) => saidWord(project, user._id)}
      filters={hasFacts && <FactFilters wanted={filter?.role ?? ''} status={filter?.status ?? ''} onChange={write} />}
      empty={
        filter ? (
          <EmptyState
            title="No project matches"
            icon={<FolderKanban size={24} strokeWidth={1.75} />}
            actions={
              <>
                <Button look="primary" onClick={() => write(noFilter)}>
                  Clear filters
                </Button>
                <ButtonLink to={to.createProject()}>Create a Project</ButtonLink>
              </>
            }
          >
            {hasNextPage
              ? 'None of the newest ones. Older ones may match.'
              : 'Another role or status may find some. Or start what you are looking for.'}
          </EmptyState>
        ) : (
          <EmptyState
            title={listed?.length ? 'Nothing here that is new to you' : 'No projects yet'}
            icon={<FolderKanban size={24} strokeWidth={1.75} />}
            actions={
              <>
                <ButtonLink to={to.createProject()} look="primary">
                  Create a Project
                </ButtonLink>
                <ButtonLink to={to.feed()}>Meet people</ButtonLink>
              </>
            }
          >
            {listed?.length
              ? 'These are all yours, or you are a member. New projects appear here.'
              : 'Yours could be the first one here.'}
          </EmptyState>
        )
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

function isJoined({ creator, viewer }: Project, ownId: string): boolean {
  return creator?._id === ownId || viewer?.relation === 'owner' || viewer?.relation === 'accepted';
}

const noFilter = { status: '', role: '', skill: '' };

/** The filter in the address; undefined for all projects, and where the upstream knows no such filter. */
function useExploreFilter() {
  const [params, write] = useAddress();
  const hasFacts = useCapability('projects');
  const status = projectStatuses.find((each) => each === params.get('status'));
  const [role, skill] = [params.get('role'), params.get('skill')];
  const filter: ProjectFilter = { ...(status && { status }), ...(role && { role }), ...(skill && { skill }) };
  return { hasFacts, write, filter: hasFacts && Object.keys(filter).length > 0 ? filter : undefined };
}
