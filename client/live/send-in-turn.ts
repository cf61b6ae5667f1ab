import { oneTabAtATime } from '#client/lib/device/stored-list.ts';
import type { ApiError } from '#client/lib/text/api-error.ts';

/** The outcome of an attempt to send one item. */
export type Sent =
  | { outcome: 'stored' }
  /** The server will never accept it as it is. */
  | { outcome: 'refused'; reason: string }
  /** The server refused for now, by a limit or an error of its own. Retried after a pause. */
  | { outcome: 'later'; seconds?: number | undefined }
  /** The connection or the service is gone. Tried again when it is back. */
  | { outcome: 'disconnected' };

export function outcomeOf({ status, message, retryAfter: seconds }: ApiError): Sent {
  if ([0, 502, 503, 504].includes(status)) return { outcome: 'disconnected' };
  if (status === 429 || status >= 500) return { outcome: 'later', seconds };
  return { outcome: 'refused', reason: message };
}

interface Options<Item> {
  /** Of what is sent, and of whom. */
  name: string;
  /** The items to send, in their order. */
  waiting: () => Item[];
  /** Tells an item from every other. */
  idOf: (item: Item) => string;
  /** The items of one lane are sent one after the other, the lanes beside each other. */
  laneOf: (item: Item) => string;
  isConnected: () => boolean;
  send: (item: Item) => Promise<Sent>;
  onStored: (item: Item) => void;
  onRefused: (item: Item, reason: string) => void;
}

const attempts = 6;
/** Before another attempt, when the upstream asked for one later or it is not known yet that the connection is lost. */
const pause = (ms = 1500) => new Promise((resolve) => setTimeout(resolve, ms));

/**
 * Returns the function that sends what is waiting, one by one, until none is left or the connection is lost. Only one tab
 * sends, because two tabs share what they store.
 */
export function sendInTurn<Item>(options: Options<Item>): () => Promise<void> {
  const { name, waiting, idOf, laneOf, isConnected, send, onStored, onRefused } = options;

  /** False to stop sending for now. */
  const attempt = async (item: Item, tried: number): Promise<boolean> => {
    const result = await send(item);
    if (result.outcome === 'stored') onStored(item);
    else if (result.outcome === 'disconnected') {
      // A change of an item asks for the next flush, so without a pause this would loop.
      if (isConnected()) await pause();
      return false;
    } else if (result.outcome === 'refused') onRefused(item, result.reason);
    else if (tried < attempts) await pause(result.seconds && result.seconds * 1000);
    else onRefused(item, 'The server did not take it.');
    return true;
  };
  const sendLane = async (lane: string) => {
    const tries = new Map<string, number>();
    for (;;) {
      const item = waiting().find((each) => laneOf(each) === lane);
      if (!item || !isConnected()) return;
      const tried = (tries.get(idOf(item)) ?? 0) + 1;
      tries.set(idOf(item), tried);
      if (!(await attempt(item, tried))) return;
    }
  };
  const turns = new Map<string, Promise<void>>();
  /** One pass after the other: an item may be added after the last look of the one before. */
  const flushLane = (lane: string): Promise<void> => {
    const pass = () => sendLane(lane);
    const turn = (turns.get(lane) ?? Promise.resolve()).then(pass, pass);
    turns.set(lane, turn);
    return turn;
  };
  return async () => {
    const lanes = new Set(waiting().map(laneOf));
    await Promise.all([...lanes].map((lane) => oneTabAtATime(`${name}:${lane}`, () => flushLane(lane))));
  };
}
