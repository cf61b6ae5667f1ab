import { sql } from 'kysely';
import type { Connection, Engine, Trx } from '#upstream/db/connection.ts';
import type { Database } from '#upstream/db/schema.ts';
import type { Deps } from '#upstream/deps.ts';
import type { Outbox } from '#upstream/mail/outbox.ts';
import { findCredentials } from '../auth/credential-store.ts';
import { deleteOtherSessions } from '../auth/session-store.ts';
import { takeDeparture } from '../leaving/departure-store.ts';
import { queueErasedMail } from '../leaving/leave.ts';
import { deletePicturesOf } from '../media/media-store.ts';
import { deleteReportsOf } from '../moderation/case-store.ts';
import { forgetModerator } from '../moderation/moderator-store.ts';
import { eraseNotifications } from '../notifications/project-asks.ts';
import { formerMemberName } from '../people/people-store.ts';
import { emptyProfile } from '../people/profile-store.ts';
import { eraseProjects } from '../projects/deleted-projects.ts';
import { passProjectsOn } from '../projects/pass-on.ts';
import { unindexPerson } from '../search/search-index.ts';

export interface Erasure {
  userId: string;
  now: number;
  /**
   * Erases only an account whose owner is leaving and whose time is over at this time. The owner may have come back, or
   * another instance may have erased the account, since it was found.
   */
  leftBy?: number;
  /** The people who run the site erase it, which the mail says. */
  byOperator?: boolean;
}

/**
 * Erases an account for good, whoever asks for it: its owner at once, its owner after the days of leaving, or an operator.
 * Tells its owner by mail. Returns the ids of the ended sessions; undefined where nothing was erased, because the account is
 * gone already, or is not leaving. After the commit, call `tellEnded` and `forgetErased`.
 */
export async function eraseAccount(
  trx: Trx,
  { engine, mail }: { engine: Engine; mail?: Outbox | undefined },
  { userId, now, leftBy, byOperator }: Erasure,
): Promise<string[] | undefined> {
  const account = await findCredentials(trx, { userId });
  const departure = await takeDeparture(trx, engine, userId, leftBy);
  if (account === undefined || (leftBy !== undefined && departure === undefined)) return undefined;
  const ended = await eraseRows(trx, userId, now);
  if (ended !== undefined) await queueErasedMail(trx, mail, account, byOperator);
  return ended;
}

/** The columns whose rows are deleted with the person that they name; foreign keys take what belongs to those rows along. */
const erased = {
  user_skills: ['user_id'],
  user_intents: ['user_id'],
  decisions: ['by_id', 'about_id'],
  connections: ['low_id', 'high_id'],
  project_activity: ['actor_id'],
  project_invites: ['inviter_id'],
  project_updates: ['author_id'],
  project_follows: ['user_id'],
  // Also those in messages, which stay with their texts: nobody may look at them any more.
  chat_pictures: ['owner_id'],
  // The messages do not count as changed, because after a block they do not either.
  message_reactions: ['user_id'],
  account_events: ['user_id'],
  blocks: ['blocker_id', 'blocked_id'],
  mutes: ['user_id', 'muted_id'],
  muted_words: ['user_id'],
  jobs: ['user_id'],
  account_tokens: ['user_id'],
  passkeys: ['user_id'],
  second_factors: ['user_id'],
  preferences: ['user_id'],
  reports: ['accused_id'],
  cases: ['accused_id'],
  case_actions: ['accused_id'],
  warnings: ['user_id'],
  admin_actions: ['user_id'],
} as const satisfies Partial<Record<keyof Database, readonly string[]>>;

/**
 * Removes a person's skills, sessions, requests, connections, interests and the projects without members, and empties their
 * row. Their messages stay with the recipients, and other projects with their members. Undefined when the row is empty already.
 */
async function eraseRows(trx: Trx, userId: string, now: number): Promise<string[] | undefined> {
  const emptied = await trx
    .updateTable('users')
    .set({
      first_name: formerMemberName.firstName,
      last_name: formerMemberName.lastName,
      email: null,
      email_key: null,
      password_hash: null,
      ...emptyProfile,
      suspended_at: null,
      suspended_until: null,
      suspended_reason: '',
      suspended_by: '',
      hidden_reason: '',
      hidden_name: '',
      hidden_name_reason: '',
      hidden_name_at: null,
      updated_at: now,
      deleted_at: now,
      password_version: sql<number>`password_version + 1`,
    })
    .where('id', '=', userId)
    .where('deleted_at', 'is', null)
    .executeTakeFirst();
  if (emptied.numUpdatedRows === 0n) return undefined;
  await unindexPerson(trx, userId);
  await trx.deleteFrom('project_interests').where('user_id', '=', userId).execute();
  await passProjectsOn(trx, { creatorId: userId, staysMember: false, now });
  const projects = await trx.selectFrom('projects').select('id').where('creator_id', '=', userId).execute();
  await eraseProjects(
    trx,
    projects.map(({ id }) => id),
    now,
  );
  await deletePicturesOf(trx, [userId]);
  await eraseNotifications(trx, userId);
  await deleteReportsOf(trx, userId);
  await forgetModerator(trx, userId, now);
  for (const [table, columns] of Object.entries(erased))
    for (const column of columns)
      await sql`delete from ${sql.table(table)} where ${sql.ref(column)} = ${userId}`.execute(trx);
  // Their chats stay with the other people; how far they read them, and that they were in a room, does not.
  await trx
    .deleteFrom('conversation_members')
    .where('user_id', '=', userId)
    .where('conversation_id', 'in', (query) =>
      query.selectFrom('conversations').select('id').where('project_id', 'is not', null),
    )
    .execute();
  await trx
    .updateTable('conversation_members')
    .set({ read_seq: 0, shown_seq: 0 })
    .where('user_id', '=', userId)
    .execute();
  return deleteOtherSessions(trx, userId, null);
}

/**
 * Call after an erasure has been committed: SQLite's write-ahead log holds the old form of erased rows until a checkpoint
 * empties it. Where another process reads at that moment, a later checkpoint does.
 */
export async function emptyLog({ db, engine }: Pick<Connection, 'db' | 'engine'>): Promise<void> {
  if (engine === 'sqlite') await sql`pragma wal_checkpoint(truncate)`.execute(db);
}

/** `emptyLog` that never fails. */
export async function forgetErased(deps: Pick<Deps, 'db' | 'engine' | 'log'>): Promise<void> {
  await emptyLog(deps).catch((error: unknown) => {
    deps.log.warn({ err: error }, 'the write-ahead log could not be emptied after an erasure');
  });
}
