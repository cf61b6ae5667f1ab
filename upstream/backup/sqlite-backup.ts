import { chmodSync, copyFileSync, existsSync, renameSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { backup as copyOnline, DatabaseSync } from 'node:sqlite';
import { makePrivateFile } from '../db/private-files.ts';
import type { Backup } from './backup.ts';
import { replacedName, withPartFile } from './part-file.ts';

/** SQLite's own online backup, checked; a restore holds the database alone and keeps what it replaces. */
export function createSqliteBackup(path: string): Backup {
  return {
    async save(file) {
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
      copySecret(secretBeside(path), `${file}.secret`);
    },
    async restore(file, replace) {
      if (!existsSync(file)) throw new Error(`There is no backup at ${file}.`);
      requireDotCode(file);
      if (existsSync(path) && !replace) throw new Error(`${path} exists. Stop the service, then add --replace.`);
      return withPartFile(path, async (part) => {
        copyFileSync(file, part);
        // The copy has got the mode of the backup.
        makePrivateFile(part);
        requireDotCode(part);
        const kept = existsSync(path) ? setAside(path) : undefined;
        renameSync(part, path);
        // A secret file that is there already belongs to the service: it stays.
        if (!existsSync(secretBeside(path))) copySecret(`${file}.secret`, secretBeside(path));
        return kept;
      });
    },
  };
}

/** Without SECRET in the environment, this file opens what is sealed in the database (platform/config/secret.ts). */
function secretBeside(path: string): string {
  return join(dirname(path), 'secret');
}

/** Copies the file, if there is one, for its owner alone. */
function copySecret(from: string, to: string): void {
  if (!existsSync(from)) return;
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
    .prepare("select name from sqlite_schema where type = 'table' and name in ('migrations', 'users')")
    .all();
  if (tables.length < 2) return 'it holds no tables of DotCode';
  const row = database.prepare('pragma integrity_check').get();
  return row?.integrity_check === 'ok' ? undefined : `it is damaged (${String(row?.integrity_check)})`;
}
