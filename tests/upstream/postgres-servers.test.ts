import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { afterEach, describe, expect, it } from 'vitest';
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

describe('a primary and its standby', { timeout: 60_000 }, () => {
  it('the primary is killed: writes go to the promoted standby, without a restart', async (context) => {
    const primary = await owned(startOwnPostgres());
    const standby = primary && (await owned(startStandbyOf(primary)));
    if (primary === undefined || standby === undefined) return context.skip('PostgreSQL’s programs are missing');
    const upstream = await startUpstream({ databaseUrl: listOf(standby, primary) });
    endings.push(() => upstream.close());
    const { client } = await upstream.signUp();
    expect((await client.get('/health')).status).toBe(200);

    // Everything that was acknowledged has to be on the standby before the primary goes.
    await eventually(async () => (await countUsers(standby)) === 1);
    await primary.kill();
    const away = await client.patch('/profile/edit', { about: 'nobody writes' });
    expect([away.status, away.body.code]).toEqual([503, 'unavailable']);
    expect((await client.get('/health')).status).toBe(503);
    await runSql(standby, 'select pg_promote()');
    await eventually(async () => (await client.patch('/profile/edit', { about: 'written' })).status === 200);
    expect((await client.get('/health')).status).toBe(200);
  });

  it('the primary is demoted while it runs: it is left at the first write that it refuses', async (context) => {
    const primary = await owned(startOwnPostgres());
    const standby = primary && (await owned(startStandbyOf(primary)));
    if (primary === undefined || standby === undefined) return context.skip('PostgreSQL’s programs are missing');
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
    await runSql(standby, 'select pg_promote()');
    await eventually(async () => (await client.patch('/profile/edit', { about: 'written' })).status === 200);
    expect((await client.get('/profile/view')).body.about).toBe('written');
  });

  it('a list without a server that takes writes stops the start with one sentence', async (context) => {
    const primary = await owned(startOwnPostgres());
    const standby = primary && (await owned(startStandbyOf(primary)));
    if (primary === undefined || standby === undefined) return context.skip('PostgreSQL’s programs are missing');
    await primary.kill();
    await expect(connect(listOf(standby, primary))).rejects.toThrow('none of its servers takes writes');
  });
});

/** -1 while the server, or its table, is not there yet. */
async function countUsers(server: OwnServer): Promise<number> {
  const client = new pg.Client({ connectionString: server.url });
  client.on('error', () => {});
  try {
    await client.connect();
    const { rows } = await client.query<{ count: string }>('select count(*) from users');
    return Number(rows[0]?.count);
  } catch {
    return -1;
  } finally {
    await client.end();
  }
}
