import { useState } from 'react';
import { useAddress } from '#client/dom/use-address.ts';
import { useNotificationCounts } from '#client/store/api/notifications/use-notification-counts.ts';
import { ButtonLink } from '#client/ui/button-link.tsx';
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
