import { byOrder, type OutboxItem } from './outbox-items.ts';

/** The outcome of an attempt to send one message. */
export type Sent =
  | { outcome: 'stored' }
  /** The server will never accept the message as it is. */
  | { outcome: 'refused'; reason: string }
  /** The server refused for now, by a limit or an error of its own. Retried after a pause. */
  | { outcome: 'later' }
  /** The connection is gone. Tried again when it is back. */
  | { outcome: 'disconnected' };

export interface OutboxPorts {
  items: () => OutboxItem[];
  put: (item: OutboxItem) => void;
  remove: (clientId: string) => void;
  send: (item: OutboxItem) => Promise<Sent>;
  isConnected: () => boolean;
  pause: (ms: number) => Promise<void>;
  onFailed: (item: OutboxItem) => void;
}

const attempts = 6;
const pauseMs = 1500;

/**
 * Sends the waiting messages one by one, in order, until none is left or the connection is lost. A call while it runs
 * makes it look for messages once more at the end.
 */
export function createOutboxSender(ports: OutboxPorts): { flush: () => Promise<void> } {
  let running: Promise<void> | undefined;
  let isAskedAgain = false;

  const run = async () => {
    do {
      isAskedAgain = false;
      const tries = new Map<string, number>();
      for (;;) {
        const item = ports
          .items()
          .filter(({ state }) => state === 'waiting')
          .sort(byOrder)[0];
        if (!item || !ports.isConnected()) break;
        const tried = (tries.get(item.clientId) ?? 0) + 1;
        tries.set(item.clientId, tried);
        if (!(await attempt(item, tried))) break;
      }
    } while (isAskedAgain);
  };

  /** False to stop sending for now. */
  const attempt = async (item: OutboxItem, tried: number): Promise<boolean> => {
    const marked = { ...item, attempted: true };
    ports.put(marked);
    const result = await ports.send(item);
    if (result.outcome === 'stored') ports.remove(item.clientId);
    else if (result.outcome === 'disconnected') {
      // The connection is lost, but the socket does not know yet. `put` above triggers the next flush, so without a
      // pause this would loop.
      if (ports.isConnected()) await ports.pause(pauseMs);
      return false;
    } else if (result.outcome === 'later' && tried < attempts) await ports.pause(pauseMs);
    else {
      const reason = result.outcome === 'refused' ? result.reason : 'The server did not take it.';
      // The user may have removed it meanwhile, and its pictures may be uploaded.
      const current = ports.items().find(({ clientId }) => clientId === item.clientId);
      if (!current) return true;
      const failed: OutboxItem = { ...current, state: 'failed', reason };
      ports.put(failed);
      ports.onFailed(failed);
    }
    return true;
  };

  return {
    flush: () => {
      isAskedAgain = true;
      // Begins after `running` is set: `run` puts items, and every put calls `flush`.
      running ??= Promise.resolve()
        .then(run)
        .finally(() => {
          running = undefined;
        });
      return running;
    },
  };
}
