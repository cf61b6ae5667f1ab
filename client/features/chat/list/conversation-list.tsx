import CheckCheck from 'lucide-react/icons/check-check';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { NavLink } from 'react-router-dom';
import { useCapability } from '#client/api/capabilities.ts';
import { type ConversationKey, conversationHref } from '#client/api/chat/conversation-key.ts';
import { announce } from '#client/lib/dom/announce.tsx';
import { classNames } from '#client/lib/dom/class-names.ts';
import { copy } from '#client/lib/text/copy.ts';
import { useLive } from '#client/live/live-context.ts';
import { useAppSelector } from '#client/state/hooks.ts';
import { Button, ButtonLink } from '#client/ui/button.tsx';
import { Count } from '#client/ui/count.tsx';
import { SearchInput } from '#client/ui/form/search-input.tsx';
import { Avatar, Cover } from '#client/ui/person/avatar.tsx';
import { OnlineTag } from '#client/ui/person/relation.tsx';
import { RelativeTime } from '#client/ui/relative-time.tsx';
import { ErrorLine } from '#client/ui/state/errors.tsx';
import { Spinner } from '#client/ui/state/waiting.tsx';
import type { ListedConversation } from '#shared/api/chat.ts';
import { to } from '#shared/routes.ts';
import { FoundMessages } from '../find/found-messages.tsx';
import { type ConversationRow, conversationRows, useConversations } from './conversation-rows.ts';

interface Props {
  ownId: string;
  currentKey: ConversationKey | undefined;
  /** The screen's own heading, where the list is the screen; otherwise it stands beside a thread. */
  heading?: ReactNode;
}

/** All conversations, and what is found in them. */
export function ConversationList({ ownId, currentKey, heading }: Props) {
  const canSearch = useCapability('chat');
  const { conversations, connections, isLoading, hasMore, loadMore, retryMore } = useConversations({
    withSilent: true,
  });
  const live = useLive();
  useEffect(() => live?.watch(connections.map(({ _id }) => _id)), [live, connections]);
  const [filter, setFilter] = useState('');
  const rows = conversationRows(conversations, connections, ownId, filter);
  return (
    <ListFrame isScreen={heading !== undefined}>
      {heading !== undefined && (
        <div className="flex min-h-11 flex-wrap items-center justify-between gap-2 px-5 pt-4">
          {heading}
          <MarkAllRead conversations={conversations} isComplete={!hasMore || retryMore !== undefined} />
        </div>
      )}
      <search className="flex p-3">
        <SearchInput
          label={canSearch ? 'Search people and messages' : 'Search conversations'}
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
          <Row key={row.key} row={row} isCurrent={row.key === currentKey} />
        ))}
        {/* While searching, the few rows leave the end in view, so all pages are loaded one by one. */}
        {hasMore && <ListEnd loadMore={loadMore} retryMore={retryMore} />}
        {rows.length === 0 && !isLoading && !hasMore && (
          <li className="flex flex-col items-center gap-3 px-3 py-6 text-center text-muted text-small">
            {filter === '' ? 'Your connections appear here.' : 'Nobody by that name.'}
            {filter === '' && <ButtonLink to={to.feed()}>Open feed</ButtonLink>}
          </li>
        )}
        {canSearch && filter.trim().length >= 2 && <FoundMessages query={filter.trim()} ownId={ownId} />}
      </ul>
    </ListFrame>
  );
}

function ListFrame({ isScreen, children }: { isScreen: boolean; children: ReactNode }) {
  if (isScreen)
    return (
      <div
        className="flex min-h-0 min-w-0 flex-1 flex-col bg-base-100 lg:max-w-88 lg:border-base-300 lg:border-e"
        data-conversations
      >
        {children}
      </div>
    );
  return (
    <aside
      aria-label="Conversations"
      className="flex w-88 shrink-0 flex-col border-e border-base-300 bg-base-100"
      data-conversations
    >
      {children}
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
  row: { key, name, of, line, at, unread, state },
  isCurrent,
}: {
  row: ConversationRow;
  isCurrent: boolean;
}) {
  const isOnline = useAppSelector(({ live }) => live.online[key] === true);
  const isTyping = useAppSelector(({ live }) => live.typing[key] === true);
  return (
    <li>
      <NavLink
        to={conversationHref(key)}
        className={classNames(
          'flex items-center gap-3 rounded-field px-3 py-2.5',
          isCurrent ? 'bg-base-200' : 'hover:bg-base-content/6',
        )}
        data-conversation={key}
      >
        {'person' in of ? (
          <Avatar person={of.person} size={40} />
        ) : (
          <Cover id={of.project._id} src={of.project.projectImage} className="size-10 shrink-0 rounded-field" />
        )}
        <span className="min-w-0 flex-1">
          <span className="flex items-baseline gap-2">
            <span className={classNames('truncate', unread > 0 ? 'font-bold' : 'font-medium')} dir="auto">
              {name}
            </span>
            {at !== undefined && (
              <span className="ms-auto shrink-0">
                <RelativeTime iso={at} />
              </span>
            )}
          </span>
          <span className="flex items-center gap-2">
            {isOnline && <OnlineTag />}
            {state !== '' && <span className="shrink-0 text-micro text-muted">{state}</span>}
            <span
              className={classNames(
                'min-w-0 flex-1 truncate text-small',
                unread > 0 ? 'text-base-content' : 'text-muted',
              )}
              dir="auto"
            >
              {isTyping ? 'typing…' : line || ('person' in of && of.person.headline) || ' '}
            </span>
            {unread > 0 && <Count count={unread} word="unread" />}
          </span>
        </span>
      </NavLink>
    </li>
  );
}

interface MarkAllReadProps {
  conversations: readonly ListedConversation[];
  /** Whether these are all conversations that can be loaded. */
  isComplete: boolean;
}

/** Marks all messages as read at once. Conversations that the upstream does not accept become unread again. */
export function MarkAllRead({ conversations, isComplete }: MarkAllReadProps) {
  const live = useLive();
  const [failed, setFailed] = useState(false);
  const busy = useRef(false);
  const isUnread = conversations.some(({ unread }) => unread > 0);
  if (!isUnread) return null;

  const markAll = async () => {
    if (!live || busy.current) return;
    busy.current = true;
    setFailed(false);
    // The button is about to disappear with the focus.
    document.querySelector<HTMLElement>('main h1')?.focus();
    const done = await live.readAll(conversations);
    busy.current = false;
    if (done) announce('All messages are marked as read');
    else setFailed(true);
  };
  return (
    <div className="flex flex-wrap items-center justify-end gap-x-3 gap-y-1">
      {failed && <ErrorLine>Not all of them could be marked as read. Try again when you are connected.</ErrorLine>}
      {/* Invisible until it can work: it keeps its place, so that the list below does not jump. */}
      <Button
        look="quiet"
        className={classNames('btn-sm ms-auto', !(live && isComplete) && 'invisible')}
        onClick={() => void markAll()}
      >
        <CheckCheck size={16} strokeWidth={1.75} aria-hidden="true" />
        Mark all read
      </Button>
    </div>
  );
}
