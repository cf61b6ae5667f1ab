import { execFile, spawnSync } from 'node:child_process';
import { chmodSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { promisify } from 'node:util';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type SignedUp, type StartedUpstream, startUpstream } from '#tests/support/start-upstream.ts';
import { createTestDatabase, type TestDatabase } from '#tests/support/test-database.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'dotcode-backup-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

function command(action: 'backup' | 'restore', file: string, database: string, ...flags: string[]) {
  return spawnSync(
    process.execPath,
    ['scripts/backup.ts', action, file, '--database', `sqlite:${database}`, ...flags],
    {
      encoding: 'utf8',
    },
  );
}

function openWithNote(path: string, note: string): DatabaseSync {
  const db = new DatabaseSync(path);
  db.exec(
    'pragma journal_mode = wal; create table if not exists notes (text text); create table if not exists kysely_migration (name text); create table if not exists users (id text)',
  );
  db.prepare('insert into notes values (?)').run(note);
  return db;
}

function notesIn(path: string): unknown[] {
  const db = new DatabaseSync(path, { readOnly: true });
  const rows = db
    .prepare('select text from notes order by rowid')
    .all()
    .map((row) => row.text);
  db.close();
  return rows;
}

const modesOf = (...paths: string[]) => paths.map((path) => (statSync(join(folder, path)).mode & 0o777).toString(8));

describe('backup and restore on SQLite', () => {
  it('copies a database that is open and being written, and puts it back in an empty place', () => {
    const live = openWithNote(join(folder, 'live.db'), 'written before');
    expect(command('backup', join(folder, 'saved.db'), join(folder, 'live.db')).status).toBe(0);
    live.prepare('insert into notes values (?)').run('written after');
    live.close();

    expect(command('restore', join(folder, 'saved.db'), join(folder, 'new/place.db')).status).toBe(0);
    expect(notesIn(join(folder, 'new/place.db'))).toEqual(['written before']);
  });

  it('takes the secret of the data folder along, puts it back only where there is none, and lets only the owner read', () => {
    openWithNote(join(folder, 'live.db'), 'a note').close();
    writeFileSync(join(folder, 'secret'), 'the secret');
    const saved = join(folder, 'backups/saved.db');
    const restored = join(folder, 'new/place.db');
    expect(command('backup', saved, join(folder, 'live.db')).status).toBe(0);
    expect(modesOf('backups', 'backups/saved.db', 'backups/saved.db.secret')).toEqual(['700', '600', '600']);
    chmodSync(saved, 0o644);
    expect(command('restore', saved, restored).status).toBe(0);
    expect(readFileSync(join(folder, 'new/secret'), 'utf8')).toBe('the secret');
    expect(modesOf('new', 'new/place.db', 'new/secret')).toEqual(['700', '600', '600']);
    writeFileSync(join(folder, 'new/secret'), 'of the service');
    expect(command('restore', saved, restored, '--replace').status).toBe(0);
    expect(readFileSync(join(folder, 'new/secret'), 'utf8')).toBe('of the service');
  });

  it('overwrites an existing database only when told to, and leaves no old log behind', () => {
    openWithNote(join(folder, 'live.db'), 'kept').close();
    command('backup', join(folder, 'saved.db'), join(folder, 'live.db'));
    openWithNote(join(folder, 'live.db'), 'to be undone').close();

    const refused = command('restore', join(folder, 'saved.db'), join(folder, 'live.db'));
    expect(refused.status).toBe(1);
    expect(refused.stderr).toContain('--replace');
    expect(notesIn(join(folder, 'live.db'))).toEqual(['kept', 'to be undone']);

    writeFileSync(join(folder, 'live.db.part-journal'), 'left by a run that was killed');
    const replaced = command('restore', join(folder, 'saved.db'), join(folder, 'live.db'), '--replace');
    expect([replaced.status, replaced.stderr]).toEqual([0, '']);
    expect(notesIn(join(folder, 'live.db'))).toEqual(['kept']);
    const others = readdirSync(folder).filter((name) => /replaced|part/.test(name));
    expect(others).toEqual([expect.stringMatching(/^live\.db\.replaced-/)]);
    expect(notesIn(join(folder, others[0] ?? ''))).toEqual(['kept', 'to be undone']);
  });

  it('finds the database that .env names for the service, unless a variable that is set names another', () => {
    openWithNote(join(folder, 'named.db'), 'of the file').close();
    openWithNote(join(folder, 'other.db'), 'of the variable').close();
    writeFileSync(join(folder, '.env'), 'DATABASE_URL=sqlite:./named.db\n');
    const { DATABASE_URL: _, ...env } = process.env;
    const save = (file: string, own: Record<string, string> = {}) =>
      spawnSync(process.execPath, [resolve('scripts/backup.ts'), 'backup', file], {
        cwd: folder,
        env: { ...env, ...own },
      });
    save('saved.db');
    save('saved-other.db', { DATABASE_URL: 'sqlite:./other.db' });
    expect(notesIn(join(folder, 'saved.db'))).toEqual(['of the file']);
    expect(notesIn(join(folder, 'saved-other.db'))).toEqual(['of the variable']);
  });

  it('refuses a file that is no database, and a database that is not there, with one sentence', () => {
    writeFileSync(join(folder, 'broken.db'), 'not a database, but long enough to be read as one '.repeat(100));
    const broken = command('restore', join(folder, 'broken.db'), join(folder, 'live.db'));
    expect([broken.status, broken.stderr.trim().split('\n').length]).toEqual([1, 1]);
    // SQLite takes an empty file for an empty database.
    writeFileSync(join(folder, 'empty.db'), '');
    new DatabaseSync(join(folder, 'foreign.db')).exec('create table songs (title text)');
    for (const name of ['empty.db', 'foreign.db']) {
      const { status, stderr } = command('restore', join(folder, name), join(folder, 'live.db'));
      expect([status, stderr]).toEqual([1, expect.stringContaining('no tables of DotCode')]);
    }
    expect(readdirSync(folder).sort()).toEqual(['broken.db', 'empty.db', 'foreign.db']);
    const missing = command('backup', join(folder, 'saved.db'), join(folder, 'nowhere.db'));
    expect(missing.stderr).toContain('There is no database');
  });
});

describe('backup and restore of a running upstream', () => {
  const databases: TestDatabase[] = [];
  const upstreams: StartedUpstream[] = [];
  afterEach(async () => {
    await Promise.all(upstreams.splice(0).map((upstream) => upstream.close()));
    await Promise.all(databases.splice(0).map((database) => database.drop()));
  });

  /** Starts an upstream on this database, or on a new one. */
  async function start(databaseUrl?: string): Promise<StartedUpstream> {
    if (databaseUrl === undefined) databases.push(await createTestDatabase('sqlite'));
    const upstream = await startUpstream({ databaseUrl: databaseUrl ?? databases.at(-1)?.url ?? '' });
    upstreams.push(upstream);
    return upstream;
  }

  async function run(action: 'backup' | 'restore', database: string, ...flags: string[]): Promise<string> {
    const args = ['scripts/backup.ts', action, join(folder, 'saved.backup'), '--database', database, ...flags];
    return (await promisify(execFile)(process.execPath, args)).stdout;
  }

  async function canLogIn(upstream: StartedUpstream, { emailId, password }: SignedUp): Promise<boolean> {
    return (await upstream.client().post('/login', { emailId, password })).status === 200;
  }

  it('keeps every write that was acknowledged before, while others go on, and goes back in time when told to', async () => {
    const upstream = await start();
    const [ada, ben] = await upstream.signUpMany(2);
    await ada.client.post(`/request/interested/${ben.id}`);
    let isSaving = true;
    const writing = (async () => {
      for (let i = 0; isSaving; i += 1) await ben.client.patch('/profile/edit', { about: `edit ${i}` });
    })();
    expect(await run('backup', upstream.databaseUrl)).toContain(`Saved to ${join(folder, 'saved.backup')}.`);
    isSaving = false;
    await writing;
    const late = await upstream.signUp();
    await expect(run('restore', upstream.databaseUrl, '--replace')).rejects.toThrow('in use');
    await upstreams.pop()?.close();
    await run('restore', upstream.databaseUrl, '--replace');
    const restored = await start(upstream.databaseUrl);
    expect([await canLogIn(restored, ada), await canLogIn(restored, late)]).toEqual([true, false]);
    const received = await ben.client.copy(restored.url).get('/user/request/received');
    expect(received.body.data).toMatchObject([{ fromUserID: { _id: ada.id } }]);
  });

  it('is not done for PostgreSQL, which has its own tools', async () => {
    await expect(run('backup', 'postgres://127.0.0.1:1/dotcode')).rejects.toThrow('pg_dump');
  });
});
