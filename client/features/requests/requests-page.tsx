import { useSearchParams } from 'react-router-dom';
import { loadCapabilities } from '#client/store/api/capabilities.ts';
import { peopleApi } from '#client/store/api/people-api.ts';
import type { BeginScreen } from '#client/store/begin-screen.ts';
import { useAppSelector } from '#client/store/hooks.ts';
import { askForFirstPictures } from '#client/ui/picture/first-pictures.ts';
import { Screen } from '#client/ui/screen.tsx';
import { Tabs } from '#client/ui/tabs.tsx';
import { ReceivedRequests } from './received-requests.tsx';
import { SentRequests } from './sent-requests.tsx';

type Tab = 'received' | 'sent';

export function RequestsPage() {
  const [params, setParams] = useSearchParams();
  const current: Tab = params.get('tab') === 'sent' ? 'sent' : 'received';
  const waiting = useAppSelector((state) => state.requests.items?.length);
  return (
    <Screen title="Requests" narrow>
      <Tabs
        label="Requests"
        tabs={[
          { id: 'received', label: waiting === undefined ? 'Received' : `Received (${waiting})` },
          { id: 'sent', label: 'Sent' },
        ]}
        current={current}
        onSelect={(tab) => setParams(tab === 'sent' ? { tab } : {}, { replace: true })}
      >
        {current === 'received' ? <ReceivedRequests /> : <SentRequests />}
      </Tabs>
    </Screen>
  );
}

RequestsPage.begin = (async (store, { query }, signal) => {
  const { received, sent } = peopleApi.endpoints;
  const isSent = query.get('tab') === 'sent';
  if (isSent && !(await loadCapabilities(store))?.includes('requests.sent')) return;
  const once = { subscribe: false } as const;
  if (isSent) {
    const { data } = await store.dispatch(sent.initiate(undefined, once));
    askForFirstPictures(data, ['photoUrl'], signal);
    return;
  }
  await store.dispatch(received.initiate(undefined, once));
  askForFirstPictures(store.getState().requests.items, ['photoUrl'], signal);
}) satisfies BeginScreen;
