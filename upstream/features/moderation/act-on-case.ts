import type { z } from 'zod';
import type { CaseActionKind, caseActionSchema } from '#shared/api/moderation.ts';
import type { Trx } from '#upstream/db/connection.ts';
import type { CaseRow } from '#upstream/db/schema.ts';
import { transact } from '#upstream/db/transaction.ts';
import type { Deps } from '#upstream/deps.ts';
import { ApiError, conflict, invalidFields, notFound, unknownCall } from '#upstream/http/api-error.ts';
import { newId } from '#upstream/ids.ts';
import { type Effects, noEffects } from './actions/action.ts';
import { caseActions, isOfThing, whyNot } from './actions/actions.ts';
import { closeReportsOf, reopenReports, tellReporters } from './answer-reports.ts';
import { logAction, standing } from './case-log.ts';
import { readCaseState } from './case-state.ts';
import { findCase } from './case-store.ts';
import { holdModerator } from './moderator-store.ts';
import { presentCase } from './present-case.ts';

export interface Asked {
  moderatorId: string;
  caseId: string;
  body: z.output<typeof caseActionSchema>;
}

/** An action that is under way, for what applies it. */
export interface Action {
  id: string;
  kind: CaseActionKind;
  reason: string;
  until: number | null;
  now: number;
}

/**
 * Does what a moderator asks for, in one transaction: of two moderators at the same time the second gets 409
 * `case_changed` with the case as it is then.
 */
export async function actOnCase(deps: Deps, asked: Asked): Promise<Effects> {
  const { moderatorId, caseId, body } = asked;
  const now = deps.now();
  const until = body.until === undefined ? null : Date.parse(body.until);
  if (until !== null && until <= now) throw invalidFields({ until: 'Choose a time in the future.' });
  const outcome = await transact(deps.db, (trx) => act(deps, trx, asked, until));
  if (outcome !== 'changed') return outcome;
  const row = await findCase(deps.db, moderatorId, caseId);
  const current = row && (await presentCase(deps, row, now));
  if (!current) throw noSuchCase();
  throw new ApiError('case_changed', `Somebody else has changed this case. It is ${current.state} now.`, {
    case: current,
  });
}

async function act(
  deps: Deps,
  trx: Trx,
  { moderatorId, caseId, body }: Asked,
  until: number | null,
): Promise<Effects | 'changed'> {
  const now = deps.now();
  const moderator = await holdModerator(trx, deps.engine, moderatorId);
  if (moderator === undefined) throw unknownCall();
  const row = await claim(trx, caseId, body.expectedVersion, now);
  if (!row) return 'changed';
  // Checked while the case is locked: nobody can report it meanwhile, so that it does not become the moderator's own matter.
  if (!(await findCase(trx, moderatorId, caseId))) throw noSuchCase();
  const state = await readCaseState(trx, row);
  const reason = whyNot(body.action, state);
  if (reason !== undefined) throw conflict(reason);

  const action: Action = { id: newId(now), kind: body.action, reason: body.reason, until, now };
  const undone = action.kind === 'undo' ? standing(state.log)[0] : undefined;
  // Logged first: a warning and a suspension carry the action's id, and an undo looks for those that stand.
  await logAction(trx, {
    id: action.id,
    case_id: row.id,
    version: row.version,
    kind: row.kind,
    accused_id: row.accused_id,
    moderator_id: moderator,
    action: action.kind,
    reason: action.reason,
    until,
    undoes: undone?.id ?? '',
    created_at: now,
  });
  if (undone) {
    const effects = isOfThing(undone.action)
      ? await caseActions[undone.action].undo.apply(trx, row, undone, now)
      : noEffects;
    // Only actions since the case was opened last keep it closed.
    const rest = standing(state.log).filter((one) => one.id !== undone.id && one.created_at >= row.opened_at);
    if (rest.length === 0 && row.closed_at !== null) {
      await trx.updateTable('cases').set({ closed_at: null }).where('id', '=', row.id).execute();
      await reopenReports(trx, row);
    }
    return effects;
  }
  const effects = isOfThing(action.kind)
    ? await caseActions[action.kind].apply(deps, trx, row, state, action)
    : noEffects;
  await trx
    .updateTable('cases')
    .set({ closed_at: row.closed_at ?? now })
    .where('id', '=', row.id)
    .execute();
  const answered = await closeReportsOf(trx, row, action);
  const told = await tellReporters(trx, answered, now);
  return { ...effects, notificationIds: [...effects.notificationIds, ...told] };
}

/** Takes the version that the moderator has seen, and locks the case; undefined when it has another one. */
function claim(trx: Trx, id: string, expectedVersion: number, now: number): Promise<CaseRow | undefined> {
  return trx
    .updateTable('cases')
    .set(({ fn, val }) => ({
      version: expectedVersion + 1,
      first_seen_at: fn.coalesce('first_seen_at', val(now)),
    }))
    .where('id', '=', id)
    .where('version', '=', expectedVersion)
    .returningAll()
    .executeTakeFirst();
}

export function noSuchCase() {
  return notFound('There is no such case.');
}
