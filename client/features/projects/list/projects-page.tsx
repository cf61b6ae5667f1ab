import { useState } from 'react';
import { useAddress } from '#client/dom/use-address.ts';
import { projectsApi } from '#client/store/api/projects-api.ts';
import { beginNotificationCounts, useNotificationCounts } from '#client/store/api/use-notification-counts.ts';
import type { BeginScreen } from '#client/store/begin-screen.ts';
import { ownIn } from '#client/store/slices/auth-slice.ts';
import { ButtonLink } from '#client/ui/button-link.tsx';
import { askForFirstPictures } from '#client/ui/picture/first-pictures.ts';
import { Screen } from '#client/ui/screen.tsx';
import { type Tab, Tabs } from '#client/ui/tabs.tsx';
import { to } from '#shared/routes.ts';
import { Explore, useCanExplore } from './explore.tsx';
import { InterestedAndAccepted } from './interested-and-accepted.tsx';
import { Mine } from './mine.tsx';

type TabId = 'mine' | 'interested' | 'explore';

const mine: Tab<TabId> = { id: 'mine', label: 'Mine' };
const interested: Tab<TabId> = { id: 'interested', label: 'Interested & accepted' };
const explore: Tab<TabId> = { id: 'explore', label: 'Explore' };

export function ProjectsPage() {
  const [params, write] = useAddress();
  const canExplore = useCanExplore({ isOpen: params.get('tab') === 'explore' });
  const counts = useNotificationCounts();
  const askers = counts?.askers ?? 0;
  // The other tabs do not move when the count comes after them.
  const [keepsPlace] = useState(counts === undefined);
  const own = {
    ...mine,
    keepsPlace,
    count: { count: askers, word: askers === 1 ? 'person asks to join' : 'people ask to join' },
  };
  const tabs = canExplore ? [own, interested, explore] : [own, interested];
  const current = tabs.find(({ id }) => id === params.get('tab'))?.id ?? 'mine';
  // Another tab has other skills, so the skill filter goes; the sort order stays.
  const select = (id: TabId) => write({ skill: '', tab: id === 'mine' ? '' : id });
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

ProjectsPage.begin = (async (store, { query }, signal) => {
  const own = ownIn(store.getState());
  const { exploreProjects, exploreProbe, interestedAndAcceptedProjects, personalProjects } = projectsApi.endpoints;
  const once = { subscribe: false } as const;
  const tab = query.get('tab');
  const [all, asked, personal] = await Promise.all([
    tab === 'explore' && store.dispatch(exploreProjects.initiate(undefined, once)),
    tab === 'interested' && store.dispatch(interestedAndAcceptedProjects.initiate(undefined, once)),
    own && !query.has('tab') && store.dispatch(personalProjects.initiate({ userId: own._id }, once)),
    tab !== 'explore' && store.dispatch(exploreProbe.initiate(undefined, once)),
    beginNotificationCounts(store),
  ]);
  if (personal) askForFirstPictures(personal.data, ['projectImage'], signal);
  else askForFirstPictures((asked || all || undefined)?.data, ['projectImage', 'photoUrl'], signal);
}) satisfies BeginScreen;
