import { useMemo, useSyncExternalStore } from 'react';
import { isSessionOfAnother } from '#client/device/session-user.ts';
import { dropOldPictures, dropPictures, keptPicture } from '#client/device/stored-pictures.ts';
import { isText, isTime, onStorageChange, storedValue } from '#client/device/stored-value.ts';

import { storedKeys, userKey } from '#client/device/user-storage.ts';
import { randomId } from '#client/dom/random-id.ts';
import type { DeliveryParts } from '#client/live/live-context.ts';
import {
  byOrder,
  createOutboxSender,
  type OutboxItem,
  type OutboxPicture,
  type Sent,
} from '#client/live/send-outbox.ts';
import { notePreview, noteShare } from '#client/live/uploads.ts';
import { type ConversationKey, placeOf, roomOf } from '#client/store/api/chat/conversation-key.ts';
import { applyMessage } from '#client/store/api/chat/conversation-list.ts';
import { messageApi } from '#client/store/api/chat/message-api.ts';
import { type ApiError, isApiError, unexpectedError } from '#client/text/api-error.ts';
import { isRecord } from '#client/text/is-record.ts';
import type { Quote } from '#shared/api/chat.ts';
import type { ErrorBody } from '#shared/api/errors.ts';

// Each message has a storage key of its own, so that two tabs never overwrite each other's messages. A tab of a version
// without rooms would send a message to a room as one to a person: it looks for keys with the first prefix only.
const prefixes = { pair: 'outbox:', room: 'room-outbox:' } as const;

function storageKey(userId: string, { clientId, peerId }: Pick<OutboxItem, 'clientId' | 'peerId'>): string {
  return userKey(userId, prefixes[roomOf(peerId) === undefined ? 'pair' : 'room'] + clientId);
}

/** The user's messages that the server has not confirmed, in the order they were written. */
export function outboxItems(userId: string): OutboxItem[] {
  return Object.values(prefixes)
    .flatMap((prefix) => storedKeys(userKey(userId, prefix)))
    .flatMap((key) => {
      const item = itemAt(key).read();
      // A damaged record under the key of another would be sent for ever: its own key is the one that is removed.
      return item && key === storageKey(userId, item) ? item : [];
    })
    .sort(byOrder);
}

/** Adds a new message; the listeners of `onOutboxChange` send it. */
export function enqueue(
  userId: string,
  message: Pick<OutboxItem, 'peerId' | 'text' | 'after' | 'replyTo' | 'pictures' | 'mentions'>,
): OutboxItem {
  const item: OutboxItem = {
    ...message,
    clientId: randomId(),
    createdAt: new Date().toISOString(),
    order: 1 + Math.max(0, ...outboxItems(userId).map(({ order }) => order)),
    state: 'waiting',
    attempted: false,
  };
  putOutboxItem(userId, item);
  return item;
}

export function putOutboxItem(userId: string, item: OutboxItem): void {
  itemAt(storageKey(userId, item)).write(item);
}

export function removeOutboxItem(userId: string, clientId: string): void {
  for (const prefix of Object.values(prefixes)) {
    const stored = itemAt(userKey(userId, prefix + clientId));
    if (stored.read()) stored.remove();
  }
}

/** Calls back on every change, in this tab or another. Returns the unsubscribe. */
function onOutboxChange(callback: () => void): () => void {
  return onStorageChange((key) => {
    if (key === null || Object.values(prefixes).some((prefix) => key.includes(`:${prefix}`))) callback();
  });
}

/** The unconfirmed messages of one conversation, in the order they were written. */
export function useOutbox(userId: string, key: ConversationKey): readonly OutboxItem[] {
  const text = useSyncExternalStore(onOutboxChange, () =>
    JSON.stringify(outboxItems(userId).filter((item) => item.peerId === key)),
  );
  return useMemo(() => JSON.parse(text) as OutboxItem[], [text]);
}

/** A message that cannot be stored waits in memory: it is sent as long as the page stays open. */
function itemAt(key: string) {
  return storedValue<OutboxItem | undefined>(key, schema, { orInMemory: true });
}

/**
 * A message of an older version, or one of whose parts is damaged, is read where it is still the message that was written.
 * Without its pictures it would be another one.
 */
function schema(stored: unknown): OutboxItem | undefined {
  if (!isRecord(stored)) return undefined;
  const { clientId, peerId, text, createdAt, order, state, reason, attempted, after, replyTo, pictures, mentions } =
    stored;
  if (!isText(clientId) || !isText(peerId) || !isText(text) || !isTime(createdAt)) return undefined;
  if (pictures !== undefined && !(Array.isArray(pictures) && pictures.every(isPicture))) return undefined;
  return {
    ...{ clientId, peerId, text, createdAt },
    order: typeof order === 'number' ? order : 0,
    state: state === 'failed' ? 'failed' : 'waiting',
    ...(isText(reason) && { reason }),
    // The history is searched before it is sent.
    attempted: attempted !== false,
    after: isText(after) ? after : null,
    ...(isQuote(replyTo) && { replyTo }),
    ...(pictures && { pictures }),
    ...(Array.isArray(mentions) && mentions.every(isText) && { mentions }),
  };
}

function isPicture(value: unknown): value is OutboxPicture {
  if (!isRecord(value)) return false;
  const { id, width, height, alt, url } = value;
  const isOptional = (part: unknown) => part === undefined || isText(part);
  return isText(id) && typeof width === 'number' && typeof height === 'number' && isOptional(alt) && isOptional(url);
}

function isQuote(value: unknown): value is Quote {
  if (!isRecord(value) || !isText(value._id)) return false;
  return value.deleted === true || (isText(value.senderId) && isText(value.excerpt));
}

interface Delivery {
  /** Sends the waiting messages. Call it after each connect. */
  flush: () => Promise<void>;
  stop: () => void;
}

interface Options extends Pick<DeliveryParts, 'socket' | 'userId'> {
  /** Sends one message, in the way of the upstream. */
  send: (item: OutboxItem) => Promise<Sent>;
  /** Whether the messages to each person are sent by themselves: a large picture then holds up its own conversation only. */
  isByPeer: boolean;
  /** Called for each message that the server refused for good. */
  onFailed: (item: OutboxItem) => void;
}

/** Sends the user's outbox over the socket. */
export function createDelivery({ socket, userId, send, isByPeer, onFailed }: Options): Delivery {
  const senders = new Map<string, ReturnType<typeof createOutboxSender>>();
  const laneOf = ({ peerId }: OutboxItem) => (isByPeer ? peerId : '');
  const senderOf = (lane: string) => {
    const sender =
      senders.get(lane) ??
      createOutboxSender({
        items: () => outboxItems(userId).filter((item) => laneOf(item) === lane),
        put: (item) => putOutboxItem(userId, item),
        remove: (clientId) => removeOutboxItem(userId, clientId),
        send,
        // After a login as another account, the socket's next session is that account's.
        isConnected: () => socket.connected && !isSessionOfAnother(userId),
        pause: (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
        onFailed,
      });
    senders.set(lane, sender);
    return sender;
  };
  const flush = async () => {
    const lanes = new Set(outboxItems(userId).map(laneOf));
    await Promise.all([...lanes].map((lane) => oneTabAtATime(userId, lane, senderOf(lane).flush)));
  };
  const stop = onOutboxChange(() => {
    if (socket.connected && outboxItems(userId).some(({ state }) => state === 'waiting')) void flush();
  });
  return { flush, stop };
}

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

/** Uploads what the message still has to upload. Resolves to the message with the addresses, or to why that is impossible. */
export async function uploadPictures(parts: DeliveryParts, item: OutboxItem): Promise<OutboxItem | Sent> {
  void dropUnneeded(parts.userId);
  let current = item;
  for (const picture of item.pictures ?? []) {
    if (picture.url !== undefined) continue;
    const bytes = await keptPicture(picture.id);
    if (!bytes) return { outcome: 'refused', reason: 'A picture is no longer on this device.' };
    const url = await upload(parts, item.clientId, picture, bytes);
    if (typeof url !== 'string') return failureOf(url);
    notePreview(url, bytes);
    if (!isWaiting(parts.userId, item.clientId)) return { outcome: 'disconnected' };
    current = {
      ...current,
      pictures: (current.pictures ?? []).map((each) => (each.id === picture.id ? { ...each, url } : each)),
    };
    // An upload that is done is not repeated after a reload.
    putOutboxItem(parts.userId, { ...current, attempted: true });
  }
  return current;
}

/** After the message is stored. */
export async function forgetPictures({ pictures = [] }: OutboxItem): Promise<void> {
  await dropPictures(pictures.map(({ id }) => id));
}

/** Sends one picture; it is cancelled where the user removes the message. */
async function upload(
  { store, userId }: DeliveryParts,
  clientId: string,
  { id }: OutboxPicture,
  picture: Blob,
): Promise<string | ApiError> {
  noteShare(id, 0);
  const call = store.dispatch(
    messageApi.endpoints.uploadChatPicture.initiate(
      { picture, onProgress: (share) => noteShare(id, share) },
      { track: false },
    ),
  );
  const stop = onOutboxChange(() => {
    if (!isWaiting(userId, clientId)) call.abort();
  });
  const { data, error } = await call;
  stop();
  noteShare(id, undefined);
  if (data) return data.url;
  return isApiError(error) ? error : unexpectedError;
}

function isWaiting(userId: string, clientId: string): boolean {
  return outboxItems(userId).some((item) => item.clientId === clientId);
}

function failureOf({ status, message }: ApiError): Sent {
  if (status === 0) return { outcome: 'disconnected' };
  if (status === 429 || status >= 500) return { outcome: 'later' };
  return { outcome: 'refused', reason: message };
}

/** Removes pictures that nothing waits for any more, such as those of a message that another tab has sent. */
async function dropUnneeded(userId: string): Promise<void> {
  const needed = new Set(outboxItems(userId).flatMap(({ pictures = [] }) => pictures.map(({ id }) => id)));
  await dropOldPictures(userId, (id) => needed.has(id));
}
