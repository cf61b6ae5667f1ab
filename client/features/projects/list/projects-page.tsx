import Compass from 'lucide-react/icons/compass';
import FolderKanban from 'lucide-react/icons/folder-kanban';
import { useMemo, useState } from 'react';
import { freshForSeconds } from '#client/api/base-api.ts';
import { useCapability } from '#client/api/capabilities.ts';
import { useNotificationCounts } from '#client/api/notifications/notifications-api.ts';
import { useConnectionsQuery } from '#client/api/people-api.ts';
import { useInterestedAndAcceptedProjectsQuery, usePersonalProjectsQuery } from '#client/api/projects-api.ts';
import { useAddress } from '#client/lib/dom/use-address.ts';
import { cardWord } from '#client/lib/text/project-words.ts';
import { useOwnUser } from '#client/state/hooks.ts';
import { ButtonLink } from '#client/ui/button.tsx';
import { Screen } from '#client/ui/screen.tsx';
import { EmptyState } from '#client/ui/state/empty-state.tsx';
import { type Tab, Tabs } from '#client/ui/tabs.tsx';
import type { Project } from '#shared/api/projects.ts';
import { to } from '#shared/routes.ts';
import { Explore } from './explore.tsx';
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

export function InterestedAndAccepted() {
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
      <p className="mb-4 max-w-[68ch] text-balance text-small text-muted">{helpLine(says)}</p>
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

function helpLine(says: boolean): string {
  return says
    ? 'Projects you asked to join and still wait for, and projects that accepted you. Each card says which.'
    : 'Your projects, and those of people with whom a request is pending or accepted. The cards of others say which.';
}
