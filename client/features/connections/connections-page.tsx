import { MessageSquare, Users } from 'lucide-react';
import { useDeferredValue, useMemo, useRef, useState } from 'react';
import { Link } from 'react-router-dom';
import { listKeys } from '#client/lib/list-keys.ts';
import { fullName } from '#client/lib/person.ts';
import { useCapability } from '#client/store/capabilities.ts';
import { useConversationsQuery } from '#client/store/chat-api.ts';
import { useAppSelector } from '#client/store/hooks.ts';
import { useConnectionsQuery } from '#client/store/people-api.ts';
import { Avatar } from '#client/ui/avatar.tsx';
import { Button } from '#client/ui/button.tsx';
import { EmptyState } from '#client/ui/empty-state.tsx';
import { ErrorState } from '#client/ui/error-state.tsx';
import { RelativeTime } from '#client/ui/relative-time.tsx';
import { Screen } from '#client/ui/screen.tsx';
import { RowBones } from '#client/ui/skeleton.tsx';
import { to } from '#shared/routes.ts';
import { type ConnectionOrder, type ConnectionRow, rowsOf } from './connection-rows.ts';

export function ConnectionsPage() {
  const connections = useConnectionsQuery();
  const hasChatList = useCapability('chat.list');
  const conversations = useConversationsQuery(undefined, { skip: !hasChatList });
  const waiting = useAppSelector((state) => state.requests.items?.length ?? 0);
  const [query, setQuery] = useState('');
  const [chosen, setChosen] = useState<ConnectionOrder>();
  const order = chosen ?? (hasChatList ? 'recent' : 'name');
  const filter = useDeferredValue(query);
  const list = useRef<HTMLUListElement>(null);

  const rows = useMemo(
    () => rowsOf(connections.data ?? [], conversations.data ?? [], { filter, order }),
    [connections.data, conversations.data, filter, order],
  );
  const total = connections.data?.length ?? 0;
  const title = connections.data ? `Connections (${total})` : 'Connections';

  return (
    <Screen title={title} narrow>
      {connections.isError && !connections.data && (
        <ErrorState error={connections.error} onRetry={connections.refetch} retrying={connections.isFetching} />
      )}
      {connections.isLoading && <RowBones />}
      {connections.data && total === 0 && <NobodyYet waiting={waiting} />}
      {total > 0 && (
        <>
          <search className="mb-4 flex flex-wrap items-center gap-3">
            <input
              type="search"
              className="input min-w-0 flex-1"
              placeholder="Search connections"
              aria-label="Search connections"
              value={query}
              onChange={(event) => setQuery(event.target.value)}
              onKeyDown={(event) => event.key === 'Escape' && setQuery('')}
            />
            {hasChatList && (
              <select
                className="select w-auto"
                aria-label="Sort by"
                value={order}
                onChange={(event) => setChosen(event.target.value as ConnectionOrder)}
              >
                <option value="recent">Recent chat</option>
                <option value="name">Name</option>
              </select>
            )}
          </search>
          <p role="status" className="sr-only">
            {filter === '' ? '' : `${rows.length} found`}
          </p>
          {rows.length === 0 ? (
            <EmptyState
              title="Nobody by that name"
              actions={<Button onClick={() => setQuery('')}>Clear the search</Button>}
            >
              Nothing among your connections fits “{filter}”.
            </EmptyState>
          ) : (
            <ul ref={list} className="card divide-y divide-base-300" onKeyDown={listKeys}>
              {rows.map((row) => (
                <Row key={row.person._id} row={row} />
              ))}
            </ul>
          )}
        </>
      )}
    </Screen>
  );
}

function Row({ row: { person, last, unread } }: { row: ConnectionRow }) {
  const name = fullName(person);
  return (
    <li className="relative flex min-h-16 items-center gap-3 p-3 hover:bg-base-200 sm:p-4">
      <Avatar person={person} size={44} />
      <div className="min-w-0 flex-1">
        <p className="flex min-w-0 items-baseline justify-between gap-2 sm:justify-start">
          <Link
            to={to.otherProfile(person._id)}
            data-row
            className="truncate font-semibold after:absolute after:inset-0"
            dir="auto"
          >
            {name}
          </Link>
          {last && <RelativeTime iso={last.createdAt} />}
        </p>
        <p className="truncate text-muted text-small" dir="auto">
          {last ? last.text : (person.headline ?? person.about)}
        </p>
      </div>
      {unread > 0 && (
        <span className="rounded-full bg-primary px-2 font-mono text-micro text-primary-content">
          {unread}
          <span className="sr-only"> unread</span>
        </span>
      )}
      <Link to={to.chat(person._id)} data-message className="btn btn-outline relative" aria-label={`Message ${name}`}>
        <MessageSquare size={16} strokeWidth={1.75} aria-hidden="true" />
        <span className="hidden sm:inline">Message</span>
      </Link>
    </li>
  );
}

function NobodyYet({ waiting }: { waiting: number }) {
  return (
    <EmptyState
      title="No connections yet"
      icon={<Users size={24} strokeWidth={1.75} />}
      actions={
        <>
          <Link to={to.feed()} className="btn btn-primary">
            Open feed
          </Link>
          <Link to={to.requests()} className="btn btn-outline">
            See requests ({waiting})
          </Link>
        </>
      }
    >
      When somebody you are interested in is interested too, you meet here.
    </EmptyState>
  );
}
