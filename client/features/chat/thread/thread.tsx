import ArrowDown from 'lucide-react/icons/arrow-down';
import ArrowUp from 'lucide-react/icons/arrow-up';
import { type ReactNode, useMemo, useState } from 'react';
import { classNames } from '#client/lib/dom/class-names.ts';
import { useMediaQuery } from '#client/lib/dom/window-state.ts';
import { fullName } from '#client/lib/text/person.ts';
import type { MessageChange } from '#client/live/changes.ts';
import type { OutboxItem } from '#client/live/outbox.ts';
import { Spinner } from '#client/ui/state/waiting.tsx';
import type { ChatMessage } from '#shared/api/chat.ts';
import type { User } from '#shared/api/users.ts';
import { useMessageTools } from '../actions/message-actions.ts';
import { EventLine } from '../room/room-lines.tsx';
import { MessageBubble } from './message-bubble.tsx';
import { LinkNote } from './thread-notes.tsx';
import { lastSeen, threadRows } from './thread-rows.ts';
import { useActiveMessage } from './use-active-message.ts';
import type { ThreadScroll } from './use-thread-scroll.ts';

interface Props {
  label: string;
  history: readonly ChatMessage[];
  pending: readonly OutboxItem[];
  /** The edits, deletions and reactions that are not confirmed, one for each message. */
  changes: ReadonlyMap<string, MessageChange>;
  firstUnread: string | undefined;
  readUpTo: string | null | undefined;
  loadingOlder: boolean;
  find: string;
  /** The message that was found or led to. */
  currentFind: string | undefined;
  scroll: ThreadScroll;
}

/**
 * The messages, with a divider before each day and before the first unread one. Until the user has written something to
 * one person, links of that person are text: a new connection may be a stranger with a trap.
 */
export function Thread(props: Props) {
  const { history, pending, firstUnread, readUpTo, scroll } = props;
  const { own, peer, isRoom, openSheet } = useMessageTools();
  const ownId = own._id;
  const [wantsLinks, setWantsLinks] = useState(false);
  const showLinks = () => {
    setWantsLinks(true);
    // The button goes.
    scroll.box.current?.focus();
  };
  const links = isRoom || wantsLinks || history.some(({ senderId }) => senderId?._id === ownId);
  const today = new Date().toDateString();
  const rows = useMemo(
    () => threadRows(history, pending, { ownId, firstUnread, now: Date.parse(today) }),
    [history, pending, ownId, firstUnread, today],
  );
  // Without a mouse there is nothing to hover with; beside a bubble of a narrow window there is no room for a bar.
  const isSheet = useMediaQuery('(pointer: coarse), (width < 40rem)');
  const openSheetOf = (key: string) => {
    const row = rows.find((each) => each.key === key);
    if (row?.kind === 'message' && row.message.stored?.deletedAt === undefined && row.message.stored)
      openSheet(row.message);
  };
  const { active, handlers } = useActiveMessage(isSheet ? openSheetOf : undefined);
  const lastKey = rows.findLast(({ kind }) => kind === 'message')?.key;
  const tabStop = rows.some(({ key }) => key === active) ? active : lastKey;
  const seenId = useMemo(() => lastSeen(history, ownId, readUpTo), [history, ownId, readUpTo]);
  return (
    <div className="relative min-h-0 flex-1">
      <p id="thread-keys" className="sr-only">
        The arrow keys go from message to message, Enter opens what can be done with one.
      </p>
      <section
        ref={scroll.box}
        onScroll={scroll.onScroll}
        className="relative h-full overflow-y-auto overscroll-contain px-4 pt-4 pb-1 [overflow-anchor:none] sm:px-6"
        // biome-ignore lint/a11y/noNoninteractiveTabindex: the keyboard scrolls it
        tabIndex={0}
        aria-label={props.label}
        aria-describedby="thread-keys"
      >
        <div className="mx-auto flex min-h-full max-w-reading flex-col justify-end">
          {props.loadingOlder && (
            <p className="flex justify-center py-2">
              <Spinner />
              <span className="sr-only">Loading older messages</span>
            </p>
          )}
          <div role="log" aria-live="polite" aria-relevant="additions" aria-busy={props.loadingOlder}>
            <ol {...handlers}>
              {rows.map((row) => {
                if (row.kind === 'day') return <Divider key={row.key} label={row.label} />;
                if (row.kind === 'new') return <Divider key={row.key} label="New" isNew />;
                if (row.kind === 'event') return <EventLine key={row.key} message={row.message} />;
                return (
                  <MessageBubble
                    key={row.key}
                    message={row.message}
                    startsRun={row.startsRun}
                    endsRun={row.endsRun}
                    seen={row.message.id !== undefined && row.message.id === seenId}
                    find={props.find}
                    links={links}
                    isCurrentFind={row.key === props.currentFind}
                    change={row.message.id === undefined ? undefined : props.changes.get(row.message.id)}
                    isTabStop={row.key === tabStop}
                    isActive={row.key === active}
                    isSheet={isSheet}
                  />
                );
              })}
            </ol>
          </div>
          {!links && <LinkNote peer={peer} history={history} onShow={showLinks} />}
        </div>
      </section>
    </div>
  );
}

function Divider({ label, isNew = false }: { label: string; isNew?: boolean }) {
  const line = <span className={classNames('flex-1 border-t', isNew ? 'border-primary' : 'border-base-300')} />;
  return (
    <li
      className={classNames(
        'flex items-center gap-3 text-micro',
        isNew ? 'my-3 font-semibold text-primary' : 'my-4 text-muted',
      )}
      data-new-divider={isNew || undefined}
    >
      {line}
      {label}
      {line}
    </li>
  );
}

interface FootProps {
  scroll: ThreadScroll;
  /** The sentence that says who is typing; empty while nobody is. */
  typing: string;
}

/** A line between the messages and the composer, always as high: who types, and ways to what is out of view. */
export function ThreadFoot({ scroll, typing }: FootProps) {
  const { dividerAbove, atEnd, below } = scroll;
  return (
    <div className="px-4 sm:px-6">
      <div className="mx-auto flex h-9 max-w-reading items-center gap-1 pointer-coarse:h-12">
        {/* Hidden from screen readers, which would announce it again and again. */}
        <p className="min-w-0 flex-1 truncate px-1 text-micro text-muted" aria-hidden="true">
          {typing !== '' && <span className="enter inline-block">{typing}</span>}
        </p>
        {dividerAbove && (
          <JumpButton onClick={scroll.toDivider}>
            <ArrowUp size={16} aria-hidden="true" />
            Jump to first unread
          </JumpButton>
        )}
        {!atEnd && (
          <JumpButton onClick={scroll.toEnd}>
            <ArrowDown size={16} aria-hidden="true" />
            <span>{below === 0 ? 'Latest messages' : `${below} new ${below === 1 ? 'message' : 'messages'}`}</span>
          </JumpButton>
        )}
      </div>
    </div>
  );
}

function JumpButton({ onClick, children }: { onClick: () => void; children: ReactNode }) {
  return (
    <button type="button" className="enter btn btn-ghost btn-sm shrink-0 rounded-full bg-base-100" onClick={onClick}>
      {children}
    </button>
  );
}

/** Says who is typing. */
export function typingWords(people: readonly (User | null)[]): string {
  const [one, other, ...more] = people.map((person) => person?.firstName || fullName(person));
  if (one === undefined) return '';
  if (other === undefined) return `${one} is typing…`;
  return more.length === 0 ? `${one} and ${other} are typing…` : `${people.length} people are typing…`;
}
