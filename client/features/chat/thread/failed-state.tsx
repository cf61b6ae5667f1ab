import Clock from 'lucide-react/icons/clock';
import { copyText } from '#client/dom/copy-text.ts';
import { putOutboxItem, removeOutboxItem } from '#client/live/outbox.ts';
import type { OutboxItem } from '#client/live/send-outbox.ts';
import { useMessageTools } from '../actions/message-tools.ts';
import { RefusedLine } from './refused-line.tsx';

interface Props {
  item: OutboxItem;
  ownId: string;
  connected: boolean;
}

/** A message with pictures that is being sent and can be cancelled; or why a message was not sent, and what can be done. */
export function FailedState({ item, ownId, connected }: Props) {
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
