import CircleAlert from 'lucide-react/icons/circle-exclamation-point';
import Clock from 'lucide-react/icons/clock';
import { type ReactNode, useEffect, useState } from 'react';
import { copyText } from '#client/lib/dom/clipboard.ts';
import { endChange, type MessageChange, makeChange } from '#client/live/changes.ts';
import type { OutboxItem } from '#client/live/outbox.ts';
import { putOutboxItem, removeOutboxItem } from '#client/live/outbox.ts';
import { useMessageTools } from '../actions/message-actions.ts';

interface Props {
  change: MessageChange;
  ownId: string;
  connected: boolean;
}

/** An edit, a deletion or a reaction that has no answer yet, or an edit that was refused. */
export function ChangeState({ change, ownId, connected }: Props) {
  const { focusComposer } = useMessageTools();
  if (change.state === 'waiting') return <WaitingChange kind={change.kind} connected={connected} />;
  const retry = () => {
    const { reason: _, ...rest } = change;
    makeChange(ownId, { ...rest, state: 'waiting' });
    focusComposer();
  };
  const discard = () => {
    endChange(ownId, change);
    focusComposer();
  };
  return (
    <RefusedLine words="Not changed." reason={change.reason}>
      <button type="button" className="btn btn-ghost btn-sm" onClick={retry}>
        Retry
      </button>
      <button type="button" className="btn btn-ghost btn-sm" onClick={discard}>
        Discard
      </button>
    </RefusedLine>
  );
}

/** Shown after a delay, so that a change that is made at once shows no state. */
const sayAfterMs = 1000;

const wordsOnline = { edit: 'Saving the change', delete: 'Deleting', react: 'Saving the reaction' };

const wordsOffline = {
  edit: 'Will be changed when you are back',
  delete: 'Will be deleted when you are back',
  react: 'Your reaction will be saved when you are back',
};

/** While no answer has come, others still see the message as it was. */
function WaitingChange({ kind, connected }: { kind: MessageChange['kind']; connected: boolean }) {
  const [slow, setSlow] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setSlow(true), sayAfterMs);
    return () => clearTimeout(timer);
  }, []);
  if (connected && !slow) return null;
  return (
    <p className="mt-1 flex items-center gap-1 px-1 text-micro text-muted">
      <Clock size={12} aria-hidden="true" />
      {(connected ? wordsOnline : wordsOffline)[kind]}
    </p>
  );
}

interface FailedStateProps {
  item: OutboxItem;
  ownId: string;
  connected: boolean;
}

/** A message with pictures that is being sent and can be cancelled; or why a message was not sent, and what can be done. */
export function FailedState({ item, ownId, connected }: FailedStateProps) {
  const { focusComposer } = useMessageTools();
  const remove = () => {
    removeOutboxItem(ownId, item.clientId);
    focusComposer();
  };
  if (item.state === 'waiting')
    return (
      <div className="mt-1 flex items-center gap-1 text-micro text-muted">
        <Clock size={12} aria-hidden="true" />
        {connected ? 'Sending' : 'Will send when you are back'}
        <button type="button" className="btn btn-ghost btn-xs" onClick={remove}>
          Cancel
        </button>
      </div>
    );
  const retry = () => {
    const { reason: _, pictures, ...rest } = item;
    putOutboxItem(ownId, {
      ...rest,
      // An upload that no message has shown in time is removed at the upstream: they are sent again.
      ...(pictures && { pictures: pictures.map(({ url: _url, ...picture }) => picture) }),
      state: 'waiting',
    });
    focusComposer();
  };
  return (
    <RefusedLine words="Not sent." reason={item.reason}>
      <button type="button" className="btn btn-ghost btn-sm" onClick={retry}>
        Retry
      </button>
      {item.text !== '' && (
        <button type="button" className="btn btn-ghost btn-sm" onClick={() => void copyText(item.text)}>
          Copy
        </button>
      )}
      <button type="button" className="btn btn-ghost btn-sm" onClick={remove}>
        Remove
      </button>
    </RefusedLine>
  );
}

interface RefusedLineProps {
  words: string;
  /** As the upstream said it; a record of an older version may have none. */
  reason: string | undefined;
  children: ReactNode;
}

/** Below a message: why it, or a change of it, was refused, and the buttons for what the user can do. */
export function RefusedLine({ words, reason, children }: RefusedLineProps) {
  return (
    <div className="mt-1 flex flex-wrap items-center justify-end gap-x-1 text-small">
      <span className="flex items-center gap-1 text-error">
        <CircleAlert size={16} strokeWidth={1.75} aria-hidden="true" />
        {words} {reason}
      </span>
      {children}
    </div>
  );
}
