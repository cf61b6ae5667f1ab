import { MessageSquare, Users } from 'lucide-react';
import { useDeferredValue, useEffect, useMemo, useRef } from 'react';
import { Link } from 'react-router-dom';
import { classNames } from '#client/dom/class-names.ts';
import { listKeys } from '#client/dom/list-keys.ts';
import { useAddress } from '#client/dom/use-address.ts';
import { useAnnounced } from '#client/dom/use-announced.ts';
import { useTyped } from '#client/dom/use-typed.ts';
import { useCapability } from '#client/store/api/capabilities.ts';
import { useConnectionsQuery } from '#client/store/api/people-api.ts';
import { useConversationList } from '#client/store/chat/use-conversation-list.ts';
import { useAppSelector, useOwnUser } from '#client/store/hooks.ts';
import { useLive } from '#client/store/live/live-context.ts';
import { messageExcerpt } from '#client/text/message-format.ts';
import { fullName } from '#client/text/person.ts';
import { Avatar } from '#client/ui/avatar.tsx';
import { Button } from '#client/ui/button.tsx';
import { Count } from '#client/ui/count.tsx';
import { EmptyState } from '#client/ui/empty-state.tsx';
import { ErrorState } from '#client/ui/error-state.tsx';
import { OnlineTag } from '#client/ui/online-tag.tsx';
import { RelativeTime } from '#client/ui/relative-time.tsx';
import { Screen } from '#client/ui/screen.tsx';
import { RowBones } from '#client/ui/skeleton.tsx';
import { StaleNotice } from '#client/ui/stale-notice.tsx';
import type { User } from '#shared/api/users.ts';
import { to } from '#shared/routes.ts';
import { type ConnectionOrder, type ConnectionRow, rowsOf } from './connection-rows.ts';
import { MarkAllRead } from './mark-all-read.tsx';

export function ConnectionsPage() {
  const connections = useConnectionsQuery(undefined, { refetchOnReconnect: true });
  const hasChatList = useCapability('chat.list');
  const { conversations, hasMore, loadMore, retryMore } = useConversationList();
  // In this list everybody has their last message, and a place by it.
  useEffect(() => loadMore?.(), [loadMore]);
  const waiting = useAppSelector((state) => state.requests.items?.length ?? 0);
  const [params, write] = useAddress();
  const {
    text: query,
    setText: setQuery,
    settle,
    settled,
  } = useTyped(params.get('q') ?? '', (text) => write({ q: text }));
  const order: ConnectionOrder = hasChatList && params.get('order') !== 'name' ? 'recent' : 'name';
  const filter = useDeferredValue(query);
  const ownId = useOwnUser()._id;
  const box = useRef<HTMLInputElement>(null);
  const people = connections.data?.people;
  usePresenceOf(people);

  const rows = useMemo(
    () => rowsOf(people ?? [], conversations, { filter, order }),
    [people, conversations, filter, order],
  );
  // Nobody can look for somebody of whom not even the name is left.
  const former = filter.trim() === '' ? (connections.data?.former ?? 0) : 0;
  const total = (people?.length ?? 0) + (connections.data?.former ?? 0);
  useAnnounced(connections.data && (filter.trim() === '' ? countOf(total) : `${rows.length} found`));
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
          {connections.isError && <StaleNotice onRetry={connections.refetch} retrying={connections.isFetching} />}
          <search className="mb-4 flex flex-wrap items-center gap-3">
            <input
              ref={box}
              type="search"
              className="input min-w-0 flex-1"
              placeholder="Search connections"
              aria-label="Search connections"
              value={query}
              onChange={(event) => setQuery(event.target.value)}
              onKeyDown={(event) => event.key === 'Escape' && !event.nativeEvent.isComposing && settle('')}
            />
            {hasChatList && (
              <select
                className="select w-auto"
                aria-label="Sort by"
                value={order}
                onChange={(event) => write({ q: settled(), order: event.target.value === 'name' ? 'name' : '' })}
              >
                <option value="recent">Recent chat</option>
                <option value="name">Name</option>
              </select>
            )}
          </search>
          {(!hasMore || retryMore) && <MarkAllRead conversations={conversations} />}
          {rows.length + former === 0 ? (
            <EmptyState
              title="Nobody by that name"
              actions={
                <Button
                  onClick={() => {
                    settle('');
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
            <ul className="card divide-y divide-base-300" onKeyDown={listKeys}>
              {rows.map((row) => (
                <Row key={row.person._id} row={row} ownId={ownId} />
              ))}
              {Array.from({ length: former }, (_, row) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: they have no identity any more
                <FormerMember key={row} />
              ))}
            </ul>
          )}
        </>
      )}
    </Screen>
  );
}

/** Who of them is online is asked for as long as they are on screen. */
function usePresenceOf(people: readonly User[] | undefined): void {
  const live = useLive();
  useEffect(() => people && live?.watch(people.map(({ _id }) => _id)), [live, people]);
}

function countOf(total: number): string {
  return total === 1 ? '1 connection' : `${total} connections`;
}

function Row({ row: { person, last, unread }, ownId }: { row: ConnectionRow; ownId: string }) {
  const name = fullName(person);
  const isOnline = useAppSelector((state) => state.live.online[person._id] === true);
  return (
    <li className="relative flex min-h-16 items-center gap-3 p-3 hover:bg-base-200 sm:p-4">
      <Avatar person={person} size={44} />
      <div className="min-w-0 flex-1">
        {/* Where text is so large that both do not fit, the time goes below: the name is never what gives way. */}
        <p className="flex min-w-0 items-baseline justify-between gap-x-2 max-sm:flex-wrap sm:justify-start">
          <Link
            to={to.otherProfile(person._id)}
            data-row
            className={classNames(
              'truncate after:absolute after:inset-0 max-sm:min-w-0 max-sm:flex-[1_1_5rem]',
              unread > 0 ? 'font-bold' : 'font-semibold',
            )}
            dir="auto"
          >
            {name}
          </Link>
          {last && <RelativeTime iso={last.createdAt} />}
        </p>
        {/* Its height stays when there is nothing to say: the name does not move when somebody comes online. */}
        <p className="flex min-h-5 items-center gap-2 text-small">
          {isOnline && <OnlineTag />}
          <span
            className={classNames('min-w-0 flex-1 truncate', unread > 0 ? 'text-base-content' : 'text-muted')}
            dir="auto"
          >
            {last
              ? last.senderId === ownId
                ? `You: ${messageExcerpt(last.text)}`
                : messageExcerpt(last.text)
              : (person.headline ?? person.about)}
          </span>
          {unread > 0 && <Count count={unread} word="unread" />}
        </p>
      </div>
      <Link to={to.chat(person._id)} data-message className="btn btn-outline relative" aria-label={`Message ${name}`}>
        <MessageSquare size={16} strokeWidth={1.75} aria-hidden="true" />
        <span className="hidden sm:inline">Message</span>
      </Link>
    </li>
  );
}

/** Where another upstream lists a connection whose account is gone: there is nobody to look at, or to write to. */
function FormerMember() {
  return (
    <li className="flex min-h-16 items-center gap-3 p-3 sm:p-4">
      <Avatar person={null} size={44} />
      <div className="min-w-0 flex-1">
        <p className="font-semibold text-muted">{fullName(null)}</p>
        <p className="text-muted text-small">This account is gone.</p>
      </div>
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
