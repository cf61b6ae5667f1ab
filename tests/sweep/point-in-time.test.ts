import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, chownSync, cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterEach, expect, it } from 'vitest';
import { parse } from 'yaml';
import { stablePort } from '#server/process/stable-port.ts';
import { skipFor } from '#tests/support/lacks.ts';
import { postgresPrograms, startOwnPostgres } from '#tests/support/own-servers.ts';
import { eventually } from '#tests/support/start-product.ts';

const endings: (() => unknown)[] = [];
afterEach(async () => {
  for (const end of endings.splice(0).reverse()) await end();
});

const isRoot = process.getuid?.() === 0;
/** PostgreSQL's programs refuse to run as root. */
const prefix = isRoot ? ['setpriv', '--reuid=postgres', '--regid=postgres', '--clear-groups'] : [];

it('PostgreSQL of compose.yaml comes back as it was at a moment, by the scripts of deploy/backup', async (context) => {
  const programs = postgresPrograms();
  const server = programs === undefined ? undefined : await startOwnPostgres();
  if (programs === undefined || server === undefined)
    return skipFor(context, 'PostgreSQL’s programs (Debian: postgresql)');
  endings.push(() => server.end());
  const folder = mkdtempSync(join(tmpdir(), 'dotcode-archive-'));
  endings.push(() => rmSync(folder, { recursive: true, force: true }));
  const [archive, scripts] = [join(folder, 'archive'), join(folder, 'backup')];
  mkdirSync(archive);
  cpSync('deploy/backup', scripts, { recursive: true });
  if (isRoot) {
    const user = Number(spawnSync('id', ['-u', 'postgres'], { encoding: 'utf8' }).stdout);
    for (const path of [folder, archive]) chownSync(path, user, user);
  }
  for (const path of [folder, scripts]) chmodSync(path, 0o755);
  const env = { PATH: `${programs}:${process.env.PATH}`, PGHOST: '127.0.0.1', PGUSER: 'postgres' };
  const script = (name: string, ...args: string[]) => {
    const [command = '', ...rest] = [...prefix, 'sh', join(scripts, name), ...args];
    return spawnSync(command, rest, { encoding: 'utf8', env: { ...env, PGPORT: String(server.port) } });
  };
  const ask = async (text: string, port = server.port) => {
    const client = new pg.Client({ host: '127.0.0.1', port, user: 'postgres' });
    await client.connect();
    try {
      return (await client.query<Record<string, string>>(text)).rows;
    } finally {
      await client.end();
    }
  };

  for (const [name, value] of settingsOfCompose(scripts, archive))
    await ask(`alter system set ${name} = ${pg.escapeLiteral(value)}`);
  // Stopped, not killed: after a kill its other processes may still hold the shared memory.
  await server.kill('SIGINT');
  await server.start();
  await ask('create table notes (text text)');
  const made = script('base-backup.sh', archive, '2');
  expect([made.status, made.stderr]).toEqual([0, '']);
  await ask("insert into notes values ('kept')");
  const [{ moment = '' } = {}] = await ask('select clock_timestamp()::text as moment');
  await ask('delete from notes');
  const [{ wal = '' } = {}] = await ask('select pg_walfile_name(pg_switch_wal()) as wal');
  await eventually(async () => {
    const [row] = await ask('select last_archived_wal from pg_stat_archiver');
    return (row?.last_archived_wal ?? '') >= wal;
  });

  const data = join(folder, 'data');
  expect(script('restore-to.sh', archive, '2020-01-01 00:00:00+00', data).stderr).toContain('no base backup before');
  // A base backup is chosen by the second.
  const restored = script('restore-to.sh', archive, moment, data);
  expect([restored.status, restored.stderr]).toEqual([0, '']);
  expect(script('restore-to.sh', archive, moment, data).stderr).toContain('is not empty');
  const port = await stablePort();
  const [command = '', ...args] = [
    ...prefix,
    ...[join(programs, 'postgres'), '-D', data, '-k', folder, '-p', String(port), '-c', 'archive_mode=off'],
  ];
  const child = spawn(command, args, { stdio: 'ignore', env });
  endings.push(async () => {
    const exited = once(child, 'exit');
    child.kill('SIGINT');
    await exited;
  });
  await eventually(() =>
    ask('select pg_is_in_recovery() as waits', port).then(
      ([row]) => String(row?.waits) === 'false',
      () => false,
    ),
  );
  expect(await ask('select text from notes', port)).toEqual([{ text: 'kept' }]);
});

/** The flags `-c name=value` of the service, with the paths of this test. */
function settingsOfCompose(scripts: string, archive: string): [string, string][] {
  const { services } = parse(readFileSync('compose.yaml', 'utf8'), { merge: true });
  const command: string[] = services.postgres.command;
  return command
    .filter((_, i) => command[i - 1] === '-c')
    .map((flag) => {
      const [, name = '', value = ''] = /^(\w+)=(.*)$/.exec(flag) ?? [];
      return [name, value.replace('/backup/', `${scripts}/`).replace('/archive ', `${archive} `)];
    });
}
