import { useDeferredValue, useEffect, useMemo, useRef } from 'react';
import { useAnnounced } from '#client/dom/focus/use-announced.ts';
import { useAddress } from '#client/dom/use-address.ts';
import { useTyped } from '#client/dom/use-typed.ts';
import { useCapability } from '#client/store/api/capabilities.ts';
import { beginConversations, useConversationList } from '#client/store/api/chat/use-conversation-list.ts';
import { peopleApi, useConnectionsQuery } from '#client/store/api/people-api.ts';
import type { BeginScreen } from '#client/store/begin-screen.ts';
import { useLive } from '#client/store/events/live-context.ts';
import { useAppSelector } from '#client/store/hooks.ts';
import { askForFirstPictures } from '#client/ui/picture/first-pictures.ts';
import { Screen } from '#client/ui/screen.tsx';
import { ErrorState } from '#client/ui/state/error-state.tsx';
import { RowBones } from '#client/ui/state/skeleton.tsx';
import type { User } from '#shared/api/users.ts';
import { ConnectionList } from './connection-list.tsx';
import { type ConnectionOrder, matching, rowsOf } from './connection-rows.ts';
import { ConnectionsFromMemory } from './connections-from-memory.tsx';
import { ConnectionsSearch } from './connections-search.tsx';
import { MarkAllRead } from './mark-all-read.tsx';
import { NobodyFound, NobodyYet } from './no-connections.tsx';

export function ConnectionsPage() {
  const connections = useConnectionsQuery();
  const hasChatList = useCapability('chat.list');
  const { conversations, hasAnswered, hasMore, loadMore, retryMore } = useConversationList();
  // Each connection is ordered by its last message, so every page of conversations is needed.
  useEffect(() => loadMore?.(), [loadMore]);
  const waiting = useAppSelector((state) => state.requests.items?.length ?? 0);
  const [params, write] = useAddress();
  const {
    text: query,
    setText: setQuery,
    commit,
    committed,
  } = useTyped(params.get('q') ?? '', (text) => write({ q: text }));
  const order: ConnectionOrder = hasChatList && params.get('order') !== 'name' ? 'recent' : 'name';
  const filter = useDeferredValue(query);
  const box = useRef<HTMLInputElement>(null);
  const listed = connections.data?.unlisted ? undefined : connections.data;
  const people = listed?.people;
  usePresenceOf(people);
  // The last messages order the rows: a list that came before them would be shown twice, in two orders.
  const isShown = listed !== undefined && hasAnswered;

  const all = useMemo(() => rowsOf(people ?? [], conversations, order), [people, conversations, order]);
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
      {connections.data?.unlisted && <ConnectionsFromMemory error={connections.data.unlisted} />}
      {(connections.isLoading || (total > 0 && !isShown)) && <RowBones />}
      {listed && total === 0 && <NobodyYet waiting={waiting} />}
      {isShown && total > 0 && (
        <>
          <ConnectionsSearch
            ref={box}
            query={query}
            onQuery={setQuery}
            onClear={() => commit('')}
            order={hasChatList ? order : undefined}
            onOrder={(next) => write({ q: committed(), order: next === 'name' ? 'name' : '' })}
          />
          <MarkAllRead conversations={conversations} isComplete={!hasMore || retryMore !== undefined} />
          {rows.length + former === 0 ? (
            <NobodyFound
              filter={filter}
              onClear={() => {
                commit('');
                box.current?.focus();
              }}
            />
          ) : (
            <ConnectionList rows={rows} former={former} />
          )}
        </>
      )}
    </Screen>
  );
}

ConnectionsPage.begin = (async (store, _address, signal) => {
  const [{ data }] = await Promise.all([
    store.dispatch(peopleApi.endpoints.connections.initiate(undefined, { subscribe: false })),
    beginConversations(store),
  ]);
  askForFirstPictures(data, ['photoUrl'], signal);
}) satisfies BeginScreen;

/** Follows who of these people is online, while the page is open. */
function usePresenceOf(people: readonly User[] | undefined): void {
  const live = useLive();
  useEffect(() => people && live?.watch(people.map(({ _id }) => _id)), [live, people]);
}

function countOf(total: number): string {
  return total === 1 ? '1 connection' : `${total} connections`;
}
