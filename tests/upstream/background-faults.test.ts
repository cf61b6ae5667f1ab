import { sql } from 'kysely';
import { afterEach, expect, it } from 'vitest';
import { startUpstream } from '#tests/support/start-upstream.ts';
import { openStoreDatabase, type StoreDatabase } from '#tests/support/store-database.ts';
import { describeOnBothDatabases, describeOnEachDatabase, describeOnPostgres } from '#tests/support/test-database.ts';
import { transact } from '#upstream/db/transaction.ts';
import { mailDigests } from '#upstream/features/notices/mail-digests.ts';
import { mailNotices } from '#upstream/features/notices/mail-notices.ts';
import { notify } from '#upstream/features/notifications/notification-store.ts';
import { newId } from '#upstream/ids.ts';
import { claim } from '#upstream/queue/queue-store.ts';
import { createLog } from '#upstream/watch/log.ts';

const minute = 60_000;

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
    const log = createLog('error', { write: () => undefined });
    const isHere = async (userId: string) => here.includes(userId);
    const parts = { db, mail: mail as never, secret: 'x'.repeat(32), now: () => now, log, isHere };
    return { parts, queued };
  }

  it('reach everybody else when the letter to one person cannot be made', async () => {
    database = await openStoreDatabase(engine);
    const [ann, ben] = [await addAsked(), await addAsked()];
    const { parts, queued } = world(ann);
    await mailNotices(parts);
    expect(queued).toEqual([ben]);
    expect(await mailNotices(parts), 'put off').toBe(false);
    expect(queued).toEqual([ben]);
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
    const { parts, queued } = world(ann);
    expect(await mailDigests(parts)).toBe(false);
    expect(queued).toEqual([ben]);
    const put = await database.db.selectFrom('preferences').select('digest_at').where('user_id', '=', ann).execute();
    expect(Number(put[0]?.digest_at)).toBeGreaterThan(now);
  });

  it('wait for a person who has a page open, however long ago it called', async () => {
    database = await openStoreDatabase(engine);
    const ann = await addAsked();
    const here = world('', [ann]);
    await mailNotices(here.parts);
    expect(here.queued).toEqual([]);
    await database.db.updateTable('notifications').set({ mail_at: now }).execute();
    const away = world('');
    await mailNotices(away.parts);
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

await describeOnBothDatabases('queued mails', (engine) => {
  it('are claimed up to the limit, whatever plan the database makes', async () => {
    const database = await openStoreDatabase(engine);
    const rows = Array.from({ length: 30 }, (_, index) => ({
      id: newId(index),
      user_id: null,
      kind: 'test',
      sealed: '',
      created_at: 0,
      next_at: index,
    }));
    await database.db.insertInto('mail_outbox').values(rows).execute();
    const claimed = await database.db.transaction().execute(async (trx) => {
      if (engine === 'postgres')
        for (const way of ['hashjoin', 'mergejoin', 'material', 'hashagg', 'sort', 'memoize'])
          await sql`set local ${sql.raw(`enable_${way}`)} = off`.execute(trx);
      return claim(trx, engine, 'mail_outbox', { owner: 'one', now: 1000, until: 2000, limit: 3 });
    });
    expect(claimed).toHaveLength(3);
    await database.close();
  });
});
