import { useSearchParams } from 'react-router-dom';
import { useAppSelector } from '#client/state/hooks.ts';
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
