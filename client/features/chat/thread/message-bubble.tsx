import Clock from 'lucide-react/icons/clock';
import EllipsisVertical from 'lucide-react/icons/ellipsis-vertical';
import { memo, Suspense, useEffect, useState } from 'react';
import { classNames } from '#client/dom/class-names.ts';
import { copyText } from '#client/dom/copy-text.ts';
import { lazyPart } from '#client/dom/retry/lazy-part.ts';
import type { OutboxItem } from '#client/store/outbox/outbox-items.ts';
import { fullName } from '#client/text/person.ts';
import { absoluteTime, clockTime, exactTime } from '#client/text/time.ts';
import { Menu } from '#client/ui/dialog/menu.tsx';
import { MessageText } from './message-text.tsx';
import type { ShownMessage } from './thread-rows.ts';

// Loaded on demand: the server refuses few messages.
const FailedState = lazyPart(async () => (await import('./failed-state.tsx')).FailedState);

interface Props {
  message: ShownMessage;
  startsRun: boolean;
  endsRun: boolean;
  ownId: string;
  /** Whether the socket is connected: without it, a pending message shows that it waits. */
  connected: boolean;
  /** The last own message that the other person has read. */
  seen: boolean;
  find: string;
  links: boolean;
  isCurrentFind: boolean;
  /** Whether this is the last stored message: only its menu is a Tab stop; the arrow keys reach the others. */
  isLast: boolean;
}

export const MessageBubble = memo(function MessageBubble(props: Props) {
  const { message, startsRun, endsRun, find, isCurrentFind, seen } = props;
  const { own, sender, text, createdAt, pending } = message;
  const failed = pending?.state === 'failed';
  return (
    <li
      className={classNames('flex flex-col', own ? 'items-end' : 'items-start', startsRun ? 'mt-3' : 'mt-0.5')}
      data-message={message.key}
    >
      <div className={classNames('group flex w-full items-center gap-1', own && 'flex-row-reverse')}>
        <div
          title={absoluteTime(createdAt)}
          className={classNames(
            'min-w-0 max-w-[min(85%,68ch)] rounded-2xl px-3.5 py-2',
            // With forced colours only the border shows the bubble.
            own && !failed && 'border border-transparent bg-primary text-primary-content',
            !own && 'border border-base-300 bg-base-100',
            own ? endsRun && 'rounded-ee-md' : endsRun && 'rounded-es-md',
            failed && 'border-2 border-error bg-base-100',
            // Above the next bubble, which would cover the lower edge of the focus ring.
            isCurrentFind && 'relative outline-2 outline-offset-2 outline-warning',
          )}
        >
          <span className="sr-only">{own ? 'You: ' : `${fullName(sender)}: `}</span>
          <MessageText text={text} find={find} links={own || props.links} />
          <time dateTime={createdAt} className="sr-only">
            {absoluteTime(createdAt)}
          </time>
        </div>
        {!pending && <MessageMenu text={text} createdAt={createdAt} isTabStop={props.isLast} />}
      </div>
      {pending ? (
        <PendingState item={pending} ownId={props.ownId} connected={props.connected} />
      ) : (
        (endsRun || seen) && (
          <p className="mt-1 px-1 font-mono text-micro text-muted">
            <span aria-hidden="true">{clockTime(createdAt)}</span>
            {seen && <span>{' · Seen'}</span>}
          </p>
        )
      )}
    </li>
  );
});

interface MenuProps {
  text: string;
  createdAt: string;
  isTabStop: boolean;
}

/** Visible on hover and focus. Not part of the live region, so that a new message is read out without it. */
function MessageMenu({ text, createdAt, isTabStop }: MenuProps) {
  return (
    <span
      aria-live="off"
      className="opacity-0 has-focus-visible:opacity-100 has-[:popover-open]:opacity-100 group-hover:opacity-100 pointer-coarse:opacity-60"
    >
      <Menu
        label={`Message of ${clockTime(createdAt)}`}
        className="btn-square"
        tabIndex={isTabStop ? 0 : -1}
        trigger={<EllipsisVertical size={16} strokeWidth={1.75} aria-hidden="true" />}
        heading={exactTime(createdAt)}
        items={[{ label: 'Copy text', onSelect: () => void copyText(text) }]}
      />
    </span>
  );
}

/** Shown after a delay, so that a fast send shows no state. */
const sayAfterMs = 300;

function PendingState({ item, ownId, connected }: { item: OutboxItem; ownId: string; connected: boolean }) {
  const age = () => Date.now() - Date.parse(item.createdAt);
  const [slow, setSlow] = useState(() => age() > sayAfterMs);
  useEffect(() => {
    const timer = setTimeout(() => setSlow(true), sayAfterMs);
    return () => clearTimeout(timer);
  }, []);
  if (item.state === 'failed')
    return (
      <Suspense fallback={<p className="mt-1 h-4" />}>
        <FailedState item={item} ownId={ownId} />
      </Suspense>
    );
  if (!slow) return <p className="mt-1 h-4" />;
  return (
    <p className="mt-1 flex items-center gap-1 px-1 text-micro text-muted">
      <Clock size={12} aria-hidden="true" />
      {connected ? 'Sending' : 'Will send when you are back'}
    </p>
  );
}
