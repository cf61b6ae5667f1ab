import SearchX from 'lucide-react/icons/search-x';
import Users from 'lucide-react/icons/users';
import { useDeferredValue, useEffect, useMemo, useRef } from 'react';
import { useThread } from '#client/api/chat/chat-api.ts';
import { mostListed } from '#client/api/pages.ts';
import { useConnectionsQuery } from '#client/api/people-api.ts';
import { useAnnounced } from '#client/lib/dom/announce.tsx';
import { useAddress, useTyped } from '#client/lib/dom/use-address.ts';
import { failureOf } from '#client/lib/text/api-error.ts';
import { counted } from '#client/lib/text/short-count.ts';
import { useLive } from '#client/live/live-context.ts';
import { useAppSelector } from '#client/state/hooks.ts';
import { Button, ButtonLink } from '#client/ui/button.tsx';
import { SearchInput } from '#client/ui/form/search-input.tsx';
import { Screen } from '#client/ui/screen.tsx';
import { EmptyState, ListGoesOn, RowsInSteps } from '#client/ui/state/empty-state.tsx';
import { ErrorState, ServerWords } from '#client/ui/state/errors.tsx';
import { RowBones } from '#client/ui/state/skeleton.tsx';
import { to } from '#shared/routes.ts';
import { byName, ConnectionList, matching, Row } from './connection-list.tsx';

export function ConnectionsPage() {
  const connections = useConnectionsQuery();
  const waiting = useAppSelector((state) => state.requests.items?.length ?? 0);
  const [params, write] = useAddress();
  const { text: query, setText: setQuery, commit } = useTyped(params.get('q') ?? '', (text) => write({ q: text }));
  const filter = useDeferredValue(query);
  const box = useRef<HTMLInputElement>(null);
  const listed = connections.data?.unlisted ? undefined : connections.data;
  const people = listed?.people;
  const live = useLive();
  // Follows who of these people is online, while the page is open.
  useEffect(() => people && live?.watch(people.map(({ _id }) => _id)), [live, people]);

  const all = useMemo(() => byName(people ?? []), [people]);
  const rows = useMemo(() => matching(all, filter), [all, filter]);
  // Former members have no name to search for.
  const former = filter.trim() === '' ? (listed?.former ?? 0) : 0;
  const total = (people?.length ?? 0) + (listed?.former ?? 0);
  useAnnounced(listed && (filter.trim() === '' ? counted(total, 'connection') : `${rows.length} found`));
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
      {listed && total === 0 && (
        <EmptyState
          title="No connections yet"
          icon={<Users size={24} strokeWidth={1.75} />}
          actions={
            <>
              <ButtonLink to={to.feed()} look="primary">
                Open feed
              </ButtonLink>
              <ButtonLink to={to.requests()}>See requests ({waiting})</ButtonLink>
            </>
          }
        >
          When somebody you are interested in is interested too, you meet here.
        </EmptyState>
      )}
      {listed && total > 0 && (
        <>
          <search className="mb-4 flex flex-wrap items-center gap-3">
            <SearchInput
              ref={box}
              label="Search connections"
              text={query}
              onText={setQuery}
              onKeyDown={(event) => {
                if (event.key === 'Escape' && !event.nativeEvent.isComposing) commit('');
              }}
            />
          </search>
          {rows.length + former === 0 ? (
            <EmptyState
              title="Nobody by that name"
              icon={<SearchX size={24} strokeWidth={1.75} />}
              actions={
                <Button
                  onClick={() => {
                    commit('');
                    box.current?.focus();
                  }}
                >
                  Clear the search
                </Button>
              }
            >
              Nothing among your connections fits “{filter}”.
            </EmptyState>
          ) : (
            <ConnectionList people={rows} former={former} />
          )}
          {total >= mostListed && <ListGoesOn shown={total} />}
        </>
      )}
    </Screen>
  );
}

/** For an upstream that fails to list the connections: those of the people this device knows with whom a chat is open. */
function ConnectionsFromMemory({ error, peerIds }: { error: unknown; peerIds: readonly string[] }) {
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
      <RowsInSteps items={peerIds} row={(peerId) => <Peer key={peerId} peerId={peerId} />} />
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
