import type { ChatMessage, Quote } from '#shared/api/chat.ts';

/** A picture of a message that is not sent yet. Its bytes are in `device/stored-pictures.ts` until the message is stored. */
export interface OutboxPicture {
  id: string;
  width: number;
  height: number;
  alt?: string;
  /** Its address, once it is uploaded. */
  url?: string;
}

/** A message that this device has not seen confirmed yet. */
export interface OutboxItem {
  clientId: string;
  /** The conversation's key; its name is that of the stored records of versions without rooms. */
  peerId: string;
  text: string;
  /** The message that it answers, as that was when this one was written. */
  replyTo?: Quote;
  pictures?: OutboxPicture[];
  /** Ids of the people of a room whom it names. */
  mentions?: string[];
  /** When it was written, on this device's clock. */
  createdAt: string;
  /** Orders items of the same millisecond. */
  order: number;
  state: 'waiting' | 'failed';
  /** Why it failed, in a sentence. */
  reason?: string;
  /** Whether a send may have reached the server: the history is then searched before it is sent again. */
  attempted: boolean;
  /** The newest stored message when it was written; null for none. Its stored copy must come after that. */
  after: string | null;
}

export function byOrder(a: OutboxItem, b: OutboxItem): number {
  return a.createdAt.localeCompare(b.createdAt) || a.order - b.order;
}

interface Confirmed {
  /** The items whose message is in the history. */
  confirmed: OutboxItem[];
  /** The others, some of them changed: a message that confirmed one item cannot confirm another. */
  remaining: OutboxItem[];
}

/**
 * Finds the outbox items of one conversation that are already stored. Our upstream returns the clientId. Among messages
 * of another upstream, which have no number, an own one with the same text after `after` counts as the item, in the
 * order of sending.
 */
export function findConfirmed(items: readonly OutboxItem[], history: readonly ChatMessage[], ownId: string): Confirmed {
  const byClientId = new Set(history.map(({ clientId }) => clientId).filter((id) => id !== undefined));
  const places = new Map(history.map(({ _id }, index) => [_id, index]));
  const claimed = new Map<string, number>();
  const confirmed: OutboxItem[] = [];
  const remaining: OutboxItem[] = [];
  for (const item of [...items].sort(byOrder)) {
    if (byClientId.has(item.clientId)) {
      confirmed.push(item);
      continue;
    }
    const from = Math.max(item.after === null ? -1 : (places.get(item.after) ?? -1), claimed.get(item.text) ?? -1) + 1;
    const place = item.attempted
      ? history.findIndex((message, index) => index >= from && mayBe(item, message, ownId))
      : -1;
    if (place !== -1) {
      claimed.set(item.text, place);
      confirmed.push(item);
      continue;
    }
    const lastClaimed = claimed.get(item.text);
    const claimedId = lastClaimed === undefined ? undefined : history[lastClaimed]?._id;
    remaining.push(claimedId === undefined ? item : { ...item, after: claimedId });
  }
  return { confirmed, remaining };
}

/** Whether a message that does not tell its clientId may be this item. */
function mayBe(item: OutboxItem, { seq, clientId, senderId, text }: ChatMessage, ownId: string): boolean {
  return seq === undefined && clientId === undefined && senderId?._id === ownId && text === item.text;
}

/** The outcome of an attempt to send one message. */
export type Sent =
  | { outcome: 'stored' }
  /** The server will never accept the message as it is. */
  | { outcome: 'refused'; reason: string }
  /** The server refused for now, by a limit or an error of its own. Retried after a pause. */
  | { outcome: 'later' }
  /** The connection is gone. Tried again when it is back. */
  | { outcome: 'disconnected' };

interface OutboxPorts {
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
