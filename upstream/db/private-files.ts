import { chmodSync, closeSync, type Dirent, openSync, readdirSync, statSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { makeFolder } from '#platform/config/data-folder.ts';

const fileMode = 0o600;
const folderMode = 0o700;
const forOthers = 0o077;
/** The files that DotCode itself puts beside its database. */
const ownNames = /^(secret|outbox|backups|lost\+found|\.write-check-\d+)$/;

/** Makes an empty file that only its owner may read, with its folder. A file that is there is restricted. */
export function makePrivateFile(file: string): void {
  makeFolder(dirname(resolve(file)));
  closeSync(openSync(file, 'a', fileMode));
  restrict(file, fileMode);
}

/**
 * Makes the files of a SQLite database, its log and copies beside it readable for their owner alone, and the folder too
 * where nothing else is in it. Returns a sentence for the operator where that is left to them.
 */
export function restrictDatabase(path: string): string | undefined {
  const file = resolve(path);
  const folder = dirname(file);
  const entries = readdirSync(folder, { withFileTypes: true });
  const isOurs = (entry: Dirent) => entry.isFile() && entry.name.startsWith(basename(file));
  try {
    for (const entry of entries) if (isOurs(entry)) restrict(join(folder, entry.name), fileMode);
    if (!isOpen(folder)) return undefined;
    if (entries.every((entry) => isOurs(entry) || ownNames.test(entry.name))) {
      restrict(folder, folderMode);
      return undefined;
    }
    return `the folder ${folder} of the database is open to other users of this machine: chmod 700 ${folder}`;
  } catch (error) {
    return `the database in ${folder} may be readable for other users of this machine (${(error as NodeJS.ErrnoException).code}): make this program's user its owner`;
  }
}

function isOpen(path: string): boolean {
  return (statSync(path).mode & forOthers) !== 0;
}

function restrict(path: string, mode: number): void {
  // Windows has no such modes: there every file looks open.
  if (process.platform !== 'win32' && isOpen(path)) chmodSync(path, mode);
}
