import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { afterEach, describe, expect, it } from 'vitest';
import { skipFor } from '#tests/support/lacks.ts';
import { type OwnServer, startOwnPostgres, startStandbyOf } from '#tests/support/own-servers.ts';
import { eventually } from '#tests/support/start-product.ts';
import { startUpstream } from '#tests/support/start-upstream.ts';
import { connect } from '#upstream/db/connect.ts';
import { Servers, serversOf } from '#upstream/db/postgres/servers.ts';

const endings: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const end of endings.splice(0).reverse()) await end();
});

describe('the servers of a DATABASE_URL', () => {
  it.each([
    ['postgres://one/name', ['postgres://one/name']],
    [
      'postgres://me:p%40ss,word@one:1,[::1]:2,three/name?sslmode=require',
      ['one:1', '[::1]:2', 'three'].map((host) => `postgres://me:p%40ss,word@${host}/name?sslmode=require`),
    ],
  ])('of %s are each a URL of its own', (url, expected) => expect(serversOf(url)).toEqual(expected));

  it('are asked in their order, and the first that takes writes is kept', async () => {
    const writable = new Set(['b', 'c']);
    const servers = new Servers(['a', 'b', 'c'], async (url) => writable.has(url));
    expect([await servers.find(), servers.current]).toEqual([true, 'b']);
    writable.delete('b');
    expect([await servers.find(), servers.current]).toEqual([true, 'c']);
    writable.clear();
    expect([await servers.find(), servers.current]).toEqual([false, 'c']);
  });

  it('are asked once for all callers that search at the same time', async () => {
    let asked = 0;
    const servers = new Servers(['a'], async () => {
      asked += 1;
      await pause(1);
      return true;
    });
    await Promise.all(Array.from({ length: 10 }, () => servers.find()));
    expect(asked).toBe(1);
  });
});

async function owned(starting: Promise<OwnServer | undefined>): Promise<OwnServer | undefined> {
  const server = await starting;
  if (server !== undefined) endings.push(() => server.end());
  else if (process.env.CI) throw new Error('PostgreSQL’s programs are not installed');
  return server;
}

async function runSql(server: OwnServer, text: string): Promise<void> {
  const client = new pg.Client({ connectionString: server.url });
  await client.connect();
  await client.query(text);
  await client.end();
}

/** The primary last, so that a program that took the first address would hold the standby. */
function listOf(standby: OwnServer, primary: OwnServer): string {
  return `postgres://postgres@127.0.0.1:${standby.port},127.0.0.1:${primary.port}/postgres`;
}

describe('a primary with a standby', () => {
  it('is left when it is demoted while it runs, and writes go to the promoted standby without a restart', async (context) => {
    const primary = await owned(startOwnPostgres());
    const standby = primary && (await owned(startStandbyOf(primary)));
    if (primary === undefined || standby === undefined)
      return skipFor(context, 'PostgreSQL’s programs are missing (Debian: postgresql)');
    const upstream = await startUpstream({ databaseUrl: listOf(standby, primary) });
    endings.push(() => upstream.close());
    const { client } = await upstream.signUp();
    await eventually(async () => (await countUsers(standby)) === 1);
    await runSql(primary, 'alter system set default_transaction_read_only = on');
    await runSql(primary, 'select pg_reload_conf()');
    await eventually(async () => (await client.get('/health')).status === 503);
    const refused = await client.patch('/profile/edit', { about: 'refused' });
    expect([refused.status, refused.body.code]).toEqual([503, 'unavailable']);
    expect((await client.get('/profile/view')).status).toBe(200);
    expect(upstream.logLines.filter((line) => line.includes('in trouble'))).toHaveLength(1);
    await expect(connect(listOf(standby, primary))).rejects.toThrow('none of its servers takes writes');
    await runSql(standby, 'select pg_promote()');
    await eventually(async () => (await client.patch('/profile/edit', { about: 'written' })).status === 200);
    expect((await client.get('/profile/view')).body.about).toBe('written');
  });
});

/** -1 while the table is not there yet. */
async function countUsers(server: OwnServer): Promise<number> {
  const client = new pg.Client({ connectionString: server.url });
  await client.connect();
  try {
    const { rows } = await client.query<{ count: string }>('select count(*) from users');
    return Number(rows[0]?.count);
  } catch {
    return -1;
  } finally {
    await client.end();
  }
}
