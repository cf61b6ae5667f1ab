import { chmodSync, copyFileSync, existsSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { backup as copyOnline, DatabaseSync } from 'node:sqlite';
import { makeFolder } from '#platform/config/data-folder.ts';

/** Copies the database at `path` into `file`, while it may be in use, and checks the copy. Rejects with one sentence. */
export async function saveBackup(path: string, file: string): Promise<void> {
  if (!existsSync(path)) throw new Error(`There is no database at ${path}.`);
  await withPartFile(file, async (part) => {
    const source = new DatabaseSync(path, { readOnly: true });
    try {
      await copyOnline(source, part);
    } finally {
      source.close();
    }
    requireDotCode(part);
    renameSync(part, file);
  });
  if (existsSync(secretBeside(path))) copyPrivately(secretBeside(path), `${file}.secret`);
}

/**
 * Puts `file` in the place of the database at `path`, which has to be empty unless `replace` is set. Answers where the
 * replaced database is kept. Rejects with one sentence, and leaves everything as it was.
 */
export async function restoreBackup(path: string, file: string, replace: boolean): Promise<string | undefined> {
  if (!existsSync(file)) throw new Error(`There is no backup at ${file}.`);
  requireDotCode(file);
  if (existsSync(path) && !replace) throw new Error(`${path} exists. Stop the service, then add --replace.`);
  return withPartFile(path, async (part) => {
    copyPrivately(file, part);
    requireDotCode(part);
    const kept = existsSync(path) ? setAside(path) : undefined;
    renameSync(part, path);
    // A secret file that is there already belongs to the service: it stays.
    if (existsSync(`${file}.secret`) && !existsSync(secretBeside(path)))
      copyPrivately(`${file}.secret`, secretBeside(path));
    return kept;
  });
}

/** Without SECRET in the environment, this file opens what is sealed in the database (platform/config/secret.ts). */
function secretBeside(path: string): string {
  return join(dirname(path), 'secret');
}

/** A copy has the mode of the original, whatever the umask. */
function copyPrivately(from: string, to: string): void {
  copyFileSync(from, to);
  chmodSync(to, 0o600);
}

/** Renames the database when no program has it open, with its log written into it. Answers its new name. */
function setAside(path: string): string {
  const kept = replacedName(path);
  const database = new DatabaseSync(path, { timeout: 1000 });
  try {
    // In this mode SQLite asks for the file alone: any other open connection, even an idle one, refuses that.
    database.exec('pragma locking_mode = exclusive; begin exclusive; commit; pragma wal_checkpoint(truncate)');
    renameSync(path, kept);
  } catch (error) {
    if (error instanceof Error && 'errcode' in error && error.errcode === 5)
      throw new Error(`${path} is in use. Stop the service first: what it writes meanwhile would be lost.`);
    throw error;
  } finally {
    database.close();
  }
  return kept;
}

function requireDotCode(file: string): void {
  let problem: string | undefined;
  try {
    const database = new DatabaseSync(file, { readOnly: true });
    try {
      problem = problemOf(database);
    } finally {
      database.close();
    }
  } catch (error) {
    problem = error instanceof Error ? error.message : String(error);
  }
  if (problem !== undefined) throw new Error(`${file} cannot be used as a backup: ${problem}.`);
}

function problemOf(database: DatabaseSync): string | undefined {
  const tables = database
    .prepare("select name from sqlite_schema where type = 'table' and name in ('kysely_migration', 'users')")
    .all();
  if (tables.length < 2) return 'it holds no tables of DotCode';
  const row = database.prepare('pragma integrity_check').get();
  return row?.integrity_check === 'ok' ? undefined : `it is damaged (${String(row?.integrity_check)})`;
}

/**
 * Hands the name `<file>.part` to `write`. Files of that name, also those of an earlier run that was killed (SQLite adds
 * -journal, -wal and -shm), are removed in the end.
 */
async function withPartFile<Result>(file: string, write: (part: string) => Promise<Result>): Promise<Result> {
  makeFolder(dirname(resolve(file)));
  removeParts(file);
  try {
    return await write(`${file}.part`);
  } finally {
    removeParts(file);
  }
}

function removeParts(file: string): void {
  const folder = dirname(file);
  const prefix = `${basename(file)}.part`;
  for (const name of readdirSync(folder))
    if (name === prefix || name.startsWith(`${prefix}-`)) rmSync(join(folder, name), { force: true });
}

/** A name beside `file` for the database that is replaced, which sorts by time. */
function replacedName(file: string): string {
  return `${file}.replaced-${new Date().toISOString().replace(/[:.]/g, '-')}`;
}
