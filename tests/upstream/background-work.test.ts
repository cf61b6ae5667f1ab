import { sql } from 'kysely';
import { afterEach, describe, expect, it, onTestFinished } from 'vitest';
import { day, minute } from '#shared/durations.ts';
import { startMailServer } from '#tests/support/mail-server.ts';
import { type StartedUpstream, startUpstream } from '#tests/support/start-upstream.ts';
import { openStoreDatabase, type StoreDatabase } from '#tests/support/store-database.ts';
import { describeOnEachDatabase, describeOnPostgres } from '#tests/support/test-database.ts';
import { noMailIsUnderWay } from '#tests/support/wait-for-mail.ts';
import type { Engine } from '#upstream/db/connection.ts';
import { transact } from '#upstream/db/transaction.ts';
import { noticesTurn } from '#upstream/features/notification-mails/mail-notices.ts';
import { oldNoticeLimits } from '#upstream/features/notifications/notice-limits.ts';
import { notify } from '#upstream/features/notifications/notification-store.ts';
import { emptyProfile } from '#upstream/features/people/profile-store.ts';
import { newId } from '#upstream/ids.ts';
import { deleteStatement } from '#upstream/jobs/retention.ts';
import { startTurns } from '#upstream/jobs/turns.ts';
import { createLog } from '#upstream/watch/log.ts';

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
    // Its erasure has come to its last step: nothing of it is half done.
    const names = await upstream.db.selectFrom('users').select('first_name').orderBy('id').execute();
    expect(names.map(({ first_name }) => first_name)).toEqual(['Ann', 'Former', 'Former']);
  });
});

await describeOnEachDatabase('mails about notifications', (engine) => {
  let database: StoreDatabase;
  afterEach(() => database.close());

  const now = Date.parse('2026-06-10T06:05:00Z');

  /** Somebody with a confirmed address whom another person has asked. */
  async function addAsked(): Promise<string> {
    const [userId, actorId] = [await database.addPerson(), await database.addPerson()];
    await database.db
      .updateTable('users')
      .set({ email: `${userId}@mail.test`, unverified_since: null })
      .where('id', '=', userId)
      .execute();
    await transact(database.db, (trx) =>
      notify(trx, { userId, kind: 'request', subject: actorId, actorId, now: now - 30 * minute }),
    );
    return userId;
  }

  function world(failing: string, here: string[] = []) {
    const queued: string[] = [];
    const mail = {
      link: (path: string) => `https://dot.test${path}`,
      queue: async (_: unknown, { userId }: { userId: string }) => {
        if (userId === failing) throw new Error('this letter cannot be made');
        queued.push(userId);
      },
    };
    const { db } = database;
    const isHere = async (userId: string) => here.includes(userId);
    const deps = { db, mail: mail as never, secret: 'x'.repeat(32), isHere };
    const turns = startTurns(
      {
        ...{ db, engine, clock: { now: () => now, measure: async () => undefined }, trouble: () => undefined },
        log: createLog('silent', { write: () => undefined }),
        times: { pollMs: 60_000, leaseMs: 60_000 },
      },
      [noticesTurn(deps)],
    );
    return { turns, queued };
  }
  const failed = () =>
    database.db.selectFrom('jobs').select(['kind', 'key', 'tries', 'last_error']).where('key', '<>', '').execute();

  it('reach everybody else when the letter to one person cannot be made', async () => {
    database = await openStoreDatabase(engine);
    const [ann, ben] = [await addAsked(), await addAsked()];
    const { turns, queued } = world(ann);
    await turns.runAll();
    expect(queued).toEqual([ben]);
    expect(await failed()).toMatchObject([{ kind: 'notices', tries: 1, last_error: 'this letter cannot be made' }]);
    await turns.runAll();
    expect(queued, 'put off').toEqual([ben]);
    await turns.stop();
  });

  it('wait for a person who has a page open, however long ago it called', async () => {
    database = await openStoreDatabase(engine);
    const ann = await addAsked();
    const here = world('', [ann]);
    await here.turns.runAll();
    await here.turns.stop();
    expect(here.queued).toEqual([]);
    await database.db.updateTable('notifications').set({ mail_at: now }).execute();
    const away = world('');
    await away.turns.runAll();
    await away.turns.stop();
    expect(away.queued).toEqual([ann]);
  });
});

await describeOnEachDatabase('the link for a lost password', (engine) => {
  it('goes before the mails about notifications that were queued earlier', async () => {
    const server = await startMailServer();
    let now = Date.now();
    const upstream = await startUpstream({
      engine,
      now: () => now,
      env: { MAIL_URL: server.url, MAIL_LANES: '1', PUBLIC_URL: 'https://dot.test' },
      mail: { times: { pollMs: 20, leaseMs: minute } },
      turns: { pollMs: 20, leaseMs: minute, everyMs: { notices: 0 } },
      chat: { offlineAfterMs: 0 },
    });
    const [own, ...askers] = [await upstream.signUp(), await upstream.signUp(), await upstream.signUp()];
    askers.push(await upstream.signUp());
    await upstream.db.updateTable('users').set({ unverified_since: null }).execute();
    for (const { client } of askers) await client.post(`/request/interested/${own.id}`);
    await expect.poll(() => server.received.length, { message: 'the confirmations' }).toBe(askers.length + 1);
    await noMailIsUnderWay(upstream.db);
    const before = server.received.length;
    const held = Promise.withResolvers<void>();
    server.beforeTaking = () => held.promise;
    now += 6 * minute;
    const waiting = async (label: string) =>
      (await upstream.db.selectFrom('jobs').select('key').where('label', '=', label).execute()).length;
    await expect.poll(() => waiting('notice-request')).toBe(askers.length);
    await upstream.client().post('/password/forgot', { emailId: own.emailId });
    await expect.poll(() => waiting('password-reset')).toBe(1);
    held.resolve();
    const subjects = () => server.received.slice(before).map(({ source }) => /^Subject: (.*)/m.exec(source)?.[1] ?? '');
    await expect.poll(subjects).toHaveLength(askers.length + 1);
    expect(subjects()[1]).toBe('Choose a new password');
    await upstream.close();
    await server.close();
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
    ['notice_limits', deleteStatement(oldNoticeLimits, Date.now())],
    ['conversation_members', sql`update conversation_members set read_seq = 0 where user_id = 'x'`],
  ])('finds the old rows of %s by an index', async (_, statement) => {
    const database = await openStoreDatabase();
    onTestFinished(() => database.close());
    const { rows } = await sql<{ detail: string }>`explain query plan ${statement}`.execute(database.db);
    expect(rows.map(({ detail }) => detail).join()).not.toMatch(/^SCAN/);
  });
});
