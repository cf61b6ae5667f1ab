import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';

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
  db.exec('pragma journal_mode = wal; create table if not exists notes (text text)');
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

describe('backup and restore on SQLite', () => {
  it('copies a database that is open and being written, and puts it back in an empty place', () => {
    const live = openWithNote(join(folder, 'live.db'), 'written before');
    expect(command('backup', join(folder, 'saved.db'), join(folder, 'live.db')).status).toBe(0);
    live.prepare('insert into notes values (?)').run('written after');
    live.close();

    expect(command('restore', join(folder, 'saved.db'), join(folder, 'new/place.db')).status).toBe(0);
    expect(notesIn(join(folder, 'new/place.db'))).toEqual(['written before']);
  });

  it('overwrites an existing database only when told to, and leaves no old log behind', () => {
    openWithNote(join(folder, 'live.db'), 'kept').close();
    command('backup', join(folder, 'saved.db'), join(folder, 'live.db'));
    openWithNote(join(folder, 'live.db'), 'to be undone').close();

    const refused = command('restore', join(folder, 'saved.db'), join(folder, 'live.db'));
    expect(refused.status).toBe(1);
    expect(refused.stderr).toContain('--replace');
    expect(notesIn(join(folder, 'live.db'))).toEqual(['kept', 'to be undone']);

    expect(command('restore', join(folder, 'saved.db'), join(folder, 'live.db'), '--replace').status).toBe(0);
    expect(notesIn(join(folder, 'live.db'))).toEqual(['kept']);
  });

  it('refuses a file that is no database, and a database that is not there, with one sentence', () => {
    writeFileSync(join(folder, 'broken.db'), 'not a database, but long enough to be read as one '.repeat(100));
    const broken = command('restore', join(folder, 'broken.db'), join(folder, 'live.db'));
    expect([broken.status, broken.stderr.trim().split('\n').length]).toEqual([1, 1]);
    const missing = command('backup', join(folder, 'saved.db'), join(folder, 'nowhere.db'));
    expect(missing.stderr).toContain('There is no database');
  });
});
