import { Compass, FolderKanban } from 'lucide-react';
import { useMemo } from 'react';
import { Link } from 'react-router-dom';
import { useAddress } from '#client/dom/use-address.ts';
import { useCapabilitiesKnown, useCapability } from '#client/store/api/capabilities.ts';
import { useConnectionsQuery } from '#client/store/api/people-api.ts';
import {
  useExploreProjectsInfiniteQuery,
  useInterestedAndAcceptedProjectsQuery,
  usePersonalProjectsQuery,
} from '#client/store/api/projects-api.ts';
import { useNotificationCounts } from '#client/store/api/use-notification-counts.ts';
import { useOwnUser } from '#client/store/hooks.ts';
import { isApiError } from '#client/text/api-error.ts';
import { cardWord, saidWord } from '#client/text/project-relation.ts';
import { Button } from '#client/ui/button.tsx';
import { EmptyState } from '#client/ui/empty-state.tsx';
import { Screen } from '#client/ui/screen.tsx';
import { type Tab, Tabs } from '#client/ui/tabs.tsx';
import type { Project } from '#shared/api/projects.ts';
import { to } from '#shared/routes.ts';
import { ProjectList } from './project-list.tsx';

type TabId = 'mine' | 'interested' | 'explore';

const mine: Tab<TabId> = { id: 'mine', label: 'Mine' };
const interested: Tab<TabId> = { id: 'interested', label: 'Interested & accepted' };
const explore: Tab<TabId> = { id: 'explore', label: 'Explore' };

/** Own projects, those one asked for, and everyone's. */
export function ProjectsPage() {
  const [params, write] = useAddress();
  const canExplore = useCanExplore();
  const askers = useNotificationCounts()?.askers ?? 0;
  const own = { ...mine, count: { count: askers, word: askers === 1 ? 'person asks to join' : 'people ask to join' } };
  const tabs = canExplore ? [own, interested, explore] : [own, interested];
  const current = tabs.find(({ id }) => id === params.get('tab'))?.id ?? 'mine';
  // The filter belongs to a tab's own list; the order is a taste and stays.
  const select = (id: TabId) => write({ skill: '', tab: id === 'mine' ? '' : id });
  return (
    <Screen
      title="Projects"
      actions={
        <Link to={to.createProject()} className="btn btn-primary">
          Create a Project
        </Link>
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

/** The call for all projects is in no list of calls: where it does not exist, its tab does not either. */
function useCanExplore(): boolean {
  const { error } = useExploreProjectsInfiniteQuery();
  return !(isApiError(error) && [400, 403, 404, 405].includes(error.status));
}

function Mine() {
  const user = useOwnUser();
  const { data, error, isFetching, refetch } = usePersonalProjectsQuery(user._id, { refetchOnReconnect: true });
  return (
    <ProjectList
      projects={data}
      error={error}
      retrying={isFetching}
      onRetry={refetch}
      relationOf={() => ({ relation: 'mine' })}
      creatorShown={false}
      empty={
        <EmptyState
          title="Show what you are building"
          icon={<FolderKanban size={24} strokeWidth={1.75} />}
          actions={
            <Link to={to.createProject()} className="btn btn-primary">
              Create a Project
            </Link>
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
  const says = useSaysRelation();
  const { data, error, isFetching, refetch } = useInterestedAndAcceptedProjectsQuery(undefined, {
    refetchOnMountOrArgChange: true,
    refetchOnFocus: true,
    refetchOnReconnect: true,
  });
  const { data: connections } = useConnectionsQuery();
  const connectionIds = useMemo(() => new Set(connections?.people.map(({ _id }) => _id)), [connections]);
  return (
    <>
      <p className="mb-4 max-w-[68ch] text-balance text-small text-muted">{helpLine(says)}</p>
      <ProjectList
        projects={data}
        error={error}
        retrying={isFetching}
        onRetry={refetch}
        relationOf={(project: Project) => cardWord(project, { ownId: user._id, connectionIds })}
        empty={
          <EmptyState
            title="Nothing here yet"
            icon={<Compass size={24} strokeWidth={1.75} />}
            actions={
              <>
                <Link to={to.feed()} className="btn btn-primary">
                  Open feed
                </Link>
                {says && (
                  <Link to={`${to.projects()}?tab=explore`} className="btn btn-outline">
                    Explore projects
                  </Link>
                )}
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

/** True, false, or true while it is not known: our own words are the likelier ones. */
function useSaysRelation(): boolean {
  const known = useCapabilitiesKnown();
  return useCapability('projects.interest') || !known;
}

function helpLine(says: boolean): string {
  return says
    ? 'Projects you asked to join and still wait for, and projects that accepted you. Each card says which.'
    : 'Your projects, and those of people with whom a request is pending or accepted. Each card says which.';
}

function Explore() {
  const user = useOwnUser();
  const { data, error, isFetching, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } =
    useExploreProjectsInfiniteQuery(undefined, { refetchOnReconnect: true });
  const projects = useMemo(() => data?.pages.flatMap((page) => page.project), [data]);
  return (
    <ProjectList
      projects={projects}
      error={error}
      retrying={isFetching}
      onRetry={refetch}
      relationOf={(project) => saidWord(project, user._id)}
      empty={
        <EmptyState
          title="No projects yet"
          icon={<FolderKanban size={24} strokeWidth={1.75} />}
          actions={
            <Link to={to.createProject()} className="btn btn-primary">
              Create a Project
            </Link>
          }
        >
          Yours could be the first one here.
        </EmptyState>
      }
      more={
        hasNextPage && (
          <Button className="self-center" pending={isFetchingNextPage} onClick={() => fetchNextPage()}>
            Show more
          </Button>
        )
      }
    />
  );
}
