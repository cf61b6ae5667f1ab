import type { Trx } from '#upstream/db/connection.ts';
import type { CaseRow } from '#upstream/db/schema.ts';
import { markHidden } from '../chat/change-message.ts';
import { nameKey } from '../people/shown-name.ts';
import { indexPeople, indexProjects } from '../search/search-index.ts';
import { roomPeople } from '../visibility/rooms.ts';

type Subject = Pick<CaseRow, 'kind' | 'subject'>;

/** Hides the thing from everybody but its owner; a message from everybody in its conversation. A picture is erased instead. */
export async function hideContent(
  trx: Trx,
  { kind, subject }: Subject,
  { reason, now }: { reason: string; now: number },
): Promise<void> {
  if (kind === 'message') await markHidden(trx, subject, now);
  else await mark(trx, { kind, subject }, { hidden_at: now, hidden_reason: reason });
}

export async function showContent(trx: Trx, { kind, subject }: Subject): Promise<void> {
  if (kind === 'message') await markHidden(trx, subject, null);
  else await mark(trx, { kind, subject }, { hidden_at: null, hidden_reason: '' });
}

async function mark(
  trx: Trx,
  { kind, subject }: Subject,
  mark: { hidden_at: number | null; hidden_reason: string },
): Promise<void> {
  if (kind === 'person') {
    await trx.updateTable('users').set(mark).where('id', '=', subject).execute();
    await indexPeople(trx, [subject]);
  }
  if (kind === 'project') {
    await trx.updateTable('projects').set(mark).where('id', '=', subject).execute();
    if (mark.hidden_at === null) await indexProjects(trx, [subject]);
    else await trx.deleteFrom('project_search').where('project_id', '=', subject).execute();
  }
}

/** Hides the name that a person has now: another one, which they may choose, shows. */
export async function hideName(trx: Trx, userId: string, { reason, now }: { reason: string; now: number }) {
  const row = await trx
    .selectFrom('users')
    .select(['first_name', 'last_name'])
    .where('id', '=', userId)
    .executeTakeFirstOrThrow();
  await markName(trx, userId, { hidden_name: nameKey(row), hidden_name_reason: reason, hidden_name_at: now });
}

export async function showName(trx: Trx, userId: string): Promise<void> {
  await markName(trx, userId, { hidden_name: '', hidden_name_reason: '', hidden_name_at: null });
}

async function markName(
  trx: Trx,
  userId: string,
  mark: { hidden_name: string; hidden_name_reason: string; hidden_name_at: number | null },
): Promise<void> {
  await trx.updateTable('users').set(mark).where('id', '=', userId).execute();
  await indexPeople(trx, [userId]);
}

/** The people whose open pages show the thing. */
export async function whoSees(trx: Trx, { kind, subject, accused_id }: CaseRow): Promise<string[]> {
  if (kind !== 'message') return [accused_id];
  const row = await trx
    .selectFrom('messages')
    .innerJoin('conversations', 'conversations.id', 'messages.conversation_id')
    .select(['user_low', 'user_high', 'project_id'])
    .where('messages.id', '=', subject)
    .executeTakeFirst();
  if (!row) return [];
  if (row.project_id !== null) return roomPeople(trx, accused_id, row.project_id);
  return [row.user_low, row.user_high].filter((id) => id !== null);
}
