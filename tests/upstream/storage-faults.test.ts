import { sql } from 'kysely';
import { afterEach, expect, it, vi } from 'vitest';
import { type StartedUpstream, startUpstream } from '#tests/support/start-upstream.ts';
import { describeOnBothDatabases } from '#tests/support/test-database.ts';

await describeOnBothDatabases('a database that fails', (engine) => {
  let upstream: StartedUpstream;
  afterEach(() => upstream.close());

  if (engine === 'sqlite')
    it('because it is full refuses writes with 503 and goes on reading, until there is space again', async () => {
      upstream = await startUpstream({ engine });
      const { client } = await upstream.signUp();
      const mostPages = (pages: number) => sql`pragma max_page_count = ${sql.lit(pages)}`.execute(upstream.db);
      await mostPages(1); // as many as there are
      const long = { description: 'x'.repeat(20_000), projectName: 'Large' };
      const refused = await client.post('/create-project', long);
      expect([refused.status, refused.body.code]).toEqual([503, 'unavailable']);
      expect(refused.headers.get('retry-after')).toBe('2');
      expect((await client.get('/profile/view')).status).toBe(200);
      expect(upstream.logLines.some((line) => line.includes('database or disk is full'))).toBe(true);
      await mostPages(1_000_000);
      expect((await client.post('/create-project', long)).status).toBe(200);
    });

  if (engine === 'postgres')
    it('because its connection broke between two statements fails that transaction alone', async () => {
      upstream = await startUpstream({ engine });
      const { client } = await upstream.signUp();
      const broken = upstream.db.transaction().execute(async (trx) => {
        const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(trx);
        await sql`select pg_terminate_backend(${rows[0]?.pid})`.execute(upstream.db);
        // Gives the server's termination message time to arrive while no statement is running.
        for (let i = 0; i < 5; i += 1) await sql`select pg_sleep(0.02)`.execute(upstream.db);
        await sql`select 1`.execute(trx);
      });
      await expect(broken).rejects.toThrow();
      expect((await client.get('/profile/view')).status).toBe(200);
    });

  if (engine === 'postgres')
    it('because its server takes no writes refuses them with 503 and goes on reading, until it takes them again', async () => {
      upstream = await startUpstream({ engine });
      const { client } = await upstream.signUp();
      const database = sql.id(new URL(upstream.databaseUrl).pathname.slice(1));
      const others = sql`select pg_terminate_backend(pid) from pg_stat_activity
        where datname = current_database() and pid <> pg_backend_pid()`;
      await upstream.db.connection().execute(async (db) => {
        await sql`alter database ${database} set default_transaction_read_only = on`.execute(db);
        await others.execute(db);
        await vi.waitFor(async () => expect((await client.get('/health')).status).toBe(503));
        const refused = await client.patch('/profile/edit', { about: 'refused' });
        expect([refused.status, refused.body.code]).toEqual([503, 'unavailable']);
        expect((await client.get('/profile/view')).status).toBe(200);
        await sql`alter database ${database} reset default_transaction_read_only`.execute(db);
        await others.execute(db);
      });
      await vi.waitFor(async () => expect((await client.get('/health')).status).toBe(200));
      expect((await client.patch('/profile/edit', { about: 'written' })).status).toBe(200);
    });
});
