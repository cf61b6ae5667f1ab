import type { Trx } from '#upstream/db/connection.ts';
import type { CaseRow } from '#upstream/db/schema.ts';
import { markHidden } from '#upstream/features/chat/change-message.ts';
import { indexPeople, indexProjects } from '#upstream/features/search/search-index.ts';
import { roomPeople } from '#upstream/features/visibility/rooms.ts';
import { type CaseAction, noEffects, tellOwner, tellShown } from './action.ts';

export const hide: CaseAction = {
  mayNot({ row, isHidden, isGone }) {
    if (row.kind === 'picture') return 'A picture is erased, not hidden.';
    if (isGone) return 'This is not here any more.';
    return isHidden ? 'This is hidden already.' : undefined;
  },
  async apply(_deps, trx, row, _state, { reason, now }) {
    await hideContent(trx, row, { reason, now });
    const notificationIds = await tellOwner(trx, row.accused_id, 'content-hidden', now);
    return { ...noEffects, notificationIds, seenBy: await whoSees(trx, row) };
  },
  undo: {
    async apply(trx, row, _done, now) {
      await showContent(trx, row);
      await tellShown(trx, row.accused_id, now);
      return { ...noEffects, seenBy: await whoSees(trx, row) };
    },
  },
};

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

/** The people whose open pages show the thing. */
async function whoSees(trx: Trx, { kind, subject, accused_id }: CaseRow): Promise<string[]> {
  if (kind !== 'message') return [accused_id];
  const row = await trx
    .selectFrom('messages')
    .innerJoin('conversations', 'conversations.id', 'messages.conversation_id')
    .select(['conversation_id', 'project_id'])
    .where('messages.id', '=', subject)
    .executeTakeFirst();
  if (!row) return [];
  if (row.project_id !== null) return roomPeople(trx, accused_id, row.project_id);
  const members = await trx
    .selectFrom('conversation_members')
    .select('user_id')
    .where('conversation_id', '=', row.conversation_id)
    .execute();
  return members.map(({ user_id }) => user_id);
}
