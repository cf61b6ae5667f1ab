import { useDeferredValue, useEffect, useMemo, useRef, useState } from 'react';
import { useThread } from '#client/api/chat/chat-api.ts';
import { mostListed } from '#client/api/lists/pages.ts';
import { useConnectionsQuery } from '#client/api/people-api.ts';
import { useAnnounced } from '#client/lib/dom/announce.tsx';
import { useAddress, useTyped } from '#client/lib/dom/use-address.ts';
import { failureOf } from '#client/lib/text/api-error.ts';
import { useLive } from '#client/live/live-context.ts';
import { useAppSelector } from '#client/state/hooks.ts';
import { Button } from '#client/ui/button.tsx';
import { Screen } from '#client/ui/screen.tsx';
import { ListGoesOn } from '#client/ui/state/empty-state.tsx';
import { ErrorState, ServerWords } from '#client/ui/state/errors.tsx';
import { RowBones } from '#client/ui/state/skeleton.tsx';
import type { User } from '#shared/api/users.ts';
import {
  byName,
  ConnectionList,
  ConnectionsSearch,
  matching,
  NobodyFound,
  NobodyYet,
  Row,
} from './connection-list.tsx';

export function ConnectionsPage() {
  const connections = useConnectionsQuery();
  const waiting = useAppSelector((state) => state.requests.items?.length ?? 0);
  const [params, write] = useAddress();
  const { text: query, setText: setQuery, commit } = useTyped(params.get('q') ?? '', (text) => write({ q: text }));
  const filter = useDeferredValue(query);
  const box = useRef<HTMLInputElement>(null);
  const listed = connections.data?.unlisted ? undefined : connections.data;
  const people = listed?.people;
  usePresenceOf(people);

  const all = useMemo(() => byName(people ?? []), [people]);
  const rows = useMemo(() => matching(all, filter), [all, filter]);
  // Former members have no name to search for.
  const former = filter.trim() === '' ? (listed?.former ?? 0) : 0;
  const total = (people?.length ?? 0) + (listed?.former ?? 0);
  useAnnounced(listed && (filter.trim() === '' ? countOf(total) : `${rows.length} found`));
  const title = listed ? `Connections (${total})` : 'Connections';

  return (
    <Screen title={title} narrow>
      {connections.error !== undefined && !connections.data && (
        <ErrorState error={connections.error} onRetry={connections.refetch} />
      )}
      {connections.data?.unlisted && (
        <ConnectionsFromMemory error={connections.data.unlisted} peerIds={connections.data.peerIds ?? []} />
      )}
      {connections.isLoading && <RowBones />}
      {listed && total === 0 && <NobodyYet waiting={waiting} />}
      {listed && total > 0 && (
        <>
          <ConnectionsSearch ref={box} query={query} onQuery={setQuery} onClear={() => commit('')} />
          {rows.length + former === 0 ? (
            <NobodyFound
              filter={filter}
              onClear={() => {
                commit('');
                box.current?.focus();
              }}
            />
          ) : (
            <ConnectionList people={rows} former={former} />
          )}
          {total >= mostListed && <ListGoesOn shown={total} />}
        </>
      )}
    </Screen>
  );
}

/** Follows who of these people is online, while the page is open. */
function usePresenceOf(people: readonly User[] | undefined): void {
  const live = useLive();
  useEffect(() => people && live?.watch(people.map(({ _id }) => _id)), [live, people]);
}

function countOf(total: number): string {
  return total === 1 ? '1 connection' : `${total} connections`;
}

/** Each row loads its chat by a call of its own, so the rows are shown in steps. */
const step = 20;

/** For an upstream that fails to list the connections: those of the people this device knows with whom a chat is open. */
export function ConnectionsFromMemory({ error, peerIds }: { error: unknown; peerIds: readonly string[] }) {
  const [most, setMost] = useState(step);
  const { message, details } = failureOf(error);
  return (
    <>
      <div className="mb-4 max-w-[68ch] text-muted text-small">
        <p>
          This server cannot list your connections: one of them may have deleted their account. Here are those whom you
          asked, or talked to, on this device.
        </p>
        <ServerWords words={details ?? message} />
      </div>
      <ul className="card divide-y divide-base-300 empty:hidden">
        {peerIds.slice(0, most).map((peerId) => (
          <Peer key={peerId} peerId={peerId} />
        ))}
      </ul>
      {peerIds.length > most && (
        <div className="mt-4 flex justify-center">
          <Button onClick={() => setMost(most + step)}>Show more</Button>
        </div>
      )}
    </>
  );
}

/** The chat is open to connections only: its reply tells that the person is one. */
function Peer({ peerId }: { peerId: string }) {
  const { chat: data } = useThread(peerId);
  const person = data?.participants.find((participant) => participant?._id === peerId);
  if (!data || !person) return null;
  return <Row person={person} />;
}
