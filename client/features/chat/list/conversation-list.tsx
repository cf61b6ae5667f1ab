import { useEffect, useRef, useState } from 'react';
import { NavLink } from 'react-router-dom';
import { classNames } from '#client/dom/class-names.ts';
import { useAppSelector } from '#client/store/hooks.ts';
import { copy } from '#client/text/copy.ts';
import { fullName } from '#client/text/person.ts';
import { Button } from '#client/ui/button.tsx';
import { Count } from '#client/ui/count.tsx';
import { SearchInput } from '#client/ui/form/search-input.tsx';
import { Avatar } from '#client/ui/person/avatar.tsx';
import { OnlineTag } from '#client/ui/person/online-tag.tsx';
import { RelativeTime } from '#client/ui/relative-time.tsx';
import { Spinner } from '#client/ui/state/spinner.tsx';
import { to } from '#shared/routes.ts';
import { type ConversationRow, conversationRows } from './conversation-rows.ts';
import { useConversations } from './use-conversations.ts';

/** The list beside the thread on wide screens. */
export function ConversationList({ ownId, currentId }: { ownId: string; currentId: string }) {
  const { conversations, connections, isLoading, hasMore, loadMore, retryMore } = useConversations();
  const [filter, setFilter] = useState('');
  const rows = conversationRows(conversations, connections, ownId, filter);
  return (
    <aside
      aria-label="Conversations"
      className="flex w-80 shrink-0 flex-col border-e border-base-300 bg-base-100"
      data-conversations
    >
      <search className="flex p-3">
        <SearchInput
          label="Search conversations"
          text={filter}
          onText={setFilter}
          onKeyDown={(event) => {
            if (event.key !== 'Escape' || filter === '') return;
            event.stopPropagation();
            setFilter('');
          }}
        />
      </search>
      <ul className="relative min-h-0 flex-1 overflow-y-auto px-2 py-1">
        {rows.map((row) => (
          <Row key={row.person._id} row={row} isCurrent={row.person._id === currentId} />
        ))}
        {/* While searching, the few rows leave the end in view, so all pages are loaded one by one. */}
        {hasMore && <ListEnd loadMore={loadMore} retryMore={retryMore} />}
        {rows.length === 0 && !isLoading && !hasMore && (
          <li className="px-3 py-6 text-center text-muted text-small">
            {filter === '' ? 'Your connections appear here.' : 'Nobody by that name.'}
          </li>
        )}
      </ul>
    </aside>
  );
}

interface ListEndProps {
  loadMore: (() => void) | undefined;
  retryMore: (() => void) | undefined;
}

/** Stands after the last row: loads the next page once it is in view. */
function ListEnd({ loadMore, retryMore }: ListEndProps) {
  const end = useRef<HTMLLIElement>(null);
  useEffect(() => {
    if (!loadMore || !end.current) return;
    const observer = new IntersectionObserver((entries) => entries.at(-1)?.isIntersecting && loadMore(), {
      root: end.current.parentElement,
      rootMargin: '400px',
    });
    observer.observe(end.current);
    return () => observer.disconnect();
  }, [loadMore]);
  return (
    <li ref={end} className="flex justify-center p-3">
      {retryMore ? <Button onClick={retryMore}>{copy.retry}</Button> : <Spinner />}
    </li>
  );
}

function Row({
  row: { person, line, at, unread, isBlocked },
  isCurrent,
}: {
  row: ConversationRow;
  isCurrent: boolean;
}) {
  const isOnline = useAppSelector((state) => state.live.online[person._id] === true);
  const isTyping = useAppSelector((state) => state.live.typing[person._id] === true);
  return (
    <li>
      <NavLink
        to={to.chat(person._id)}
        className={classNames(
          'flex items-center gap-3 rounded-field px-3 py-2.5',
          isCurrent ? 'bg-base-200' : 'hover:bg-base-200',
        )}
        data-conversation={person._id}
      >
        <Avatar person={person} size={40} />
        <span className="min-w-0 flex-1">
          <span className="flex items-baseline gap-2">
            <span className={classNames('truncate', unread > 0 ? 'font-bold' : 'font-medium')} dir="auto">
              {fullName(person)}
            </span>
            {at !== undefined && (
              <span className="ms-auto shrink-0">
                <RelativeTime iso={at} />
              </span>
            )}
          </span>
          <span className="flex items-center gap-2">
            {isOnline && <OnlineTag />}
            {isBlocked && <span className="shrink-0 text-micro text-muted">Blocked</span>}
            <span
              className={classNames(
                'min-w-0 flex-1 truncate text-small',
                unread > 0 ? 'text-base-content' : 'text-muted',
              )}
              dir="auto"
            >
              {isTyping ? 'typing…' : line || person.headline || ' '}
            </span>
            {unread > 0 && <Count count={unread} word="unread" />}
          </span>
        </span>
      </NavLink>
    </li>
  );
}
