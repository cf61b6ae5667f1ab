import { useDeferredValue, useEffect, useMemo, useRef } from 'react';
import { useAnnounced } from '#client/dom/announce.tsx';
import { useAddress } from '#client/dom/use-address.ts';
import { useTyped } from '#client/dom/use-typed.ts';
import { useLive } from '#client/live/live-context.ts';
import { mostListed } from '#client/store/api/lists/pages.ts';
import { useConnectionsQuery } from '#client/store/api/people-api.ts';
import { useAppSelector } from '#client/store/hooks.ts';
import { Screen } from '#client/ui/screen.tsx';
import { ListGoesOn } from '#client/ui/state/empty-state.tsx';
import { ErrorState } from '#client/ui/state/errors.tsx';
import { RowBones } from '#client/ui/state/skeleton.tsx';
import type { User } from '#shared/api/users.ts';
import { byName, ConnectionList, ConnectionsSearch, matching, NobodyFound, NobodyYet } from './connection-list.tsx';

import { ConnectionsFromMemory } from './connections-from-memory.tsx';

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
