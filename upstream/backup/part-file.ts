import { readdirSync, rmSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { makeFolder } from '#platform/config/data-folder.ts';
import { makePrivateFile } from '../db/private-files.ts';

/**
 * Makes the file `<file>.part`, which only its owner may read, and hands it to `write`. Whatever is left of that name,
 * also of an earlier run that was killed (SQLite adds -journal, -wal and -shm), is removed in the end.
 */
export async function withPartFile<Result>(file: string, write: (part: string) => Promise<Result>): Promise<Result> {
  makeFolder(dirname(resolve(file)));
  removeParts(file);
  try {
    makePrivateFile(`${file}.part`);
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
export function replacedName(file: string): string {
  return `${file}.replaced-${new Date().toISOString().replace(/[:.]/g, '-')}`;
}
