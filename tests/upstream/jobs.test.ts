import { sql } from 'kysely';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { day, minute } from '#shared/durations.ts';
import { openStoreDatabase, type StoreDatabase } from '#tests/support/store-database.ts';
import { describeOnBothDatabases } from '#tests/support/test-database.ts';
import { transact } from '#upstream/db/transaction.ts';
import { runAdmin } from '#upstream/features/admin/run-admin.ts';
import { queuePushes } from '#upstream/features/push/subscription-store.ts';
import { newId } from '#upstream/ids.ts';
import { createJobClock } from '#upstream/jobs/job-clock.ts';
import { claim, countJobs, type Job, priorities } from '#upstream/jobs/job-store.ts';
import { type JobWorker, startJobWorker, type Work } from '#upstream/jobs/job-worker.ts';
import { startTurns, type Turn, type Turns } from '#upstream/jobs/turns.ts';
import { createLog } from '#upstream/watch/log.ts';

await describeOnBothDatabases('jobs', (engine) => {
  let database: StoreDatabase;
  let now = 1_000_000;
  const started: (JobWorker | Turns)[] = [];
  beforeEach(async () => {
    database = await openStoreDatabase(engine);
  });
  afterEach(async () => {
    for (const worker of started.splice(0)) await worker.stop();
    await database.close();
  });

  const clock = { now: () => now, measure: async () => undefined };
  const job = (key: string, change: Partial<Job> = {}) => ({
    ...{ kind: 'test', key, priority: priorities.usual, label: '', created_at: now, due_at: now },
    ...change,
  });
  /** One by one: in one statement all rows would have the same columns. */
  const add = async (...rows: ReturnType<typeof job>[]) => {
    for (const row of rows) await database.db.insertInto('jobs').values(row).execute();
  };
  const jobs = () => database.db.selectFrom('jobs').selectAll().orderBy('key').execute();

  function parts() {
    const times = { pollMs: 5, leaseMs: minute };
    const log = createLog('silent', { write: () => undefined });
    return { db: database.db, engine, clock, trouble: () => undefined, log, times };
  }
  function start(run: Work['run'], change: Partial<Work> = {}): JobWorker {
    const work = { kinds: ['test'], priorities: [priorities.usual], lanes: 2, run, ...change };
    const worker = startJobWorker(parts(), work);
    started.push(worker);
    return worker;
  }
  function startWith(...turns: Turn[]): Turns {
    const running = startTurns(parts(), turns);
    started.push(running);
    return running;
  }

  it('are claimed up to the limit, whatever plan the database makes', async () => {
    await add(...Array.from({ length: 30 }, (_, index) => job(String(index), { due_at: index })));
    const claimed = await database.db.transaction().execute(async (trx) => {
      if (engine === 'postgres')
        for (const way of ['hashjoin', 'mergejoin', 'material', 'hashagg', 'sort', 'memoize'])
          await sql`set local ${sql.raw(`enable_${way}`)} = off`.execute(trx);
      const lease = { owner: 'one', now, until: now + minute };
      return claim(trx, engine, { ...lease, kinds: ['test'], priorities: [priorities.usual], limit: 3 });
    });
    expect(claimed).toHaveLength(3);
  });

  it('with the higher priority go first, then those that wait for longest', async () => {
    await add(
      ...Array.from({ length: 10 }, (_, index) => job(`notice ${index}`, { due_at: index })),
      job('reset', { priority: priorities.first, due_at: 50 }),
      job('last', { priority: priorities.last, due_at: 0 }),
    );
    const all = [priorities.first, priorities.usual, priorities.last];
    const lease = { owner: 'one', now, until: now + minute };
    const claimed = await claim(database.db, engine, { ...lease, kinds: ['test'], priorities: all, limit: 3 });
    expect(claimed.map(({ key }) => key).toSorted()).toEqual(['notice 0', 'notice 1', 'reset']);
  });

  it('run once each, whichever of two workers takes them', async () => {
    const keys = Array.from({ length: 60 }, (_, index) => String(index).padStart(2, '0'));
    await add(...keys.map((key) => job(key)));
    const ran: string[] = [];
    const run: Work['run'] = async ({ key }) => {
      ran.push(key);
      return 'done';
    };
    start(run, { lanes: 5 });
    start(run, { lanes: 5 });
    await expect.poll(jobs).toEqual([]);
    expect(ran.toSorted()).toEqual(keys);
  });

  it('of a receiver that hangs leave lanes for the others', async () => {
    const slow = Array.from({ length: 6 }, (_, index) => job(`a${index}`, { label: 'slow' }));
    await add(...slow, job('b', { label: 'fast' }));
    const held = Promise.withResolvers<'done'>();
    const ran: string[] = [];
    const run: Work['run'] = ({ key, label }) => {
      ran.push(key);
      return label === 'slow' ? held.promise : Promise.resolve('done');
    };
    start(run, { lanes: 4, lanesOfLabel: 2 });
    await expect.poll(() => ran).toContain('b');
    held.resolve('done');
    await expect.poll(jobs).toEqual([]);
  });

  it('go back to the queue at a stop, where another worker takes them at once', async () => {
    await add(job('long'));
    const held = Promise.withResolvers<'done'>();
    const stopped = start(() => held.promise);
    await expect.poll(async () => (await jobs())[0]?.lease_by).not.toBe('');
    await stopped.stop(1);
    expect(await jobs()).toMatchObject([{ lease_by: '', lease_until: 0, tries: 0 }]);
    held.resolve('done');
    start(async () => 'done');
    await expect.poll(jobs).toEqual([]);
  });

  it('of a worker that died wait for the end of its lease', async () => {
    const died = { lease_by: 'a process that was killed', lease_until: now + minute };
    await add(job('1', died), job('2'));
    start(async () => 'done');
    await expect.poll(async () => (await jobs()).map(({ key }) => key)).toEqual(['1']);
    now += minute;
    await expect.poll(jobs).toEqual([]);
  });

  it('are due where the clock was ahead when they were queued or leased', async () => {
    const later = now + 365 * day;
    const leased = job('leased', { lease_by: 'a worker', lease_until: later });
    await add(leased, job('queued', { created_at: later, due_at: later }));
    start(async () => 'done');
    await expect.poll(jobs).toEqual([]);
    let turns = 0;
    await add(job('', { kind: 'turn', due_at: later }));
    startWith({ kind: 'turn', everyMs: minute, batch: async () => ++turns < 0 });
    await expect.poll(async () => (await jobs())[0]?.due_at).toBe(now + minute);
    now += minute;
    await expect.poll(() => turns).toBe(1);
  });

  it('that an instance whose clock is ahead queues wait for a minute at most, not until a worker starts again', async () => {
    const ran: string[] = [];
    start(async ({ key }) => {
      ran.push(key);
      return 'done';
    });
    await add(job('before'));
    await expect.poll(() => ran).toEqual(['before']);
    await add(job('ahead', { created_at: now + day, due_at: now + day }));
    await add(job('planned', { due_at: now + day }));
    now += minute;
    await expect.poll(() => ran).toEqual(['before', 'ahead']);
    expect(await jobs()).toMatchObject([{ key: 'planned' }]);
  });

  it('that come again do batch after batch, and stay due while more is left', async () => {
    let left = 3;
    startWith({ kind: 'turn', everyMs: minute, batch: async () => --left > 0 });
    await expect.poll(async () => (await jobs()).length).toBe(1);
    now += minute;
    await expect.poll(() => left).toBe(0);
    await expect.poll(async () => (await jobs())[0]?.due_at).toBe(now + minute);
    const held = Promise.withResolvers<boolean>();
    const stopped = startWith({ kind: 'other', everyMs: 0, batch: () => held.promise });
    await expect.poll(async () => (await jobs()).find(({ kind }) => kind === 'other')?.lease_by).toBeTruthy();
    const stopping = stopped.stop();
    held.resolve(true);
    await stopping;
    const [row] = (await jobs()).filter(({ kind }) => kind === 'other');
    expect(row).toMatchObject({ due_at: now, lease_by: '' });
  });

  it('for each of several things go on past one that fails, which is tried again by itself and dies', async () => {
    const due = new Set(['ann', 'ben', 'cleo']);
    const done: string[] = [];
    const hasRow = async (key: string) => (await jobs()).some((row) => row.key === key);
    const turn: Turn = {
      ...{ kind: 'erasure', everyMs: minute, mostTries: 3 },
      async due() {
        const keys: string[] = [];
        for (const key of due) if (!(await hasRow(key))) keys.push(key);
        return keys;
      },
      async one(key) {
        if (key === 'ann') throw new Error(`ann@mail.test cannot be erased`);
        done.push(key);
        due.delete(key);
      },
    };
    const turns = startWith(turn);
    await turns.runAll();
    expect(done).toEqual(['ben', 'cleo']);
    const ann = async () => (await jobs()).find(({ key }) => key === 'ann');
    expect(await ann()).toMatchObject({ tries: 1, last_error: '… cannot be erased', died_at: null });
    for (const tries of [2, 3]) {
      now += 60 * minute;
      await expect.poll(async () => (await ann())?.tries).toBe(tries);
    }
    expect((await ann())?.died_at).toBe(now);
    const counted = await countJobs(database.db, ['mail'], now);
    expect(counted).toContainEqual(expect.objectContaining({ kind: 'erasure', waiting: 0, tries: 0, dead: 1 }));
    expect(counted).toContainEqual(expect.objectContaining({ kind: 'mail', waiting: 0, tries: 0, dead: 0 }));
  });

  it('that have failed or are dead are shown to the operator, who tries them again or deletes them', async () => {
    await add(
      job('a', { tries: 3, last_error: 'ECONNECTION', due_at: now + minute }),
      job('b', { tries: 9, last_error: 'ETIMEDOUT', died_at: now }),
      job('c', { due_at: now - minute, created_at: now - minute }),
    );
    const admin = (command: string, who?: string) =>
      runAdmin(database, { ...{ command, who, now, operator: 'Olga', reason: undefined } });
    const lines = (await admin('jobs')).join('\n');
    expect(lines).toMatch(/^test .*2 wait.*1 dead$/m);
    expect(lines).toMatch(/b .*9 failures .*ETIMEDOUT\n.*a .*again in 60 s .*ECONNECTION$/);
    await admin('jobs retry', 'test');
    expect((await jobs()).filter(({ due_at }) => due_at <= now)).toHaveLength(3);
    await database.db.updateTable('jobs').set({ died_at: now }).where('key', '=', 'b').execute();
    await admin('jobs drop', 'test');
    expect((await jobs()).map(({ key }) => key)).toEqual(['a', 'c']);
    await expect(admin('jobs drop')).rejects.toThrow('which kind');
  });

  it('that are dead live again when the same push message is queued', async () => {
    const { db } = database;
    const userId = await database.addPerson();
    const sessionId = newId();
    const session = { id: sessionId, token_hash: 'x', user_id: userId, device: '', created_at: 1, last_seen_at: 1 };
    await db
      .insertInto('sessions')
      .values({ ...session, expires_at: 2, password_version: 1 })
      .execute();
    const subscription = { id: 's', user_id: userId, session_id: sessionId, endpoint: 'e', endpoint_hash: 'h' };
    await db
      .insertInto('push_subscriptions')
      .values({ ...subscription, service: 'push.test', p256dh: '', auth: '', created_at: 1 })
      .execute();
    const queue = () => transact(db, (trx) => queuePushes(trx, { userId, notificationId: 'n', now }));
    await queue();
    await db.updateTable('jobs').set({ died_at: now, tries: 9 }).execute();
    await queue();
    expect(await jobs()).toMatchObject([{ key: 's/n', died_at: null, tries: 0, user_id: userId }]);
  });
});

it('the clock of jobs is that of PostgreSQL, and does not follow the clock of the machine', async () => {
  const database = await openStoreDatabase('postgres');
  const wrong = createJobClock({ db: database.db, engine: 'postgres', givenNow: undefined }, () => 0);
  expect(wrong.now()).toBe(0);
  await wrong.measure();
  expect(Math.abs(wrong.now() - Date.now())).toBeLessThan(5000);
  await database.close();
});
