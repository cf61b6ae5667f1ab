import { sql } from 'kysely';
import type { Connection, Db, Engine } from './connection.ts';
import type { Migration } from './migration.ts';
import { firstSchema } from './migrations/001-first-schema.ts';
import { search } from './migrations/002-search.ts';
import { receipts } from './migrations/003-receipts.ts';
import { unread } from './migrations/004-unread.ts';
import { decidedRuns } from './migrations/005-decided-runs.ts';
import { accounts } from './migrations/006-accounts.ts';
import { notifications } from './migrations/007-notifications.ts';
import { hiddenDecisions } from './migrations/008-hidden-decisions.ts';
import { erasableSearch } from './migrations/009-erasable-search.ts';
import { suspension } from './migrations/010-suspension.ts';
import { suspendedPeople } from './migrations/011-suspended-people.ts';
import { media } from './migrations/012-media.ts';
import { mail } from './migrations/013-mail.ts';
import { accountTokens } from './migrations/014-account-tokens.ts';
import { accountHistory } from './migrations/015-account-history.ts';
import { blocks } from './migrations/017-blocks.ts';
import { mutes } from './migrations/018-mutes.ts';
import { reports } from './migrations/019-reports.ts';
import { publicPages } from './migrations/020-public-pages.ts';
import { passkeys } from './migrations/022-passkeys.ts';
import { totp } from './migrations/023-totp.ts';
import { preferences } from './migrations/024-preferences.ts';
import { noticeMails } from './migrations/025-notice-mails.ts';
import { push } from './migrations/026-push.ts';
import { departures } from './migrations/027-departures.ts';
import { moderation } from './migrations/028-moderation.ts';
import { moderationLog } from './migrations/029-moderation-log.ts';
import { firstContact } from './migrations/030-first-contact.ts';
import { hiddenNames } from './migrations/033-hidden-names.ts';
import { countedAdminActions } from './migrations/034-counted-admin-actions.ts';
import { confirmedSessions } from './migrations/036-confirmed-sessions.ts';
import { secretFingerprint } from './migrations/039-secret-fingerprint.ts';
import { guardRole } from './postgres/role-guards.ts';

/** They run in this order. Append only: a migration that has shipped never moves. */
export const migrations: readonly Migration[] = [
  firstSchema,
  search,
  receipts,
  unread,
  decidedRuns,
  accounts,
  notifications,
  hiddenDecisions,
  erasableSearch,
  suspension,
  suspendedPeople,
  media,
  mail,
  accountTokens,
  accountHistory,
  publicPages,
  passkeys,
  blocks,
  mutes,
  reports,
  preferences,
  moderation,
  totp,
  moderationLog,
  noticeMails,
  firstContact,
  push,
  departures,
  hiddenNames,
  countedAdminActions,
  confirmedSessions,
  secretFingerprint,
];

/** PostgreSQL advisory lock: an arbitrary number, the same in every instance. */
export const migrationLock = 7_777_001;

/** How long a migration may wait for a table, and everybody else behind it. */
const usualLockMs = 5000;

/**
 * Runs all pending migrations in one transaction. Instances that start together take turns. Throws when the database
 * was migrated by a newer version.
 */
export async function migrate(
  { engine, withoutQueryLimit }: Connection,
  wanted: readonly Migration[] = migrations,
  lockMs = usualLockMs,
): Promise<readonly string[]> {
  return withoutQueryLimit((db) => migrateWith(db, engine, wanted, lockMs)).catch((error: unknown) => {
    throw isLockTimeout(error) ? new Error(tooBusy) : error;
  });
}

const tooBusy =
  'The database is too busy to be migrated: a backup or a long read holds a table. Nothing was changed; start again when it is over.';

function isLockTimeout(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === '55P03';
}

function migrateWith(db: Db, engine: Engine, wanted: readonly Migration[], lockMs: number): Promise<readonly string[]> {
  return db.transaction().execute(async (trx) => {
    if (engine === 'postgres') {
      await sql`set local statement_timeout = 0`.execute(trx);
      await sql`select pg_advisory_xact_lock(${sql.lit(migrationLock)})`.execute(trx);
      // Only now: an instance may wait for as long as another one migrates.
      await sql`set local lock_timeout = ${sql.lit(`${lockMs}ms`)}`.execute(trx);
    }
    await trx.schema
      .createTable('migrations')
      .ifNotExists()
      .addColumn('name', 'text', (column) => column.primaryKey())
      .addColumn('applied_at', 'bigint', (column) => column.notNull())
      .execute();
    const applied = new Set((await trx.selectFrom('migrations').select('name').execute()).map((row) => row.name));
    const unknown = [...applied].filter((name) => !wanted.some((migration) => migration.name === name));
    if (unknown.length > 0)
      throw new Error(
        `The database is newer than this program (it knows ${unknown.join(', ')}): start a newer version, or restore an older database.`,
      );
    const pending = wanted.filter((migration) => !applied.has(migration.name));
    for (const migration of pending) {
      await migration.up(trx, engine);
      await trx.insertInto('migrations').values({ name: migration.name, applied_at: Date.now() }).execute();
    }
    return pending.map((migration) => migration.name);
  });
}

/**
 * Makes sure that the role's statements have time limits. PostgreSQL reads them when a connection begins, so the
 * connections made so far are renewed. Returns false where the role may not change its own settings.
 */
export async function guardStatements({ db, engine, renew }: Connection): Promise<boolean> {
  if (engine !== 'postgres') return true;
  const guarded = await db.transaction().execute(async (trx) => {
    await sql`select pg_advisory_xact_lock(${sql.lit(migrationLock)})`.execute(trx);
    return guardRole(trx);
  });
  renew();
  return guarded;
}
