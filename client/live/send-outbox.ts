import { placeOf } from '#client/api/chat/conversation-key.ts';
import { applyMessage } from '#client/api/chat/conversation-list.ts';
import { isSessionOfAnother } from '#client/lib/device/session-user.ts';
import { oneTabAtATime } from '#client/lib/device/stored-list.ts';
import type { DeliveryParts, Sent } from '#client/live/live-context.ts';
import { type OutboxItem, onOutboxChange, outboxItems, putOutboxItem, removeOutboxItem } from '#client/live/outbox.ts';
import { forgetPictures, uploadPictures } from '#client/live/send-pictures.ts';
import type { ErrorBody } from '#shared/api/errors.ts';

interface Turns<Item> {
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
export function sendInTurn<Item>(options: Turns<Item>): () => Promise<void> {
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

interface Delivery {
  /** Sends the waiting messages. Call it after each connect. */
  flush: () => Promise<void>;
  stop: () => void;
}

interface Options extends Pick<DeliveryParts, 'userId'> {
  socket: Pick<DeliveryParts['socket'], 'connected'>;
  /** Sends one message, in the way of the upstream. */
  send: (item: OutboxItem) => Promise<Sent>;
  /** Whether the messages to each person are sent by themselves: a large picture then holds up its own conversation only. */
  isByPeer: boolean;
  /** Called for each message that the server refused for good. */
  onFailed: (item: OutboxItem) => void;
}

/** Sends the user's outbox over the socket: at each `flush`, and whenever a message is added. */
export function createDelivery({ socket, userId, send, isByPeer, onFailed }: Options): Delivery {
  const waiting = () => outboxItems(userId).filter(({ state }) => state === 'waiting');
  const flush = sendInTurn<OutboxItem>({
    name: `outbox:${userId}`,
    waiting,
    idOf: ({ clientId }) => clientId,
    laneOf: ({ peerId }) => (isByPeer ? peerId : ''),
    // After a login as another account, the socket's next session is that account's.
    isConnected: () => socket.connected && !isSessionOfAnother(userId),
    send: (item) => {
      putOutboxItem(userId, { ...item, attempted: true });
      return send(item);
    },
    onStored: ({ clientId }) => removeOutboxItem(userId, clientId),
    onRefused: ({ clientId }, reason) => {
      // The user may have removed it meanwhile, and its pictures may be uploaded.
      const current = outboxItems(userId).find((item) => item.clientId === clientId);
      if (!current) return;
      const failed: OutboxItem = { ...current, state: 'failed', reason };
      putOutboxItem(userId, failed);
      onFailed(failed);
    },
  });
  const stop = onOutboxChange(() => {
    if (socket.connected && waiting().length > 0) void flush();
  });
  return { flush, stop };
}

const patienceMs = 10_000;

/** For our upstream: the clientId makes a repeated send harmless, and an acknowledgement means that it is stored. */
export async function sendAcknowledged(parts: DeliveryParts, item: OutboxItem): Promise<Sent> {
  if (item.pictures === undefined) return emit(parts, item);
  const uploaded = await uploadPictures(parts, item);
  if ('outcome' in uploaded) return uploaded;
  const sent = await emit(parts, uploaded);
  if (sent.outcome === 'stored') void forgetPictures(item);
  return sent;
}

function emit({ store, socket }: DeliveryParts, item: OutboxItem): Promise<Sent> {
  const { clientId, peerId: key, text, replyTo, mentions } = item;
  const pictures = item.pictures?.map(({ url = '', alt }) => ({ url, ...(alt && { alt }) }));
  const payload = {
    ...placeOf(key),
    text,
    clientId,
    ...(replyTo && { replyTo: replyTo._id }),
    ...(pictures && { pictures }),
    ...(mentions && { mentions }),
  };
  return new Promise((resolve) => {
    socket.timeout(patienceMs).emit('sendMessage', payload, (error, ack) => {
      if (error) return resolve({ outcome: socket.connected ? 'later' : 'disconnected' });
      if (!ack.ok) return resolve(refusal(ack.error));
      const { user } = store.getState().auth;
      if (user) applyMessage(store, { key, message: { ...ack.data, ...said(item), senderId: user }, seen: true });
      resolve({ outcome: 'stored' });
    });
  });
}

/** The fields of the message that this device knows before the event or the history brings the others. */
function said({ clientId, text, replyTo, pictures, mentions }: OutboxItem) {
  return {
    clientId,
    text,
    ...(replyTo && { replyTo }),
    ...(mentions && { mentions }),
    ...(pictures && {
      pictures: pictures.map(({ url = '', width, height, alt }) => ({ url, width, height, ...(alt && { alt }) })),
    }),
  };
}

function refusal({ code, message }: ErrorBody): Sent {
  if (code === 'rate_limited' || code === 'unavailable' || code === 'internal') return { outcome: 'later' };
  if (code === 'unauthenticated') return { outcome: 'disconnected' };
  return { outcome: 'refused', reason: message };
}
