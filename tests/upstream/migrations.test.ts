import { expect, it } from 'vitest';
import { storeUsers } from '#tests/support/chat-people.ts';
import { createTestDatabase, describeOnEachDatabase } from '#tests/support/test-database.ts';
import { connect } from '#upstream/db/connect.ts';
import { migrate } from '#upstream/db/migrate.ts';
import { firstSchema } from '#upstream/db/migrations/001-first-schema.ts';
import { search } from '#upstream/db/migrations/002-search.ts';
import { receipts } from '#upstream/db/migrations/003-receipts.ts';
import { newId, pairOf } from '#upstream/ids.ts';

await describeOnEachDatabase('a database of an older version', (engine) => {
  it('keeps the unread count of each conversation', async () => {
    const database = await createTestDatabase(engine);
    const connection = await connect(database.url);
    try {
      await migrate(connection, [firstSchema, search, receipts]);
      const [one, other] = await storeUsers(connection, 2);
      const { low, high } = pairOf(one ?? '', other ?? '');
      const [id, now] = [newId(), Date.now()];
      const conversation = { id, user_low: low, user_high: high, last_seq: 5, last_message_at: now, created_at: now };
      // A row as that version wrote it, without the columns of later migrations.
      await connection.db
        .insertInto('conversations')
        .values(conversation as never)
        .execute();
      await connection.db
        .insertInto('conversation_reads')
        .values({ conversation_id: id, user_id: low, read_seq: 3, shown_seq: 3, read_at: now })
        .execute();
      expect((await migrate(connection))[0]).toBe('004-unread');
      expect(await connection.db.selectFrom('conversations').select(['unread_low', 'unread_high']).execute()).toEqual([
        { unread_low: 2, unread_high: 5 },
      ]);
    } finally {
      await connection.close();
      await database.drop();
    }
  });
});
