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

/**
 * The warning for a process that makes a secret of its own although others of the same deployment need the same:
 * instances that share a Redis, or an upstream on its own and its gateways. Undefined where there is nothing to warn of.
 */
export function secretWarning(config: {
  readonly secret?: string;
  readonly databaseUrl: string;
  readonly redisUrl?: string;
  readonly upstreamUrl?: URL;
}): string | undefined {
  const isKept = config.upstreamUrl === undefined && dataFolderOf(config.databaseUrl) !== undefined;
  const hasOthers = config.upstreamUrl !== undefined || (config.redisUrl !== undefined && !isKept);
  if (config.secret !== undefined || !hasOthers) return undefined;
  return 'SECRET is not set: this process has one of its own, which the rest of the deployment and the next start do not know';
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
