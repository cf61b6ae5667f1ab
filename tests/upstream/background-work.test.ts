import { sql } from 'kysely';
import { describe, expect, it, onTestFinished } from 'vitest';
import { day } from '#shared/durations.ts';
import { type StartedUpstream, startUpstream } from '#tests/support/start-upstream.ts';
import { openStoreDatabase } from '#tests/support/store-database.ts';
import { describeOnEachDatabase, describeOnPostgres } from '#tests/support/test-database.ts';
import type { Engine } from '#upstream/db/connection.ts';
import { emptyProfile } from '#upstream/features/people/profile-store.ts';
import { newId } from '#upstream/ids.ts';
import { deleteStatement } from '#upstream/jobs/retention.ts';
import { retentions } from '#upstream/retentions.ts';

/** People whose accounts are due to be erased, in that order. */
async function addDue({ db }: StartedUpstream, count: number): Promise<string[]> {
  const ids = Array.from({ length: count }, (_, index) => newId(index + 1));
  const user = { ...emptyProfile, first_name: 'Ann', last_name: 'Tester', created_at: 0, updated_at: 0 };
  await db
    .insertInto('users')
    .values(ids.map((id) => ({ ...user, id, suspended_at: 1 })))
    .execute();
  await db
    .insertInto('departures')
    .values(
      ids.map((user_id, index) => ({ user_id, begun_at: 1, erase_at: index, reminded_at: 1, suspended_since: null })),
    )
    .execute();
  return ids;
}

/** The erasure of this person fails after their name is gone. */
async function refuseErasure({ db }: StartedUpstream, engine: Engine, userId: string): Promise<void> {
  const skill = { user_id: userId, skill_key: 'go', label: 'Go', spelling: 'Go', position: 0 };
  await db.insertInto('user_skills').values(skill).execute();
  const isOfUser = sql`old.user_id = ${sql.lit(userId)}`;
  if (engine === 'sqlite') {
    await sql`create trigger broken before delete on user_skills when ${isOfUser}
      begin select raise(abort, 'cannot be erased'); end`.execute(db);
    return;
  }
  await sql`create function refuse() returns trigger language plpgsql
    as 'begin raise exception ''cannot be erased''; end'`.execute(db);
  await sql`create trigger broken before delete on user_skills for each row when (${isOfUser})
    execute function refuse()`.execute(db);
}

await describeOnEachDatabase('retention', (engine) => {
  it('removes sessions that have run out, and no others', async () => {
    let now = Date.now();
    const upstream = await startUpstream({ engine, now: () => now });
    onTestFinished(() => upstream.close());
    const [, kept] = [await upstream.signUp(), await upstream.signUp()];
    now += 29 * day;
    await kept.client.get('/profile/view');
    now += 2 * day;
    await upstream.upstream.resume();
    const left = await upstream.db.selectFrom('sessions').select('user_id').execute();
    expect(left.map((row) => row.user_id)).toEqual([kept.id]);
  });
});

await describeOnEachDatabase('erasure', (engine) => {
  it('takes all accounts that are due, not a hundred an hour, and one that fails stops none behind it', async () => {
    const upstream = await startUpstream({ engine });
    onTestFinished(() => upstream.close());
    const [broken = ''] = await addDue(upstream, 102);
    await refuseErasure(upstream, engine, broken);
    await upstream.upstream.resume();
    const left = await upstream.db.selectFrom('departures').select('user_id').execute();
    expect(left).toEqual([{ user_id: broken }]);
    // Nothing of its erasure is half done.
    const names = upstream.db.selectFrom('users').select('id').where('first_name', '=', 'Ann');
    expect(await names.execute()).toEqual([{ id: broken }]);
  });
});

// SQLite has no second connection that could hold the housekeeping up in this process.
await describeOnPostgres('a stop', (engine) => {
  it('waits for background work no longer than its grace', async () => {
    const started = await startUpstream({ engine });
    const held = Promise.withResolvers<void>();
    const isLocked = Promise.withResolvers<void>();
    const holding = started.db.transaction().execute(async (trx) => {
      await sql`lock table sessions in access exclusive mode`.execute(trx);
      isLocked.resolve();
      await held.promise;
    });
    await isLocked.promise;
    const resumed = started.upstream.resume();
    await started.upstream.close(50);
    held.resolve();
    await Promise.all([holding, resumed]);
    await started.connection.close();
  });
});

describe('retention, by the plans of SQLite', () => {
  it.each([
    ['notice_limits', deleteStatement(retentions['notice limits'], Date.now())],
    ['conversation_members', sql`update conversation_members set read_seq = 0 where user_id = 'x'`],
  ])('finds the old rows of %s by an index', async (_, statement) => {
    const database = await openStoreDatabase();
    onTestFinished(() => database.close());
    const { rows } = await sql<{ detail: string }>`explain query plan ${statement}`.execute(database.db);
    expect(rows.map(({ detail }) => detail).join()).not.toMatch(/^SCAN/);
  });
});
