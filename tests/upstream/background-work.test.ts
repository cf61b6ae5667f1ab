import { sql } from 'kysely';
import { describe, expect, it, onTestFinished } from 'vitest';
import { day } from '#shared/durations.ts';
import { type StartedUpstream, startUpstream } from '#tests/support/start-upstream.ts';
import { openStoreDatabase } from '#tests/support/store-database.ts';
import { describeOnEachDatabase } from '#tests/support/test-database.ts';
import type { Engine } from '#upstream/db/connection.ts';
import { oldNoticeLimits } from '#upstream/features/notifications/notice-limits.ts';
import { emptyProfile } from '#upstream/features/people/profile-store.ts';
import { newId } from '#upstream/ids.ts';
import { deleteStatement } from '#upstream/jobs/retention.ts';

async function start(engine: Engine): Promise<StartedUpstream> {
  const upstream = await startUpstream({ engine });
  onTestFinished(() => upstream.close());
  return upstream;
}

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

async function refuseErasure({ db }: StartedUpstream, engine: Engine, userId: string): Promise<void> {
  const isOfUser = sql`old.user_id = ${sql.lit(userId)}`;
  if (engine === 'sqlite') {
    await sql`create trigger broken before delete on departures when ${isOfUser}
      begin select raise(abort, 'cannot be erased'); end`.execute(db);
    return;
  }
  await sql`create function refuse() returns trigger language plpgsql
    as 'begin raise exception ''cannot be erased''; end'`.execute(db);
  await sql`create trigger broken before delete on departures for each row when (${isOfUser})
    execute function refuse()`.execute(db);
}

const leftOf = async ({ db }: StartedUpstream) =>
  (await db.selectFrom('departures').select('user_id').execute()).map(({ user_id }) => user_id);

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

  it('a step that fails stops none of the others', async () => {
    const upstream = await start(engine);
    const { id } = await upstream.signUp();
    const old = { user_id: id, kind: 'blocked' as const, device: '', address: '', created_at: 1 };
    await upstream.db
      .insertInto('account_events')
      .values({ id: newId(1), ...old })
      .execute();
    await sql`alter table project_invites rename to invites_away`.execute(upstream.db);
    await upstream.upstream.resume();
    const left = await upstream.db.selectFrom('account_events').select('id').where('created_at', '=', 1).execute();
    expect(left).toEqual([]);
  });
});

await describeOnEachDatabase('erasure', (engine) => {
  it('takes all accounts that are due, not a hundred an hour', async () => {
    const upstream = await start(engine);
    await addDue(upstream, 101);
    await upstream.upstream.resume();
    expect(await leftOf(upstream)).toEqual([]);
  });

  it('of an account that fails stops none of those behind it', async () => {
    const upstream = await start(engine);
    const [broken = ''] = await addDue(upstream, 3);
    await refuseErasure(upstream, engine, broken);
    await upstream.upstream.resume();
    expect(await leftOf(upstream)).toEqual([broken]);
  });
});

describe('retention, by the plans of SQLite', () => {
  it.each([
    ['notice_limits', deleteStatement(oldNoticeLimits, Date.now())],
    ['conversation_reads', sql`delete from conversation_reads where user_id = 'x'`],
  ])('finds the old rows of %s by an index', async (_, statement) => {
    const database = await openStoreDatabase();
    onTestFinished(() => database.close());
    const { rows } = await sql<{ detail: string }>`explain query plan ${statement}`.execute(database.db);
    expect(rows.map(({ detail }) => detail).join()).not.toMatch(/^SCAN/);
  });
});
