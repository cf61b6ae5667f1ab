import ArrowDown from 'lucide-react/icons/arrow-down';
import ArrowUp from 'lucide-react/icons/arrow-up';
import { type KeyboardEvent, Suspense, useMemo, useState } from 'react';
import { lazyPart } from '#client/dom/retry/lazy-part.ts';
import type { OutboxItem } from '#client/store/outbox/outbox-items.ts';
import { fullName } from '#client/text/person.ts';
import { Spinner } from '#client/ui/state/spinner.tsx';
import type { ChatMessage } from '#shared/api/chat.ts';
import type { User } from '#shared/api/users.ts';
import { MessageBubble } from './message-bubble.tsx';
import { lastSeen, threadRows } from './thread-rows.ts';
import type { ThreadScroll } from './use-thread-scroll.ts';

// Loaded on demand: most conversations have been answered.
const LinkNote = lazyPart(async () => (await import('./link-note.tsx')).LinkNote);

interface Props {
  ownId: string;
  peer: User | undefined;
  history: readonly ChatMessage[];
  pending: readonly OutboxItem[];
  firstUnread: string | undefined;
  readUpTo: string | null | undefined;
  connected: boolean;
  typing: boolean;
  loadingOlder: boolean;
  find: string;
  currentFind: string | undefined;
  scroll: ThreadScroll;
}

/**
 * The messages, with a divider before each day and before the first unread one. Until the user has written something,
 * links of the other person are text: a new connection may be a stranger with a trap.
 */
export function Thread(props: Props) {
  const { ownId, peer, history, pending, firstUnread, readUpTo, scroll } = props;
  const [wantsLinks, setWantsLinks] = useState(false);
  const showLinks = () => {
    setWantsLinks(true);
    // The button goes.
    scroll.box.current?.focus();
  };
  const links = wantsLinks || history.some(({ senderId }) => senderId?._id === ownId);
  const today = new Date().toDateString();
  const rows = useMemo(
    () => threadRows(history, pending, { ownId, firstUnread, now: Date.parse(today) }),
    [history, pending, ownId, firstUnread, today],
  );
  const lastId = history.at(-1)?._id;
  const seenId = useMemo(() => lastSeen(history, ownId, readUpTo), [history, ownId, readUpTo]);
  return (
    <div className="relative min-h-0 flex-1">
      <section
        ref={scroll.box}
        onScroll={scroll.onScroll}
        className="relative h-full overflow-y-auto overscroll-contain px-4 py-4 [overflow-anchor:none] sm:px-6"
        // biome-ignore lint/a11y/noNoninteractiveTabindex: the keyboard scrolls it
        tabIndex={0}
        aria-label={`Conversation with ${fullName(peer)}`}
      >
        <div className="mx-auto flex min-h-full max-w-reading flex-col justify-end">
          {props.loadingOlder && (
            <p className="flex justify-center py-2">
              <Spinner />
              <span className="sr-only">Loading older messages</span>
            </p>
          )}
          <div role="log" aria-live="polite" aria-relevant="additions" aria-busy={props.loadingOlder}>
            <ol onKeyDown={menuKeys}>
              {rows.map((row) => {
                if (row.kind === 'day') return <Divider key={row.key} label={row.label} />;
                if (row.kind === 'new') return <NewDivider key={row.key} />;
                return (
                  <MessageBubble
                    key={row.key}
                    message={row.message}
                    startsRun={row.startsRun}
                    endsRun={row.endsRun}
                    ownId={ownId}
                    connected={props.connected}
                    seen={row.message.id !== undefined && row.message.id === seenId}
                    find={props.find}
                    links={links}
                    isCurrentFind={row.key === props.currentFind}
                    isLast={row.message.id !== undefined && row.message.id === lastId}
                  />
                );
              })}
            </ol>
          </div>
          {!links && (
            <Suspense>
              <LinkNote peer={peer} history={history} onShow={showLinks} />
            </Suspense>
          )}
          {/* Hidden from screen readers, which would announce it again and again. */}
          <p className="mt-2 h-5 px-1 text-micro text-muted" aria-hidden="true" dir="auto">
            {props.typing && (
              <span className="enter inline-block">{`${peer?.firstName || fullName(peer)} is typing…`}</span>
            )}
          </p>
        </div>
      </section>
      {scroll.dividerAbove && (
        <Floating where="top-2" onClick={scroll.toDivider}>
          <ArrowUp size={16} aria-hidden="true" />
          Jump to first unread
        </Floating>
      )}
      {!scroll.atEnd && (
        <Floating where="bottom-2" onClick={scroll.toEnd}>
          <ArrowDown size={16} aria-hidden="true" />
          {scroll.below === 0
            ? 'Latest messages'
            : `${scroll.below} new ${scroll.below === 1 ? 'message' : 'messages'}`}
        </Floating>
      )}
    </div>
  );
}

/** The arrow keys move the focus from one message's menu to the next. */
function menuKeys(event: KeyboardEvent<HTMLElement>): void {
  const { key, target, currentTarget } = event;
  if ((key !== 'ArrowUp' && key !== 'ArrowDown') || event.altKey) return;
  const menus = [...currentTarget.querySelectorAll<HTMLElement>('[popovertarget]')];
  const at = menus.indexOf(target as HTMLElement);
  const next = at === -1 ? undefined : menus[at + (key === 'ArrowDown' ? 1 : -1)];
  if (!next) return;
  event.preventDefault();
  next.focus();
}

function Divider({ label }: { label: string }) {
  return (
    <li className="my-4 flex items-center gap-3 text-micro text-muted">
      <span className="flex-1 border-t border-base-300" />
      {label}
      <span className="flex-1 border-t border-base-300" />
    </li>
  );
}

function NewDivider() {
  return (
    <li className="my-3 flex items-center gap-3 font-semibold text-micro text-primary" data-new-divider>
      <span className="flex-1 border-t border-primary" />
      New
      <span className="flex-1 border-t border-primary" />
    </li>
  );
}

function Floating({ where, onClick, children }: { where: string; onClick: () => void; children: React.ReactNode }) {
  return (
    <div className={`pointer-events-none absolute inset-x-0 flex justify-center ${where}`}>
      <button
        type="button"
        className="enter btn btn-sm pointer-events-auto rounded-full border-base-300 bg-base-100 shadow-md"
        onClick={onClick}
      >
        {children}
      </button>
    </div>
  );
}
