import Clock from 'lucide-react/icons/clock';
import { useEffect, useState } from 'react';
import { endChange, type MessageChange, makeChange } from '#client/live/changes.ts';
import { useMessageTools } from '../actions/message-tools.ts';
import { RefusedLine } from './refused-line.tsx';

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
