import { expect, it } from 'vitest';
import { storeUsers } from '#tests/support/chat-people.ts';
import { createTestDatabase, describeOnBothDatabases } from '#tests/support/test-database.ts';
import { connect } from '#upstream/db/connect.ts';
import { migrate } from '#upstream/db/migrate.ts';
import { firstSchema } from '#upstream/db/migrations/001-first-schema.ts';
import { search } from '#upstream/db/migrations/002-search.ts';
import { receipts } from '#upstream/db/migrations/003-receipts.ts';
import { unread } from '#upstream/db/migrations/004-unread.ts';
import { decidedRuns } from '#upstream/db/migrations/005-decided-runs.ts';
import { accounts } from '#upstream/db/migrations/006-accounts.ts';
import { listSessions } from '#upstream/features/auth/session-store.ts';
import { newId, pairOf } from '#upstream/ids.ts';

await describeOnBothDatabases('a database of an older version', (engine) => {
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

  it('keeps its sessions, whose place is not known until they are used, and takes those of that version', async () => {
    const database = await createTestDatabase(engine);
    const connection = await connect(database.url);
    try {
      await migrate(connection, [firstSchema, search, receipts, unread, decidedRuns, accounts]);
      const [userId = ''] = await storeUsers(connection, 1);
      const now = Date.now();
      const storeSession = (token: string) =>
        connection.db
          .insertInto('sessions')
          .values({
            id: newId(now),
            token_hash: token,
            user_id: userId,
            device: 'Firefox on Linux',
            created_at: now,
            last_seen_at: now,
            expires_at: now + 1e9,
          } as never)
          .execute();
      await storeSession('before');
      expect(await migrate(connection)).toContain('015-account-history');
      await storeSession('beside');
      const sessions = await listSessions(connection.db, userId, now);
      expect(sessions.map(({ address }) => address)).toEqual(['', '']);
      expect(await connection.db.selectFrom('account_events').selectAll().execute()).toEqual([]);
    } finally {
      await connection.close();
      await database.drop();
    }
  });
});
