import { setTimeout as sleep } from 'node:timers/promises';
import type { Connection } from './connection.ts';
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
import { jobs } from './migrations/040-jobs.ts';
import { pictureUses } from './migrations/041-picture-uses.ts';
import { retentionIndexes } from './migrations/042-retention-indexes.ts';
import { messageChanges } from './migrations/050-message-changes.ts';
import { messageWords } from './migrations/051-message-words.ts';
import { projectFacts } from './migrations/052-project-facts.ts';
import { deletedProjects } from './migrations/053-deleted-projects.ts';
import { projectMembers } from './migrations/056-project-members.ts';
import { projectActivity } from './migrations/057-project-activity.ts';
import { skillSpellings } from './migrations/060-skill-spellings.ts';
import { rooms } from './migrations/061-rooms.ts';
import { projectInvites } from './migrations/063-project-invites.ts';
import { projectUpdates } from './migrations/064-project-updates.ts';
import { intents } from './migrations/065-intents.ts';
import { firstRuns } from './migrations/066-first-runs.ts';
import { requestNotes } from './migrations/067-request-notes.ts';
import { activityForVisitors } from './migrations/068-activity-for-visitors.ts';
import { toldOfBlocks } from './migrations/069-told-of-blocks.ts';
import { newerThan } from './newer-migrations.ts';
import { transactInTurn } from './postgres/migration-lock.ts';
import { guardRole } from './postgres/role-guards.ts';
import { takeStep } from './take-step.ts';

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
  messageChanges,
  jobs,
  pictureUses,
  retentionIndexes,
  messageWords,
  projectFacts,
  deletedProjects,
  projectMembers,
  projectActivity,
  skillSpellings,
  rooms,
  projectInvites,
  projectUpdates,
  intents,
  firstRuns,
  requestNotes,
  activityForVisitors,
  toldOfBlocks,
];

export interface MigrateOptions {
  /** How long a step waits for a table, and everybody else behind it, before it lets them through and tries again. */
  lockMs?: number;
  /** Called when a step could not have its table, with how often it was tried; it will be tried again. */
  onWait?: (tries: number) => void;
  /** Called at the end with migrations of a newer version that the database has, and beside which this one works. */
  onNewer?: (names: readonly string[]) => void;
}

const usualLockMs = 1000;
const longestPauseMs = 15_000;
/** Codes of PostgreSQL: a lock was not free in time, a deadlock, a serialization failure. */
const tryAgainAfter = new Set(['55P03', '40P01', '40001']);

/**
 * Runs the pending migrations, each step in its own transaction, and returns those that it has completed. A step whose
 * table a backup or another long read holds is tried again until it has it. Instances that start together take turns.
 * Throws when a newer version has removed something that this one may need.
 */
export function migrate(
  { engine, withoutQueryLimit }: Connection,
  wanted: readonly Migration[] = migrations,
  { lockMs = usualLockMs, onWait, onNewer }: MigrateOptions = {},
): Promise<readonly string[]> {
  return withoutQueryLimit(async (db) => {
    const completed: string[] = [];
    for (let tries = 0; ; ) {
      try {
        const taken = await takeStep(db, engine, wanted, lockMs);
        if (taken === undefined) {
          const applied = await db.selectFrom('migrations').select('name').execute();
          const { tolerated } = newerThan(
            wanted,
            applied.map(({ name }) => name),
          );
          if (tolerated.length > 0) onNewer?.(tolerated);
          return completed;
        }
        tries = 0;
        completed.push(...taken);
      } catch (error) {
        if (!(error instanceof Error && 'code' in error && tryAgainAfter.has(String(error.code)))) throw error;
        tries += 1;
        onWait?.(tries);
        await sleep(Math.min(lockMs * 2 ** tries, longestPauseMs));
      }
    }
  });
}

/**
 * Makes sure that the role's statements have time limits. PostgreSQL reads them when a connection begins, so the
 * connections made so far are renewed. Returns false where the role may not change its own settings.
 */
export async function guardStatements({ db, engine, renew }: Connection): Promise<boolean> {
  if (engine !== 'postgres') return true;
  const guarded = await transactInTurn(db, guardRole);
  renew();
  return guarded;
}
