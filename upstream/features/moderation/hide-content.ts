import type { Trx } from '#upstream/db/connection.ts';
import type { CaseRow } from '#upstream/db/schema.ts';
import { indexPeople, indexProjects } from '../search/search-index.ts';

type Subject = Pick<CaseRow, 'kind' | 'subject'>;

/** Hides the thing from everybody but its owner; a message from both. A picture is erased instead. */
export async function hideContent(
  trx: Trx,
  { kind, subject }: Subject,
  { reason, now }: { reason: string; now: number },
): Promise<void> {
  if (kind === 'message') await trx.updateTable('messages').set({ hidden_at: now }).where('id', '=', subject).execute();
  else await mark(trx, { kind, subject }, { hidden_at: now, hidden_reason: reason });
}

export async function showContent(trx: Trx, { kind, subject }: Subject): Promise<void> {
  if (kind === 'message')
    await trx.updateTable('messages').set({ hidden_at: null }).where('id', '=', subject).execute();
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

/** The people whose open pages show the thing. */
export async function whoSees(trx: Trx, { kind, subject, accused_id }: CaseRow): Promise<string[]> {
  if (kind !== 'message') return [accused_id];
  const row = await trx
    .selectFrom('messages')
    .innerJoin('conversations', 'conversations.id', 'messages.conversation_id')
    .select(['user_low', 'user_high'])
    .where('messages.id', '=', subject)
    .executeTakeFirst();
  return row ? [row.user_low, row.user_high] : [];
}
