import type { ChatMessage } from '#shared/api/chat.ts';
import type { Db, Trx } from '#upstream/db/connection.ts';
import type { MessageRow } from '#upstream/db/schema.ts';
import { transact } from '#upstream/db/transaction.ts';
import type { Deps } from '#upstream/deps.ts';
import { findCredentials } from '#upstream/features/auth/credential-store.ts';
import { isRestricted, sessionFromCookie } from '#upstream/features/auth/session.ts';
import { liveSessions } from '#upstream/features/auth/session-store.ts';
import { appendAtOnce } from '#upstream/features/chat/append-at-once.ts';
import { type AppendedMessage, appendMessage, hasSpokenSince } from '#upstream/features/chat/chat-store.ts';
import { holdPlace } from '#upstream/features/chat/hold-place.ts';
import { markRead } from '#upstream/features/chat/read-marks.ts';
import { readMessageAs } from '#upstream/features/chat/read-message.ts';
import { markRoomRead, noRoom } from '#upstream/features/chat/room-store.ts';
import {
  findNotification,
  isNotifiedSince,
  markNoticeRead,
} from '#upstream/features/notifications/notification-store.ts';
import { countNotifications, presentNotifications } from '#upstream/features/notifications/present-notifications.ts';
import { tellNotified } from '#upstream/features/notifications/tell-notified.ts';
import { findUser } from '#upstream/features/people/people-store.ts';
import { shownName } from '#upstream/features/people/shown-name.ts';
import { preferencesOf, preferencesOfMany } from '#upstream/features/preferences/preferences-store.ts';
import { areConnected, connectedAmong, mayTalk } from '#upstream/features/requests/relations.ts';
import type { Place } from '#upstream/features/visibility/messages.ts';
import { visiblePeople } from '#upstream/features/visibility/people.ts';
import { findRoomProject, roomPeople } from '#upstream/features/visibility/rooms.ts';
import { ApiError, notConnected } from '#upstream/http/api-error.ts';
import { iso } from '#upstream/iso.ts';
import type { ChatBackend, ChatPerson, NewMessage, StoredMessage } from './backend.ts';
import { createBatches } from './batches.ts';
import { checkedEvery, createMessageQuota } from './message-quota.ts';

interface PairPlace {
  place: Extract<Place, { peerId: string }>;
}

function isPlain(message: NewMessage): message is NewMessage & PairPlace {
  return message.place.roomId === undefined && message.replyTo === undefined && message.pictures.length === 0;
}

/** The chat backend over the upstream's database. */
export function createChatBackend(deps: Deps): ChatBackend {
  const { db, engine, now } = deps;
  const person = async (userId: string, viewerId: string): Promise<ChatPerson | undefined> => {
    const user = await findUser(db, viewerId, userId);
    if (!user) return undefined;
    const { _id, firstName, lastName, photoUrl } = user;
    return { _id, firstName, lastName, ...(photoUrl === undefined ? {} : { photoUrl }) };
  };
  // SQLite has one connection in this process, so messages are stored in batches. PostgreSQL groups commits by itself
  // and each statement costs a round trip, so a message is stored in one statement.
  const storePlain =
    engine === 'sqlite'
      ? createBatches(storeAll)
      : (message: NewMessage & PairPlace) =>
          appendAtOnce(db, { ...message, recipientId: message.place.peerId, now: now() });
  // A message with pictures or an answer can be refused for them, so it has a transaction of its own; so has one in a room.
  const store = (message: NewMessage) =>
    isPlain(message) ? storePlain(message) : transact(db, (trx) => storeOne(trx, message));

  const messageQuota = createMessageQuota(deps);

  async function storeAll(messages: readonly NewMessage[]): Promise<(AppendedMessage | undefined)[]> {
    return transact(db, async (trx) => {
      const stored: (AppendedMessage | undefined)[] = [];
      for (const message of messages) stored.push(await storeOne(trx, message));
      return stored;
    });
  }

  async function storeOne(trx: Trx, message: NewMessage): Promise<AppendedMessage | undefined> {
    const { senderId: userId, place, mentions } = message;
    if (!(await holdPlace(trx, engine, { userId, place }))) return undefined;
    if (place.roomId === undefined)
      return appendMessage(trx, { ...message, recipientId: place.peerId, mentions: [], now: now() });
    const { roomId } = place;
    const people = mentions.length === 0 ? [] : await roomPeople(trx, userId, roomId);
    const named = [...new Set(mentions)].filter((id) => people.includes(id));
    return appendMessage(trx, { ...message, roomId, mentions: named, now: now() });
  }

  /** The quoted message and the pictures, for the few messages that have some. */
  async function readParts({ id, sender_id, reply_to, picture_count }: MessageRow): Promise<Partial<ChatMessage>> {
    if (reply_to === null && picture_count === 0) return {};
    return (await readMessageAs(db, sender_id, id))?.message ?? {};
  }

  return {
    authenticate: async (headers) => {
      const session = await sessionFromCookie(deps, headers.cookie);
      const user = session && (await person(session.userId, session.userId));
      return session && user ? { sessionId: session.id, user, isUnverified: isRestricted(deps, session) } : undefined;
    },
    mayWrite: async (userId) => (await findCredentials(db, { userId }))?.isUnverified === false,
    aliveSessions: async (sessionIds) => new Set(await liveSessions(db, sessionIds, now())),
    person,
    notification: async (id) => {
      const row = await findNotification(db, id);
      const [item] = row ? await presentNotifications(db, row.user_id, [row]) : [];
      return row && item && { userId: row.user_id, item };
    },
    unreadNotifications: (userId) => countNotifications(db, userId),
    hasNewsSince: async (userId, time) =>
      (await isNotifiedSince(db, userId, time)) || (await hasSpokenSince(db, userId, time)),
    changedMessage: async (userId, messageId) => {
      const found = await readMessageAs(db, userId, messageId);
      return found && { ...found.place, rev: found.rev, message: found.asEvent, unread: found.unread };
    },
    privacy: async (userId) => (await preferencesOf(db, userId)).privacy,
    showingPresence: async (userIds) => {
      const chosen = await preferencesOfMany(db, userIds);
      return userIds.filter((userId) => chosen.get(userId)?.privacy.presence === true);
    },
    mayTalk: (userId, otherId) => mayTalk(db, userId, otherId),
    connectedAmong: (userId, otherIds) => connectedAmong(db, userId, otherIds),
    roomPeople: async (roomId, userId) =>
      (await findRoomProject(db, userId, roomId)) && (await roomPeople(db, userId, roomId)),
    append: async (message) => {
      messageQuota.require(message.senderId);
      const stored = await store(message);
      if (!stored) throw message.place.roomId === undefined ? notConnected() : noRoom();
      if (stored.message.seq % checkedEvery === 0) await messageQuota.check(message.senderId);
      if (stored.stored) deps.events.emit('messageStored', { conversationId: stored.message.conversation_id });
      for (const id of stored.mentionIds ?? []) tellNotified(deps.events, id);
      const { replyTo, pictures } = await readParts(stored.message);
      return {
        ...presentStored(stored, message.clientId),
        ...(replyTo && { replyTo }),
        ...(pictures && { pictures }),
        sender: await findSender(db, message.senderId),
      };
    },
    markRead: async ({ userId, place: { peerId, roomId }, messageId, receipt }) => {
      const read = await transact(db, async (trx) => {
        if (roomId !== undefined) {
          const marked = await markRoomRead(trx, { userId, roomId, messageId, now: now() });
          return marked && { ...marked, isShown: false };
        }
        if (!(await areConnected(trx, userId, peerId))) throw notConnected();
        const chosen = await preferencesOfMany(trx, [userId, peerId]);
        const gives = receipt && chosen.get(userId)?.privacy.receipts === true;
        const marked = await markRead(trx, { userId, peerId, messageId, receipt: gives, now: now() });
        const notice = { userId, kind: 'message', subject: peerId, now: now() } as const;
        const isShown = gives && chosen.get(peerId)?.privacy.receipts === true;
        return (
          marked && { ...marked, isShown, isNoticeRead: marked.unread === 0 && (await markNoticeRead(trx, notice)) }
        );
      });
      if (!read) throw new ApiError('not_found', 'There is no such message in this conversation.');
      if (read.isNoticeRead) deps.events.emit('notificationsRead', { userId });
      return { unread: read.unread, isShown: read.isShown };
    },
  };
}

/** The name may have changed since the handshake. One look-up of a row that is in memory. */
async function findSender(db: Db, userId: string): Promise<ChatPerson | undefined> {
  const row = await visiblePeople(db, userId).where('users.id', '=', userId).executeTakeFirst();
  return row && { _id: row.id, ...shownName(row), ...(row.photo_url && { photoUrl: row.photo_url }) };
}

function presentStored(
  { message, stored }: AppendedMessage,
  clientId: string | undefined,
): Omit<StoredMessage, 'sender'> {
  return {
    _id: message.id,
    seq: message.seq,
    text: message.text,
    createdAt: iso(message.created_at),
    isNew: stored,
    isChanged: message.rev > 0,
    isDeleted: message.deleted_at !== null,
    ...(clientId === undefined ? {} : { clientId }),
  };
}
