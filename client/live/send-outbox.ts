import { placeOf } from '#client/api/chat/conversation-key.ts';
import { applyMessage } from '#client/api/chat/conversation-list.ts';
import { isSessionOfAnother } from '#client/lib/device/session-user.ts';
import type { DeliveryParts } from '#client/live/live-context.ts';
import { type OutboxItem, onOutboxChange, outboxItems, putOutboxItem, removeOutboxItem } from '#client/live/outbox.ts';
import { forgetPictures, uploadPictures } from '#client/live/send-pictures.ts';
import type { ErrorBody } from '#shared/api/errors.ts';

/** The outcome of an attempt to send one message. */
export type Sent =
  | { outcome: 'stored' }
  /** The server will never accept the message as it is. */
  | { outcome: 'refused'; reason: string }
  /** The server refused for now, by a limit or an error of its own. Retried after a pause. */
  | { outcome: 'later' }
  /** The connection is gone. Tried again when it is back. */
  | { outcome: 'disconnected' };

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
  const laneOf = ({ peerId }: OutboxItem) => (isByPeer ? peerId : '');
  const waitingIn = (lane: string) =>
    outboxItems(userId).filter((item) => item.state === 'waiting' && laneOf(item) === lane);
  // After a login as another account, the socket's next session is that account's.
  const isConnected = () => socket.connected && !isSessionOfAnother(userId);

  /** False to stop sending for now. */
  const attempt = async (item: OutboxItem, tried: number): Promise<boolean> => {
    putOutboxItem(userId, { ...item, attempted: true });
    const result = await send(item);
    if (result.outcome === 'stored') removeOutboxItem(userId, item.clientId);
    else if (result.outcome === 'disconnected') {
      // The connection is lost, but the socket does not know yet. The item that was put asks for the next flush, so without
      // a pause this would loop.
      if (isConnected()) await pause();
      return false;
    } else if (result.outcome === 'later' && tried < attempts) await pause();
    else {
      const reason = result.outcome === 'refused' ? result.reason : 'The server did not take it.';
      // The user may have removed it meanwhile, and its pictures may be uploaded.
      const current = outboxItems(userId).find(({ clientId }) => clientId === item.clientId);
      if (!current) return true;
      const failed: OutboxItem = { ...current, state: 'failed', reason };
      putOutboxItem(userId, failed);
      onFailed(failed);
    }
    return true;
  };

  /** Sends the waiting messages of a lane one by one, in order, until none is left or the connection is lost. */
  const sendLane = async (lane: string) => {
    const tries = new Map<string, number>();
    for (;;) {
      const [item] = waitingIn(lane);
      if (!item || !isConnected()) return;
      const tried = (tries.get(item.clientId) ?? 0) + 1;
      tries.set(item.clientId, tried);
      if (!(await attempt(item, tried))) return;
    }
  };

  const turns = new Map<string, Promise<void>>();
  /** One pass after the other: a message may be added after the last look of the one before. */
  const flushLane = (lane: string): Promise<void> => {
    const pass = () => sendLane(lane);
    const turn = (turns.get(lane) ?? Promise.resolve()).then(pass, pass);
    turns.set(lane, turn);
    return turn;
  };
  const flush = async () => {
    const lanes = new Set(outboxItems(userId).map(laneOf));
    await Promise.all([...lanes].map((lane) => oneTabAtATime(userId, lane, () => flushLane(lane))));
  };
  const stop = onOutboxChange(() => {
    if (socket.connected && outboxItems(userId).some(({ state }) => state === 'waiting')) void flush();
  });
  return { flush, stop };
}

const attempts = 6;
/** Before another attempt, when the upstream asked for one later or the socket does not know yet that its connection is lost. */
const pause = () => new Promise((resolve) => setTimeout(resolve, 1500));

/** Two tabs share one outbox. An upstream that ignores clientId would store a message twice if both tabs sent it. */
async function oneTabAtATime(userId: string, lane: string, run: () => Promise<void>): Promise<void> {
  if (navigator.locks === undefined) return run();
  await navigator.locks.request(`dotcode:outbox:${userId}:${lane}`, run);
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
