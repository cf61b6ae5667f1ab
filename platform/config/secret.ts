import { createHmac, randomBytes } from 'node:crypto';
import { chmodSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { dataFolderOf, makeFolder } from './data-folder.ts';
import { variables } from './variables.ts';

const bytes = 32;

/**
 * The secret of this deployment: `secret`, the value of SECRET, when it is set; else the one in the data folder, made at
 * the first start. Without a database, or with one in memory, a new one, which is forgotten at the end of the process.
 */
export function secretOf(secret: string | undefined, databaseUrl?: string): string {
  if (secret !== undefined) return secret;
  const folder = databaseUrl === undefined ? undefined : folderFor(databaseUrl);
  return folder === undefined ? newSecret() : keptSecret(join(folder, 'secret'));
}

function folderFor(databaseUrl: string): string | undefined {
  const folder = databaseUrl.startsWith('sqlite:') ? dataFolderOf(databaseUrl) : resolve('data');
  if (folder !== undefined) makeFolder(folder);
  return folder;
}

/**
 * The problem of a configuration without the one variable that is required: with PostgreSQL in production there is no
 * place that every instance and every start would read a secret from. Undefined where nothing is missing.
 */
export function missingSecret(config: {
  readonly isProduction?: boolean;
  readonly secret?: string;
  readonly databaseUrl?: string;
}): string | undefined {
  if (!config.isProduction || config.secret !== undefined || !config.databaseUrl?.startsWith('postgres'))
    return undefined;
  return 'SECRET is not set, and production with PostgreSQL needs it: make one with `openssl rand -hex 32`, keep it with the backups, and give every instance the same';
}

export function newSecret(): string {
  return randomBytes(bytes).toString('base64url');
}

/** Secrets that open: the deployment's own, and the one before it while it is changed. */
export interface OpeningSecrets {
  readonly secret: string;
  readonly config: { readonly secretPrevious?: string };
}

/** The keys of one purpose that open and verify. The first one seals and signs. */
export function openingKeys({ secret, config }: OpeningSecrets, purpose: string): readonly [Buffer, ...Buffer[]] {
  const { secretPrevious } = config;
  const older = secretPrevious === undefined ? [] : [deriveKey(secretPrevious, purpose)];
  return [deriveKey(secret, purpose), ...older];
}

/** A key for one purpose, so that a key that leaks from one use opens nothing of another. */
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
