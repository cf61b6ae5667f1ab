import type { z } from 'zod';
import type { caseActionSchema, ModerationCase } from '#shared/api/moderation.ts';
import type { Trx } from '#upstream/db/connection.ts';
import type { CaseRow } from '#upstream/db/schema.ts';
import { transact } from '#upstream/db/transaction.ts';
import type { Deps } from '#upstream/deps.ts';
import { ApiError, conflict, invalidFields, notFound, unknownCall } from '#upstream/http/api-error.ts';
import { newId } from '#upstream/ids.ts';
import { notify } from '../notifications/notification-store.ts';
import { type Acting, caseActions, type Effects, whyNot } from './actions.ts';
import { standing } from './case-log.ts';
import { findCase, readCaseState } from './case-store.ts';
import { holdModerator } from './moderator-store.ts';
import { presentCase } from './present-case.ts';

export interface Asked {
  moderatorId: string;
  caseId: string;
  body: z.output<typeof caseActionSchema>;
}

/** The case as it is now, for this moderator. */
export async function readCase(deps: Deps, moderatorId: string, caseId: string): Promise<ModerationCase> {
  const row = await findCase(deps.db, moderatorId, caseId);
  const found = row && (await presentCase(deps, row, deps.now()));
  if (!found) throw noSuchCase();
  return found;
}

/**
 * Does what a moderator asks for, in one transaction: of two moderators at the same time the second gets 409
 * `case_changed` with the case as it is then.
 */
export async function actOnCase(deps: Deps, asked: Asked): Promise<Effects> {
  const effects = await transact(deps.db, (trx) => act(deps, trx, asked));
  if (effects !== undefined) return effects;
  const current = await readCase(deps, asked.moderatorId, asked.caseId);
  throw new ApiError('case_changed', `Somebody else has changed this case. It is ${current.state} now.`, {
    case: current,
  });
}

/** Undefined where the case has another version than the one that the moderator has seen. */
async function act(deps: Deps, trx: Trx, { moderatorId, caseId, body }: Asked): Promise<Effects | undefined> {
  const now = deps.now();
  const until = body.until === undefined ? null : Date.parse(body.until);
  if (until !== null && until <= now) throw invalidFields({ until: 'Choose a time in the future.' });
  const moderator = await holdModerator(trx, deps.engine, moderatorId);
  if (moderator === undefined) throw unknownCall();
  const row = await claim(trx, caseId, body.expectedVersion, now);
  if (!row) return undefined;
  // Checked while the case is locked: nobody can report it meanwhile, so that it does not become the moderator's own matter.
  if (!(await findCase(trx, moderatorId, caseId))) throw noSuchCase();
  const state = await readCaseState(trx, row);
  const reason = whyNot(body.action, state);
  if (reason !== undefined) throw conflict(reason);

  const [id, undone] = [newId(now), body.action === 'undo' ? standing(state.log)[0] : undefined];
  // Logged first: a warning and a suspension carry the action's id, and an undo looks for those that stand.
  await trx
    .insertInto('case_actions')
    .values({
      id,
      case_id: row.id,
      version: row.version,
      kind: row.kind,
      accused_id: row.accused_id,
      moderator_id: moderator,
      action: body.action,
      reason: body.reason,
      until,
      undoes: undone?.id ?? '',
      created_at: now,
    })
    .execute();
  const effects: Effects = { accusedId: row.accused_id, endedSessions: [], notificationIds: [], seenBy: [] };
  const acting: Acting = { deps, trx, row, state, id: undone?.id ?? id, reason: body.reason, until, now, effects };
  if (undone) {
    await caseActions[undone.action].undo(acting);
    // Only actions since the case was opened last keep it closed.
    const rest = standing(state.log).filter((one) => one.id !== undone.id && one.created_at >= row.opened_at);
    if (rest.length === 0 && row.closed_at !== null) await openAgain(trx, row);
  } else if (body.action !== 'undo') {
    await caseActions[body.action].apply(acting);
    await close(acting, body.action === 'dismiss');
  }
  return effects;
}

/** The answer that reporters read after an action. It does not say which action: that is between the moderator and the reported person. */
const acted = 'A moderator has looked at it and acted.';

/** Closes the case, and answers the reports that wait. */
async function close({ trx, row, id, reason, now, effects }: Acting, isDismissed: boolean): Promise<void> {
  const closed_at = row.closed_at ?? now;
  await trx.updateTable('cases').set({ closed_at }).where('id', '=', row.id).execute();
  const answer = isDismissed
    ? ({ outcome: 'dismissed', answer: reason } as const)
    : ({ outcome: 'acted', answer: acted } as const);
  const reports = await trx
    .updateTable('reports')
    .set({ closed_at: now, ...answer, closed_by: id })
    .where('kind', '=', row.kind)
    .where('subject', '=', row.subject)
    .where('closed_at', 'is', null)
    .returning(['id', 'reporter_id'])
    .execute();
  for (const report of reports) {
    const subject = `report-${report.id}`;
    const told = await notify(trx, { userId: report.reporter_id, kind: 'account', subject, now });
    if (told !== undefined) effects.notificationIds.push(told);
  }
}

/** The reports that actions in this case have answered since it is open wait again. */
async function openAgain(trx: Trx, row: CaseRow): Promise<void> {
  await trx.updateTable('cases').set({ closed_at: null }).where('id', '=', row.id).execute();
  await trx
    .updateTable('reports')
    .set({ closed_at: null, outcome: '', answer: '', closed_by: '' })
    .where('kind', '=', row.kind)
    .where('subject', '=', row.subject)
    .where('closed_by', 'in', (query) =>
      query
        .selectFrom('case_actions')
        .select('id')
        .where('case_id', '=', row.id)
        .where('created_at', '>=', row.opened_at),
    )
    .execute();
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

function noSuchCase() {
  return notFound('There is no such case.');
}
