// npm run backup -- FILE     copies the running database into FILE: nothing needs to stop
// npm run restore -- FILE    puts FILE back into an empty place; --replace overwrites what is there
// DATABASE_URL, in .env too, says which database: SQLite by its own online backup, PostgreSQL by pg_dump and pg_restore.
import { spawnSync } from 'node:child_process';
import { copyFileSync, existsSync, mkdirSync, renameSync, rmSync } from 'node:fs';
import { dirname } from 'node:path';
import { backup as copyOnline, DatabaseSync } from 'node:sqlite';
import { parseArgs } from 'node:util';

try {
  const { positionals, values } = parseArgs({
    allowPositionals: true,
    options: { database: { type: 'string' }, replace: { type: 'boolean', default: false } },
  });
  const [action, file] = positionals;
  if (existsSync('.env')) process.loadEnvFile();
  const url = values.database ?? process.env.DATABASE_URL ?? 'sqlite:./data/dotcode.db';
  if (file === undefined || (action !== 'backup' && action !== 'restore')) {
    throw new Error('Say which file: npm run backup -- FILE, or npm run restore -- FILE [--replace].');
  }
  const engine = url.startsWith('sqlite:') ? sqlite(url.slice('sqlite:'.length)) : postgres(url);
  if (action === 'backup') await engine.backup(file);
  else engine.restore(file, values.replace);
  console.log(action === 'backup' ? `Saved to ${file}.` : `Restored from ${file}.`);
} catch (error) {
  console.error(error instanceof Error ? error.message : String(error));
  process.exitCode = 1;
}

interface Engine {
  backup: (file: string) => Promise<void>;
  restore: (file: string, replace: boolean) => void;
}

function sqlite(path: string): Engine {
  return {
    async backup(file) {
      if (!existsSync(path)) throw new Error(`There is no database at ${path}.`);
      mkdirSync(dirname(file), { recursive: true });
      const unfinished = `${file}.part`;
      rmSync(unfinished, { force: true });
      const source = new DatabaseSync(path, { readOnly: true });
      await copyOnline(source, unfinished);
      source.close();
      requireIntact(unfinished);
      renameSync(unfinished, file);
    },
    restore(file, replace) {
      if (!existsSync(file)) throw new Error(`There is no backup at ${file}.`);
      requireIntact(file);
      if (existsSync(path) && !replace) throw new Error(`${path} exists. Stop the service, then add --replace.`);
      mkdirSync(dirname(path), { recursive: true });
      copyFileSync(file, `${path}.part`);
      // A log left by the replaced database would be played into the restored one.
      for (const suffix of ['-wal', '-shm']) rmSync(path + suffix, { force: true });
      renameSync(`${path}.part`, path);
    },
  };
}

function requireIntact(file: string): void {
  const db = new DatabaseSync(file, { readOnly: true });
  try {
    const row = db.prepare('pragma integrity_check').get();
    if (row?.integrity_check !== 'ok') throw new Error(`${file} is damaged: ${String(row?.integrity_check)}.`);
  } finally {
    db.close();
  }
}

function postgres(url: string): Engine {
  // Not as an argument, which every user of the machine can read in the list of processes.
  const place = new URL(url);
  const password = decodeURIComponent(place.password);
  place.password = '';
  const database = `--dbname=${place.href}`;
  const run = (command: string, args: string[]) => runClient(command, [...args, database], password);
  return {
    async backup(file) {
      mkdirSync(dirname(file), { recursive: true });
      run('pg_dump', ['--format=custom', '--no-owner', `--file=${file}.part`]);
      renameSync(`${file}.part`, file);
    },
    restore(file, replace) {
      if (!existsSync(file)) throw new Error(`There is no backup at ${file}.`);
      const overwrite = replace ? ['--clean', '--if-exists'] : [];
      run('pg_restore', ['--single-transaction', '--exit-on-error', '--no-owner', ...overwrite, file]);
    },
  };
}

function runClient(command: string, args: string[], password: string): void {
  const env = password === '' ? process.env : { ...process.env, PGPASSWORD: password };
  const { status, error } = spawnSync(command, args, { env, stdio: ['ignore', 'inherit', 'inherit'] });
  if (error) throw new Error(`${command} could not be run: ${error.message}. Install PostgreSQL's client programs.`);
  if (status !== 0) throw new Error(`${command} failed: see its output above. Nothing was changed.`);
}
