import { accessSync, constants, existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';

/** The folder of the SQLite database that DATABASE_URL names; undefined for other databases. */
export function dataFolderOf(databaseUrl: string): string | undefined {
  const file = databaseFileOf(databaseUrl);
  return file === undefined ? undefined : dirname(file);
}

/** Where mails are files, outside production: beside the data. */
export function outboxFolder(databaseUrl: string): string {
  return join(dataFolderOf(databaseUrl) ?? resolve('data'), 'outbox');
}

/** Makes the data folder, and says in one sentence why the database cannot live there; undefined when it can. */
export function proveDataFolder(databaseUrl: string): string | undefined {
  const file = databaseFileOf(databaseUrl);
  if (file === undefined) return undefined;
  const folder = dirname(file);
  try {
    makeFolder(folder);
    // Writes a file, because access(2) tells root that every folder may be written.
    const probe = join(folder, `.write-check-${process.pid}`);
    writeFileSync(probe, '', { flag: 'w', mode: 0o600 });
    rmSync(probe);
    if (existsSync(file)) accessSync(file, constants.R_OK | constants.W_OK);
    return undefined;
  } catch (error) {
    return `the data folder ${folder} cannot be written (${(error as NodeJS.ErrnoException).code ?? error}): change its owner, or set DATABASE_URL`;
  }
}

function databaseFileOf(databaseUrl: string): string | undefined {
  const file = /^sqlite:(?!:memory:)(.+)$/.exec(databaseUrl)?.[1];
  return file === undefined ? undefined : resolve(file);
}

/**
 * Makes a folder for people's data, so that other users of the machine cannot look into it. Instead of `mkdirSync` with
 * `recursive`, which never returns where the parent refuses children with ENOENT, as /proc does.
 */
export function makeFolder(folder: string): void {
  if (existsSync(folder)) return;
  const parent = dirname(folder);
  if (parent !== folder) makeFolder(parent);
  mkdirSync(folder, { mode: 0o700 });
}
