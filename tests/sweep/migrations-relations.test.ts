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
import { listNotifications, notify } from '#upstream/features/notifications/notification-store.ts';
import { feedPage } from '#upstream/features/people/feed-page.ts';
import { decide } from '#upstream/features/requests/decide.ts';
import { newId, pairOf } from '#upstream/ids.ts';
import { quotas } from '#upstream/limits/quotas.ts';

await describeOnBothDatabases('a database of the first release', (engine) => {
  it('keeps its relations, and goes on while an old instance writes beside a new one', async () => {
    const database = await createTestDatabase(engine);
    const connection = await connect(database.url);
    try {
      await migrate(connection, [firstSchema, search, receipts, unread, decidedRuns]);
      const [ada = '', ben = '', cho = '', dan = ''] = await storeUsers(connection, 4);
      /** A row as the old version writes it, which knows no columns of later migrations. */
      const storeOld = async (from: string, to: string, status: string, withdrawn = 0) => {
        const { low, high } = pairOf(from, to);
        const row = { id: newId(), from_id: from, to_id: to, pair_low: low, pair_high: high, status, withdrawn };
        await connection.db
          .insertInto('requests')
          .values({ ...row, created_at: 1, updated_at: 1 } as never)
          .execute();
      };
      await storeOld(ben, ada, 'ignored');
      await storeOld(ada, cho, 'rejected', 1);
      await migrate(connection);
      await storeOld(dan, ada, 'ignored');
      const feed = await feedPage(connection.db, ada, { page: 1, limit: 10, order: 'newest' });
      expect(feed.items.map(({ _id }) => _id).toSorted()).toEqual([ben, cho, dan].toSorted());
      const asked = await connection.db
        .transaction()
        .execute((trx) => decide(trx, { fromId: ada, toId: cho, status: 'interested', now: Date.now(), quotas }));
      expect(asked).toMatchObject({ kind: 'requested', row: { status: 'rejected', withdrawn: 0 } });
      await connection.db
        .transaction()
        .execute((trx) => notify(trx, { userId: ada, kind: 'request', subject: ben, actorId: ben, now: 1 }));
      expect(await listNotifications(connection.db, ada, { limit: 10 })).toHaveLength(1);
    } finally {
      await connection.close();
      await database.drop();
    }
  });
});
