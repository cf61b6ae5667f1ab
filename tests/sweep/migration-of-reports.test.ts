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
import { notifications } from '#upstream/db/migrations/007-notifications.ts';
import { hiddenDecisions } from '#upstream/db/migrations/008-hidden-decisions.ts';
import { erasableSearch } from '#upstream/db/migrations/009-erasable-search.ts';
import { suspension } from '#upstream/db/migrations/010-suspension.ts';
import { reports } from '#upstream/db/migrations/019-reports.ts';
import { transact } from '#upstream/db/transaction.ts';
import { deleteEmptyOpenCases, emptyCases } from '#upstream/features/moderation/empty-cases.ts';
import { adoptReports } from '#upstream/features/moderation/open-case.ts';
import { closedReportsKeptMs } from '#upstream/features/safety/report-store.ts';
import { newId } from '#upstream/ids.ts';
import { deleteExpired } from '#upstream/jobs/retention.ts';

const before = [firstSchema, search, receipts, unread, decidedRuns, accounts, notifications, hiddenDecisions];

await describeOnBothDatabases('reports of the version before', (engine) => {
  it('are gathered in cases: by the migration, and later where an old instance goes on', async () => {
    const database = await createTestDatabase(engine);
    const connection = await connect(database.url);
    const { db } = connection;
    try {
      await migrate(connection, [...before, erasableSearch, suspension, reports]);
      const [one = '', two = '', three = ''] = await storeUsers(connection, 3);
      const report = (reporter_id: string, subject: string, created_at: number, closed_at: number | null) =>
        db
          .insertInto('reports')
          .values({
            ...{ id: newId(created_at), reporter_id, accused_id: subject, kind: 'person', subject, reason: 'violence' },
            ...{ details: '', evidence: '{}', created_at, closed_at, outcome: closed_at === null ? '' : 'acted' },
            ...{ answer: '', closed_by: '' },
          })
          .execute();
      await report(one, three, 1000, 1500);
      await report(two, three, 2000, null);
      await report(one, two, 3000, 3500);
      await migrate(connection);
      const cases = () =>
        db.selectFrom('cases').select(['subject', 'opened_at', 'closed_at', 'version']).orderBy('opened_at').execute();
      expect(await cases()).toEqual([
        { subject: three, opened_at: 1000, closed_at: null, version: 1 },
        { subject: two, opened_at: 3000, closed_at: 3500, version: 1 },
      ]);
      await report(three, one, 4000, null);
      await transact(db, adoptReports);
      await transact(db, adoptReports);
      expect((await cases()).at(-1)).toEqual({ subject: one, opened_at: 4000, closed_at: null, version: 1 });
      await report(three, two, 5000, null);
      await transact(db, adoptReports);
      expect((await cases()).at(-1)).toEqual({ subject: two, opened_at: 5000, closed_at: null, version: 2 });
      await db.deleteFrom('reports').where('subject', '=', two).execute();
      await deleteEmptyOpenCases(db);
      expect((await cases()).map(({ subject }) => subject)).toEqual([three, one]);
      await db.updateTable('cases').set({ closed_at: 6000 }).execute();
      await deleteExpired(db, emptyCases, 6001 + closedReportsKeptMs);
      expect(await cases(), 'their reports are there').toHaveLength(2);
      await db.deleteFrom('reports').where('subject', '=', one).execute();
      await deleteExpired(db, emptyCases, 6000 + closedReportsKeptMs);
      expect(await cases(), 'not yet').toHaveLength(2);
      await deleteExpired(db, emptyCases, 6001 + closedReportsKeptMs);
      expect((await cases()).map(({ subject }) => subject)).toEqual([three]);
    } finally {
      await connection.close();
      await database.drop();
    }
  });
});
