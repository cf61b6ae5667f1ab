import type { Transaction } from 'kysely';
import type { Database } from '../db/schema.ts';
import { transact } from '../db/transaction.ts';
import type { Deps } from '../deps.ts';
import { sessionFromCookie } from '../features/auth/session.ts';
import { liveSessions } from '../features/auth/session-store.ts';
import { appendMessage, markRead } from '../features/chat/chat-store.ts';
import { findUser } from '../features/people/people-store.ts';
import { areConnected, connectedAmong } from '../features/requests/request-store.ts';
import { ApiError } from '../http/api-error.ts';
import type { ChatBackend, ChatPerson, NewMessage, StoredMessage } from './backend.ts';
import { createBatches } from './batches.ts';
import { notConnected } from './chat-event.ts';

/** The live side's view of the database. */
export function createChatBackend(deps: Deps): ChatBackend {
  const { db, engine, now } = deps;
  const person = async (userId: string): Promise<ChatPerson | undefined> => {
    const user = await findUser(db, userId);
    if (!user) return undefined;
    const { _id, firstName, lastName, photoUrl } = user;
    return { _id, firstName, lastName, ...(photoUrl === undefined ? {} : { photoUrl }) };
  };
  // PostgreSQL commits many transactions at once by itself; SQLite has one connection, which waits for the disk.
  const store =
    engine === 'sqlite' ? createBatches(storeAll) : async (message: NewMessage) => (await storeAll([message]))[0];

  async function storeAll(messages: readonly NewMessage[]): Promise<(StoredMessage | undefined)[]> {
    return transact(db, async (trx) => {
      const stored: (StoredMessage | undefined)[] = [];
      for (const message of messages) stored.push(await storeOne(trx, message));
      return stored;
    });
  }

  async function storeOne(
    trx: Transaction<Database>,
    { senderId, recipientId, text, clientId }: NewMessage,
  ): Promise<StoredMessage | undefined> {
    if (!(await areConnected(trx, senderId, recipientId))) return undefined;
    const { message, stored } = await appendMessage(trx, { senderId, recipientId, text, clientId, now: now() });
    return {
      _id: message.id,
      seq: message.seq,
      text: message.text,
      createdAt: new Date(message.created_at).toISOString(),
      isNew: stored,
      ...(clientId === undefined ? {} : { clientId }),
    };
  }

  return {
    authenticate: async (headers) => {
      const session = await sessionFromCookie(deps, headers.cookie);
      const user = session && (await person(session.user_id));
      return session && user ? { sessionId: session.id, user } : undefined;
    },
    aliveSessions: async (sessionIds) => new Set(await liveSessions(db, sessionIds, now())),
    person,
    projectName: async (projectId) => {
      const row = await db.selectFrom('projects').select('name').where('id', '=', projectId).executeTakeFirst();
      return row?.name;
    },
    areConnected: (userId, otherId) => areConnected(db, userId, otherId),
    connectedAmong: (userId, otherIds) => connectedAmong(db, userId, otherIds),
    append: async (message) => {
      const stored = await store(message);
      if (!stored) throw notConnected();
      return stored;
    },
    markRead: async ({ userId, peerId, messageId, receipt }) => {
      const read = await transact(db, async (trx) => {
        if (!(await areConnected(trx, userId, peerId))) throw notConnected();
        return markRead(trx, { userId, peerId, messageId, receipt, now: now() });
      });
      if (!read) throw new ApiError('not_found', 'There is no such message in this conversation.');
      return { unread: read.unread };
    },
  };
}
