import type { Trx } from '#upstream/db/connection.ts';
import { nameKey } from '#upstream/features/people/shown-name.ts';
import { indexPeople } from '#upstream/features/search/search-index.ts';
import { type CaseAction, noEffects, tellOwner, tellShown } from './action.ts';

export const hideNameAction: CaseAction = {
  mayNot({ row, isNameHidden, isGone }) {
    if (row.kind !== 'person') return 'Only a person has a name to hide.';
    if (isGone) return 'This is not here any more.';
    return isNameHidden ? 'The name is hidden already.' : undefined;
  },
  async apply(_deps, trx, row, _state, { reason, now }) {
    await hideName(trx, row.subject, { reason, now });
    const notificationIds = await tellOwner(trx, row.accused_id, 'content-hidden', now);
    return { ...noEffects, notificationIds, renamedId: row.accused_id };
  },
  undo: {
    async apply(trx, row, _done, now) {
      await markName(trx, row.subject, { hidden_name: '', hidden_name_reason: '', hidden_name_at: null });
      await tellShown(trx, row.accused_id, now);
      return { ...noEffects, renamedId: row.accused_id };
    },
  },
};

/** Hides the name that a person has now: another one, which they may choose, shows. */
export async function hideName(trx: Trx, userId: string, { reason, now }: { reason: string; now: number }) {
  const row = await trx
    .selectFrom('users')
    .select(['first_name', 'last_name'])
    .where('id', '=', userId)
    .executeTakeFirstOrThrow();
  await markName(trx, userId, { hidden_name: nameKey(row), hidden_name_reason: reason, hidden_name_at: now });
}

async function markName(
  trx: Trx,
  userId: string,
  mark: { hidden_name: string; hidden_name_reason: string; hidden_name_at: number | null },
): Promise<void> {
  await trx.updateTable('users').set(mark).where('id', '=', userId).execute();
  await indexPeople(trx, [userId]);
}
