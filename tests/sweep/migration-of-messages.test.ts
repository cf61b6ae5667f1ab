import { expect, it } from 'vitest';
import { storeUsers } from '#tests/support/chat-people.ts';
import { createTestDatabase, describeOnBothDatabases } from '#tests/support/test-database.ts';
import { connect } from '#upstream/db/connect.ts';
import { migrate, migrations } from '#upstream/db/migrate.ts';
import { messageChanges } from '#upstream/db/migrations/050-message-changes.ts';
import { wordsTurn } from '#upstream/features/chat/message-words.ts';
import { searchMessages } from '#upstream/features/chat/search-messages.ts';
import { newRequest } from '#upstream/features/requests/new-request.ts';
import { messagesAround, readableConversations } from '#upstream/features/visibility/messages.ts';
import { newId } from '#upstream/ids.ts';

const wordOf = (seq: number) => `number${String(seq).padStart(3, '0')}`;

await describeOnBothDatabases('messages of the version before', (engine) => {
  it('are unchanged and without pictures; background work indexes their words in batches, not the start', async () => {
    const database = await createTestDatabase(engine);
    const connection = await connect(database.url);
    const { db } = connection;
    try {
      await migrate(connection, migrations.slice(0, migrations.indexOf(messageChanges)));
      const [one = '', two = ''] = (await storeUsers(connection, 2)).sort();
      await db
        .insertInto('requests')
        .values(newRequest({ fromId: one, toId: two, status: 'accepted', askedAt: 1 }))
        .execute();
      const count = 250;
      const conversationId = newId(1);
      await db
        .insertInto('conversations')
        .values({
          ...{ id: conversationId, user_low: one, user_high: two, last_seq: count },
          ...{ last_message_at: count, created_at: 1 },
        } as never)
        .execute();
      for (let seq = 1; seq <= count; seq += 1)
        await db
          .insertInto('messages')
          .values({
            ...{ id: newId(seq), conversation_id: conversationId, seq, sender_id: one, text: `old ${wordOf(seq)}` },
            ...{ client_id: null, created_at: seq },
          } as never)
          .execute();
      await migrate(connection);

      const [message] = await db.selectFrom('messages').selectAll().where('seq', '=', 1).execute();
      expect(message).toMatchObject({
        ...{ text: 'old number001', rev: 0, edited_at: null, deleted_at: null, reply_to: null, picture_count: 0 },
      });
      expect(await db.selectFrom('message_words').selectAll().execute(), 'the start does not wait').toEqual([]);

      const turn = wordsTurn(db);
      const indexed = async () => (await db.selectFrom('conversations').select('words_seq').execute())[0]?.words_seq;
      expect(await turn.batch(0)).toBe(true);
      expect(await indexed()).toBe(200);
      expect(await turn.batch(0)).toBe(false);
      expect(await indexed()).toBe(count);
      const conversations = await readableConversations(db, two, undefined);
      for (const seq of [1, 250]) {
        const q = wordOf(seq);
        const { hits } = await searchMessages(db, engine, { q, conversations, limit: 20 });
        const found = await messagesAround(db, conversations, hits);
        expect(
          found.map(({ message }) => message.text),
          q,
        ).toEqual([`old ${q}`]);
      }
    } finally {
      await connection.close();
      await database.drop();
    }
  });
});
