import { sql } from 'kysely';
import type { Trx } from '#upstream/db/connection.ts';
import { findCredentials } from '#upstream/features/auth/credential-store.ts';
import { connectedWith } from '#upstream/features/requests/relations.ts';
import { conflict } from '#upstream/http/api-error.ts';
import { priorities } from '#upstream/jobs/job-store.ts';
import { endSuspension, lockSuspension, suspendPerson } from '../suspension.ts';
import { suspendedLetter } from '../warning-store.ts';
import { type CaseAction, noEffects, noteFor } from './action.ts';

export const suspend: CaseAction = {
  mayNot: (state) => (state.isSuspendedForEver ? 'They are suspended without an end already.' : undefined),
  async apply({ mail, config, engine }, trx, row, _state, { id, reason, until, now }) {
    const userId = row.accused_id;
    const current = await lockSuspension(trx, engine, userId);
    if (current !== undefined && until !== null && (current.until === null || current.until >= until))
      throw conflict('They are suspended for longer already.');
    const account = await findCredentials(trx, { userId });
    const endedSessions = await suspendPerson(trx, userId, { until, reason, by: id }, now);
    if (account && account.emailId !== '') {
      const letter = suspendedLetter(account.firstName, { reason, until, contact: config.contact });
      await mail.queue(trx, { userId, to: account.emailId, kind: 'suspended', priority: priorities.usual, letter });
    }
    await noteFor(trx, userId, 'suspended', now);
    return { ...noEffects, endedSessions, seenBy: await connectedWith(trx, userId) };
  },
  undo: {
    async apply(trx, row, { id }, now) {
      await takeSuspensionBack(trx, row.accused_id, id, now);
      return { ...noEffects, seenBy: await connectedWith(trx, row.accused_id) };
    },
  },
};

/**
 * Only where the person is suspended by this very action: a longer suspension, or an operator's, stays. One of another
 * case that has not ended yet counts again.
 */
async function takeSuspensionBack(trx: Trx, userId: string, actionId: string, now: number): Promise<void> {
  const current = await trx
    .selectFrom('users')
    .select('id')
    .where('id', '=', userId)
    .where('suspended_by', '=', actionId)
    .where('suspended_at', 'is not', null)
    .executeTakeFirst();
  if (!current) return;
  const other = await trx
    .selectFrom('case_actions')
    .select(['id', 'until', 'reason'])
    .where('accused_id', '=', userId)
    .where('action', '=', 'suspend')
    .where(({ eb, or }) => or([eb('until', 'is', null), eb('until', '>', now)]))
    .where(({ not, exists, selectFrom }) =>
      not(exists(selectFrom('case_actions as undo').select('undo.id').whereRef('undo.undoes', '=', 'case_actions.id'))),
    )
    .orderBy(sql`case when until is null then 0 else 1 end`)
    .orderBy('until', 'desc')
    .executeTakeFirst();
  if (other) {
    await suspendPerson(trx, userId, { until: other.until, reason: other.reason, by: other.id }, now);
    return;
  }
  await endSuspension(trx, userId);
  await noteFor(trx, userId, 'suspension-ended', now);
}
