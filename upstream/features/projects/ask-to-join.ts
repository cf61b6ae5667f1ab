import type { Trx } from '#upstream/db/connection.ts';
import type { ProjectInterestRow, ProjectRow } from '#upstream/db/schema.ts';
import type { Quotas } from '#upstream/limits/quotas.ts';
import { holdNoticeLimit, mayTell, noteTold, noteWithdrawal, refuseTooSoon } from '../notifications/notice-limits.ts';
import { notify } from '../notifications/notification-store.ts';
import { holdAsks, refreshProjectAsks } from '../notifications/project-asks.ts';
import { requireFirstContact } from '../requests/first-contact.ts';
import { areConnected } from '../requests/request-store.ts';
import { deleteInterest, insertInterest } from './interest-store.ts';

export interface Asked {
  /** Undefined when this person has asked before. */
  interest: ProjectInterestRow | undefined;
  /** The creator's notification; undefined when none was due. */
  notificationId?: string | undefined;
}

/**
 * Asks to join a project, and tells its creator at most once a day. Throws 429 too soon after a withdrawal. Of a creator
 * whom the person is not connected with it is a first contact, as a request is.
 */
export async function askToJoin(
  trx: Trx,
  asked: { project: ProjectRow; userId: string; note: string; now: number; quotas: Quotas },
): Promise<Asked> {
  const { project, userId, note, now, quotas } = asked;
  const limit = await holdNoticeLimit(trx, { byId: userId, forId: project.creator_id, about: project.id });
  await holdAsks(trx, project.id);
  const interest = await insertInterest(trx, { projectId: project.id, userId, note, now });
  if (!interest) return { interest };
  refuseTooSoon(limit, now);
  if (!(await areConnected(trx, userId, project.creator_id)))
    await requireFirstContact(trx, quotas, { byId: userId, forId: project.creator_id, now });
  if (!mayTell(limit, now)) return { interest };
  await noteTold(trx, limit, now);
  const notice = { userId: project.creator_id, kind: 'interest', subject: project.id, projectId: project.id } as const;
  return { interest, notificationId: await notify(trx, { ...notice, actorId: userId, now }) };
}

/** Withdraws the interest, or leaves the project. */
export async function withdrawFromProject(
  trx: Trx,
  { project, userId, now }: { project: ProjectRow; userId: string; now: number },
): Promise<Awaited<ReturnType<typeof deleteInterest>>> {
  const outcome = await deleteInterest(trx, project.id, userId);
  if (outcome !== 'withdrawn') return outcome;
  await noteWithdrawal(trx, { byId: userId, forId: project.creator_id, about: project.id }, now);
  await refreshProjectAsks(trx, project.id, project.creator_id);
  return outcome;
}
