import { createHmac, randomBytes } from 'node:crypto';
import { chmodSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { dataFolderOf } from './data-folder.ts';
import { variables } from './variables.ts';

const bytes = 32;

/**
 * The secret of this deployment: `secret`, the value of SECRET, when it is set; else the one in the data folder of the
 * database, made at the first start; without a data folder a new one, which is forgotten at the end of the process.
 */
export function secretOf(secret: string | undefined, databaseUrl?: string): string {
  if (secret !== undefined) return secret;
  const folder = databaseUrl === undefined ? undefined : dataFolderOf(databaseUrl);
  return folder === undefined ? newSecret() : keptSecret(join(folder, 'secret'));
}

export function newSecret(): string {
  return randomBytes(bytes).toString('base64url');
}

/** A key for one purpose, so that what one use of the secret shows is of no use against another. */
export function deriveKey(secret: string, purpose: string): Buffer {
  return createHmac('sha256', secret).update(purpose).digest();
}

function keptSecret(file: string): string {
  try {
    // `wx` fails where another process has just made the file.
    writeFileSync(file, `${newSecret()}\n`, { flag: 'wx', mode: 0o600 });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    // A copy or a restored backup may have become readable for others.
    chmodSync(file, 0o600);
  }
  try {
    return variables.secret.parse(readFileSync(file, 'utf8').trim());
  } catch {
    throw new Error(`The file ${file} holds no secret: remove it, and the next start makes a new one.`);
  }
}
