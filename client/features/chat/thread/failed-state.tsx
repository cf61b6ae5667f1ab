import CircleAlert from 'lucide-react/icons/circle-exclamation-point';
import { copyText } from '#client/dom/copy-text.ts';
import { putOutboxItem, removeOutboxItem } from '#client/store/outbox/outbox.ts';
import type { OutboxItem } from '#client/store/outbox/outbox-items.ts';

/** Why a message was not sent, and what can be done with it. */
export function FailedState({ item, ownId }: { item: OutboxItem; ownId: string }) {
  const retry = () => {
    const { reason: _, ...rest } = item;
    putOutboxItem(ownId, { ...rest, state: 'waiting' });
  };
  return (
    <div className="mt-1 flex flex-wrap items-center justify-end gap-x-1 text-small">
      <span className="flex items-center gap-1 text-error">
        <CircleAlert size={16} strokeWidth={1.75} aria-hidden="true" />
        Not sent. {item.reason}
      </span>
      <button type="button" className="btn btn-ghost btn-sm" onClick={retry}>
        Retry
      </button>
      <button type="button" className="btn btn-ghost btn-sm" onClick={() => void copyText(item.text)}>
        Copy
      </button>
      <button type="button" className="btn btn-ghost btn-sm" onClick={() => removeOutboxItem(ownId, item.clientId)}>
        Remove
      </button>
    </div>
  );
}
