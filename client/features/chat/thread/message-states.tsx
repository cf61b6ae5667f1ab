import CircleAlert from 'lucide-react/icons/circle-exclamation-point';
import Clock from 'lucide-react/icons/clock';
import { useEffect, useState } from 'react';
import { copyText } from '#client/lib/dom/clipboard.ts';
import { endChange, type MessageChange, makeChange } from '#client/live/changes.ts';
import { type OutboxItem, putOutboxItem, removeOutboxItem } from '#client/live/outbox.ts';
import { useAppSelector } from '#client/state/hooks.ts';
import { useMessageTools } from '../actions/message-actions.ts';

/** Below a message that is to be sent: that it waits, or why it was refused and what can be done. */
export function PendingState({ item }: { item: OutboxItem }) {
  const { own, focusComposer } = useMessageTools();
  // Shown after a delay, so that a fast send shows no state.
  const isLate = useOlderThan(item.createdAt, 300);
  const remove = () => {
    removeOutboxItem(own._id, item.clientId);
    focusComposer();
  };
  const retry = () => {
    const { reason: _, pictures, ...rest } = item;
    putOutboxItem(own._id, {
      ...rest,
      // An upload that no message has shown in time is removed at the upstream: they are sent again.
      ...(pictures && { pictures: pictures.map(({ url: _url, ...picture }) => picture) }),
      state: 'waiting',
    });
    focusComposer();
  };
  if (item.state === 'failed')
    return (
      <Refused
        words="Not sent."
        reason={item.reason}
        actions={{
          Retry: retry,
          ...(item.text !== '' && { Copy: () => void copyText(item.text) }),
          Remove: remove,
        }}
      />
    );
  if (!isLate) return <p className="mt-1 h-4" />;
  return <Waiting words={['Sending', 'Will send when you are back']} onCancel={item.pictures && remove} />;
}

/** While no answer has come to a change, others still see the message as it was. */
const waitingWords = {
  edit: ['Saving the change', 'Will be changed when you are back'],
  delete: ['Deleting', 'Will be deleted when you are back'],
  react: ['Saving the reaction', 'Your reaction will be saved when you are back'],
} as const;

/** Below a message with an edit, a deletion or a reaction that has no answer yet, or an edit that was refused. */
export function ChangeState({ change }: { change: MessageChange }) {
  const { own, focusComposer } = useMessageTools();
  const isConnected = useIsConnected();
  const isLate = useOlderThan(change.at, 1000);
  if (change.state === 'waiting') return isConnected && !isLate ? null : <Waiting words={waitingWords[change.kind]} />;
  const retry = () => {
    const { reason: _, ...rest } = change;
    makeChange(own._id, { ...rest, state: 'waiting' });
    focusComposer();
  };
  const discard = () => {
    endChange(own._id, change);
    focusComposer();
  };
  return <Refused words="Not changed." reason={change.reason} actions={{ Retry: retry, Discard: discard }} />;
}

function useIsConnected(): boolean {
  return useAppSelector(({ live }) => live.status !== 'offline');
}

/** Whether a thing of this device has existed for so many milliseconds. */
function useOlderThan(at: string, ms: number): boolean {
  const [isOlder, setOlder] = useState(() => Date.now() - Date.parse(at) > ms);
  useEffect(() => {
    const timer = setTimeout(() => setOlder(true), ms);
    return () => clearTimeout(timer);
  }, [ms]);
  return isOlder;
}

interface WaitingProps {
  /** With a connection, and without one. */
  words: readonly [string, string];
  onCancel?: (() => void) | undefined;
}

function Waiting({ words: [online, offline], onCancel }: WaitingProps) {
  return (
    <p className="mt-1 flex items-center gap-1 px-1 text-micro text-muted">
      <Clock size={12} aria-hidden="true" />
      <span>{useIsConnected() ? online : offline}</span>
      {onCancel && (
        <button type="button" className="btn btn-ghost btn-xs" onClick={onCancel}>
          Cancel
        </button>
      )}
    </p>
  );
}

interface RefusedProps {
  words: string;
  /** As the upstream said it; a record of an older version may have none. */
  reason: string | undefined;
  /** The actions of the user, by the words of their buttons. */
  actions: Record<string, () => void>;
}

function Refused({ words, reason, actions }: RefusedProps) {
  return (
    <div className="mt-1 flex flex-wrap items-center justify-end gap-x-1 text-small">
      <span className="flex items-center gap-1 text-error">
        <CircleAlert size={16} strokeWidth={1.75} aria-hidden="true" />
        {words} {reason}
      </span>
      {Object.entries(actions).map(([label, act]) => (
        <button key={label} type="button" className="btn btn-ghost btn-sm" onClick={act}>
          {label}
        </button>
      ))}
    </div>
  );
}
