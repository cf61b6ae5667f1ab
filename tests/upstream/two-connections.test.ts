// @module-tag once
import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { newProject, upload } from '#tests/support/acts.ts';
import { countStatements } from '#tests/support/count-statements.ts';
import type { SignedUp } from '#tests/support/start-upstream.ts';
import { describeOnEachDatabase, describeOnPostgres } from '#tests/support/test-database.ts';
import { useUpstream } from '#tests/support/use-upstream.ts';
import type { Trx } from '#upstream/db/connection.ts';
import { transact } from '#upstream/db/transaction.ts';
import { eraseAccount } from '#upstream/features/account/erase-account.ts';
import { askToJoin, withdrawFromProject } from '#upstream/features/projects/membership.ts';
import { block, holdPair, unblock } from '#upstream/features/safety/block-store.ts';
import { quotas } from '#upstream/limits/quotas.ts';

// SQLite has one writer at a time, so that these transactions cannot meet there.
await describeOnPostgres('of two transactions at the same time', (engine) => {
  const upstream = useUpstream({ engine });

  /** Resolves when a statement waits for a lock, or when the work has ended without. */
  async function untilItWaits(work: Promise<unknown>): Promise<void> {
    let hasEnded = false;
    const ended = work.finally(() => {
      hasEnded = true;
    });
    ended.catch(() => undefined);
    await expect
      .poll(async () => {
        const { rows } = await sql<{ count: number }>`select count(*) as count from pg_stat_activity
          where datname = current_database() and wait_event_type = 'Lock'`.execute(upstream.db);
        return hasEnded || Number(rows[0]?.count) > 0;
      })
      .toBe(true);
  }

  /** Begins a transaction, and answers what commits it. */
  async function begin(work: Parameters<typeof transact>[1]): Promise<() => Promise<void>> {
    const [done, mayCommit] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const running = upstream.db.transaction().execute(async (trx) => {
      await work(trx);
      done.resolve();
      await mayCommit.promise;
    });
    running.catch(done.reject);
    await done.promise;
    return async () => {
      mayCommit.resolve();
      await running;
    };
  }

  it('an ask keeps its notification when another one is withdrawn meanwhile', async () => {
    const [owner, one, two] = [await upstream.signUp(), await upstream.signUp(), await upstream.signUp()];
    const id = await newProject(owner, { projectName: 'Raft' });
    const { db } = upstream;
    const project = await db.selectFrom('projects').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
    await one.client.post(`/project/interest/${id}`, {});
    const now = Date.now();
    const commit = await begin((trx) => askToJoin(trx, { project, userId: two.id, note: '', role: '', now, quotas }));
    const withdrawing = transact(db, (trx) => withdrawFromProject(trx, { project, userId: one.id, now }));
    await untilItWaits(withdrawing);
    await commit();
    expect(await withdrawing).toBe('withdrawn');
    expect((await owner.client.get('/notifications')).body.items).toMatchObject([
      { kind: 'interest', actor: { _id: two.id } },
    ]);
  });

  const written: Record<string, (person: SignedUp, other: SignedUp) => Promise<{ status: number; text: string }>> = {
    projects: ({ client }) => client.post('/create-project', { projectName: 'Late' }),
    reports: ({ client }, { id }) => client.post('/report', { kind: 'person', id, reason: 'spam' }),
    media_owners: (person) => upload(person),
  };
  it.each(Object.keys(written))('nothing is left in %s of an account that is erased meanwhile', async (table) => {
    const [person, other] = [await upstream.signUp(), await upstream.signUp()];
    const commit = await begin((trx) => eraseAccount(trx, { engine }, { userId: person.id, now: Date.now() }));
    const writing = written[table]?.(person, other);
    if (!writing) throw new Error('unreachable');
    await untilItWaits(writing);
    await commit();
    expect((await writing).status).toBe(401);
    const column = { projects: 'creator_id', reports: 'reporter_id', media_owners: 'user_id' }[table] ?? '';
    const { rows } = await sql`select 1 from ${sql.table(table)} where ${sql.ref(column)} = ${person.id}`.execute(
      upstream.db,
    );
    expect(rows).toEqual([]);
  });
});

await describeOnEachDatabase('the number of statements', (engine) => {
  const upstream = useUpstream({ engine });

  it('tells nobody whether an account is gone or has blocked them', async () => {
    const [own, gone, blocking] = [await upstream.signUp(), await upstream.signUp(), await upstream.signUp()];
    await transact(upstream.db, (trx) => eraseAccount(trx, { engine }, { userId: gone.id, now: 1 }));
    await blocking.client.post(`/user/block/${own.id}`);
    const countOf = async (otherId: string): Promise<number[]> => {
      const counts: number[] = [];
      const ids = { blockerId: own.id, blockedId: otherId };
      await upstream.db.transaction().execute(async (plain) => {
        for (const work of [
          (trx: Trx) => holdPair(trx, engine, own.id, otherId),
          (trx: Trx) => block(trx, engine, { ...ids, now: 1 }),
          (trx: Trx) => block(trx, engine, { ...ids, now: 1 }),
          (trx: Trx) => unblock(trx, engine, ids),
        ]) {
          const { db, count } = countStatements(plain);
          await work(db);
          counts.push(count());
        }
      });
      return counts;
    };
    expect(await countOf(blocking.id)).toEqual(await countOf(gone.id));
  });
});
