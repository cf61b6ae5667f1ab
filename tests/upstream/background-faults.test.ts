import { sql } from 'kysely';
import { afterEach, expect, it } from 'vitest';
import { minute } from '#shared/durations.ts';
import { startUpstream } from '#tests/support/start-upstream.ts';
import { openStoreDatabase, type StoreDatabase } from '#tests/support/store-database.ts';
import { describeOnEachDatabase, describeOnPostgres } from '#tests/support/test-database.ts';
import { transact } from '#upstream/db/transaction.ts';
import { digestsTurn } from '#upstream/features/notification-mails/mail-digests.ts';
import { noticesTurn } from '#upstream/features/notification-mails/mail-notices.ts';
import { notify } from '#upstream/features/notifications/notification-store.ts';
import { startTurns } from '#upstream/jobs/turns.ts';
import { createLog } from '#upstream/watch/log.ts';

await describeOnEachDatabase('mails about notifications', (engine) => {
  let database: StoreDatabase;
  afterEach(() => database.close());

  /** Five past eight in Berlin. */
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
      [noticesTurn(deps), digestsTurn(deps)],
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

  it('reach everybody else by the daily mail, too', async () => {
    database = await openStoreDatabase(engine);
    const [ann, ben] = [await addAsked(), await addAsked()];
    await database.db.updateTable('notifications').set({ mail_at: null }).execute();
    for (const user_id of [ann, ben])
      await database.db
        .insertInto('preferences')
        .values({ user_id, digest: 1, time_zone: 'Europe/Berlin', digest_at: now - 5 * minute })
        .execute();
    const { turns, queued } = world(ann);
    await turns.runAll();
    expect(queued).toEqual([ben]);
    expect(await failed()).toMatchObject([{ kind: 'digests', key: ann, tries: 1 }]);
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
