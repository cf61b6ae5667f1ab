import type { Db } from '#upstream/db/connection.ts';
import { transact } from '#upstream/db/transaction.ts';
import type { Deps } from '#upstream/deps.ts';
import { findCredentials } from '#upstream/features/auth/credential-store.ts';
import { isRestricted, sessionFromCookie } from '#upstream/features/auth/session.ts';
import { liveSessions } from '#upstream/features/auth/session-store.ts';
import { appendAtOnce } from '#upstream/features/chat/append-at-once.ts';
import { type AppendedMessage, appendMessage, hasSpokenSince, markRead } from '#upstream/features/chat/chat-store.ts';
import {
  findNotification,
  isNotifiedSince,
  markNoticeRead,
} from '#upstream/features/notifications/notification-store.ts';
import { countNotifications, presentNotifications } from '#upstream/features/notifications/present-notifications.ts';
import { findUser, holdUsers } from '#upstream/features/people/people-store.ts';
import { shownName } from '#upstream/features/people/shown-name.ts';
import { preferencesOf, preferencesOfMany } from '#upstream/features/preferences/preferences-store.ts';
import { areConnected, connectedAmong, mayTalk } from '#upstream/features/requests/request-store.ts';
import { visiblePeople } from '#upstream/features/visibility/people.ts';
import { ApiError } from '#upstream/http/api-error.ts';
import { notConnected } from '../chat-event.ts';
import type { ChatBackend, ChatPerson, NewMessage, StoredMessage } from './backend.ts';
import { createBatches } from './batches.ts';
import { checkedEvery, createMessageQuota } from './message-quota.ts';

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
  const store =
    engine === 'sqlite'
      ? createBatches(storeAll)
      : (message: NewMessage) => appendAtOnce(db, { ...message, now: now() });

  const messageQuota = createMessageQuota(deps);

  async function storeAll(messages: readonly NewMessage[]): Promise<(AppendedMessage | undefined)[]> {
    return transact(db, async (trx) => {
      const stored: (AppendedMessage | undefined)[] = [];
      for (const message of messages) {
        const { senderId, recipientId } = message;
        const isOpen =
          (await areConnected(trx, senderId, recipientId)) && (await holdUsers(trx, engine, senderId, recipientId));
        stored.push(isOpen ? await appendMessage(trx, { ...message, now: now() }) : undefined);
      }
      return stored;
    });
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
    privacy: async (userId) => (await preferencesOf(db, userId)).privacy,
    showingPresence: async (userIds) => {
      const chosen = await preferencesOfMany(db, userIds);
      return userIds.filter((userId) => chosen.get(userId)?.privacy.presence === true);
    },
    mayTalk: (userId, otherId) => mayTalk(db, userId, otherId),
    connectedAmong: (userId, otherIds) => connectedAmong(db, userId, otherIds),
    append: async (message) => {
      messageQuota.require(message.senderId);
      const stored = await store(message);
      if (!stored) throw notConnected();
      if (stored.message.seq % checkedEvery === 0) await messageQuota.check(message.senderId);
      return { ...presentStored(stored, message.clientId), sender: await findSender(db, message.senderId) };
    },
    markRead: async ({ userId, peerId, messageId, receipt }) => {
      const read = await transact(db, async (trx) => {
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
    createdAt: new Date(message.created_at).toISOString(),
    isNew: stored,
    ...(clientId === undefined ? {} : { clientId }),
  };
}
