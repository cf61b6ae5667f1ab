import Compass from 'lucide-react/icons/compass';
import FolderKanban from 'lucide-react/icons/folder-kanban';
import { useEffect, useMemo, useState } from 'react';
import { freshForSeconds } from '#client/api/base-api.ts';
import { useCapability } from '#client/api/capabilities.ts';
import { useNotificationCounts } from '#client/api/notifications/notifications-api.ts';
import { useConnectionsQuery } from '#client/api/people-api.ts';
import {
  useExploreProjectsInfiniteQuery,
  useInterestedAndAcceptedProjectsQuery,
  usePersonalProjectsQuery,
} from '#client/api/projects-api.ts';
import { useAddress } from '#client/lib/dom/use-address.ts';
import { errorMessage } from '#client/lib/text/api-error.ts';
import { copy } from '#client/lib/text/copy.ts';
import { cardWord, saidWord } from '#client/lib/text/project-words.ts';
import { useOwnUser } from '#client/state/hooks.ts';
import { Button, ButtonLink } from '#client/ui/button.tsx';
import { FactFilters } from '#client/ui/project/fact-filters.tsx';
import { takesPart } from '#client/ui/project/project-facts.tsx';
import { Screen } from '#client/ui/screen.tsx';
import { EmptyState } from '#client/ui/state/empty-state.tsx';
import { ErrorLine } from '#client/ui/state/errors.tsx';
import { type Tab, Tabs } from '#client/ui/tabs.tsx';
import type { Project, ProjectFilter } from '#shared/api/projects.ts';
import { projectStatuses } from '#shared/project-statuses.ts';
import { to } from '#shared/routes.ts';
import { ProjectList } from './project-list.tsx';

type TabId = 'mine' | 'interested' | 'explore';

const mine: Tab<TabId> = { id: 'mine', label: 'Mine' };
const interested: Tab<TabId> = { id: 'interested', label: 'Interested & accepted' };
const explore: Tab<TabId> = { id: 'explore', label: 'Explore' };

export function ProjectsPage() {
  const [params, write] = useAddress();
  const counts = useNotificationCounts();
  const askers = counts?.askers ?? 0;
  // The other tabs do not move when the count comes after them.
  const [keepsPlace] = useState(counts === undefined);
  const own = {
    ...mine,
    keepsPlace,
    count: { count: askers, word: askers === 1 ? 'person asks to join' : 'people ask to join' },
  };
  const tabs = [own, interested, explore];
  const current = tabs.find(({ id }) => id === params.get('tab'))?.id ?? 'mine';
  // Another tab has other skills, so the skill filter goes; the sort order stays.
  const select = (id: TabId) => write({ skill: '', role: '', status: '', tab: id === 'mine' ? '' : id });
  return (
    <Screen
      title="Projects"
      actions={
        <ButtonLink to={to.createProject()} look="primary">
          Create a Project
        </ButtonLink>
      }
    >
      <Tabs label="Projects" tabs={tabs} current={current} onSelect={select}>
        <h2 className="sr-only">{tabs.find(({ id }) => id === current)?.label}</h2>
        {current === 'mine' && <Mine />}
        {current === 'interested' && <InterestedAndAccepted />}
        {current === 'explore' && <Explore />}
      </Tabs>
    </Screen>
  );
}

function Mine() {
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

function InterestedAndAccepted() {
  const user = useOwnUser();
  const says = useCapability('projects');
  const { data, error, refetch } = useInterestedAndAcceptedProjectsQuery(undefined, {
    refetchOnMountOrArgChange: freshForSeconds,
    refetchOnFocus: true,
  });
  const { data: connections } = useConnectionsQuery();
  const connectionIds = useMemo(() => new Set(connections?.people.map(({ _id }) => _id)), [connections]);
  return (
    <>
      <p className="mb-4 max-w-[68ch] text-balance text-small text-muted">
        {says
          ? 'Projects you asked to join and still wait for, and projects that accepted you. Each card says which.'
          : 'Your projects, and those of people with whom a request is pending or accepted. The cards of others say which.'}
      </p>
      <ProjectList
        projects={data}
        error={error}
        onRetry={refetch}
        relationOf={(project: Project) => cardWord(project, { ownId: user._id, connectionIds })}
        empty={
          <EmptyState
            title="Nothing here yet"
            icon={<Compass size={24} strokeWidth={1.75} />}
            actions={
              <>
                <ButtonLink to={to.feed()} look="primary">
                  Open feed
                </ButtonLink>
                {says && <ButtonLink to={`${to.projects()}?tab=explore`}>Explore projects</ButtonLink>}
              </>
            }
          >
            {says
              ? 'Projects that you ask to join appear here, and stay once their creator accepts you.'
              : 'Projects of the people you show interest in, and of your connections, appear here.'}
          </EmptyState>
        }
      />
    </>
  );
}

function Explore() {
  const user = useOwnUser();
  const { filter, hasFacts, write } = useExploreFilter();
  const { data, error, refetch, hasNextPage, fetchNextPage, isFetchingNextPage, isFetchNextPageError } =
    useExploreProjectsInfiniteQuery(filter);
  const listed = useMemo(() => data?.pages.flatMap((page) => page.project), [data]);
  // Explore is for what is new to the user: their own projects and those that they have joined have tabs of their own.
  const projects = useMemo(() => listed?.filter((project) => !takesPart(project, user._id)), [listed, user._id]);
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
            <ErrorLine>{isFetchNextPageError ? errorMessage(error) : undefined}</ErrorLine>
            <Button pending={isFetchingNextPage} onClick={() => fetchNextPage()}>
              {isFetchNextPageError ? copy.retry : 'Show more'}
            </Button>
          </div>
        )
      }
    />
  );
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
