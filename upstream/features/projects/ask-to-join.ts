import type { Trx } from '#upstream/db/connection.ts';
import type { ProjectInterestRow, ProjectRow } from '#upstream/db/schema.ts';
import type { Quotas } from '#upstream/limits/quotas.ts';
import { holdNoticeLimit, mayTell, noteTold, noteWithdrawal } from '../notifications/notice-limits.ts';
import { notify } from '../notifications/notification-store.ts';
import { holdAsks, refreshProjectAsks } from '../notifications/project-asks.ts';
import { requireFirstContact } from '../requests/ask-quota.ts';
import { areConnected } from '../requests/relations.ts';
import { forgetAsk, noteActivity } from './activity-store.ts';
import { deleteAsk, findInterestOf, insertInterest } from './interest-store.ts';
import { endMembership } from './member-store.ts';

export interface Asked {
  /** Undefined when this person has asked before. */
  interest: ProjectInterestRow | undefined;
  /** The creator's notification; undefined when none was due. */
  notificationId?: string | undefined;
}

/**
 * Asks to join a project, and tells its creator at most once a day. Of a creator
 * whom the person is not connected with it is a first contact, as a request is.
 */
export async function askToJoin(
  trx: Trx,
  asked: { project: ProjectRow; userId: string; note: string; role: string; now: number; quotas: Quotas },
): Promise<Asked> {
  const { project, userId, note, role, now, quotas } = asked;
  const limit = await holdNoticeLimit(trx, { byId: userId, forId: project.creator_id, about: project.id });
  await holdAsks(trx, project.id);
  const interest = await insertInterest(trx, { projectId: project.id, userId, note, role, now });
  if (!interest) return { interest };
  await noteActivity(trx, { projectId: project.id, kind: 'asked', actorId: userId, now });
  if (!(await areConnected(trx, userId, project.creator_id))) {
    const requests = await holdNoticeLimit(trx, { byId: userId, forId: project.creator_id, about: 'request' });
    await requireFirstContact(trx, quotas, requests, now);
  }
  if (!mayTell(limit, now)) return { interest };
  await noteTold(trx, limit, now);
  const notice = { userId: project.creator_id, kind: 'interest', subject: project.id, projectId: project.id } as const;
  return { interest, notificationId: await notify(trx, { ...notice, actorId: userId, now }) };
}

/** Takes the ask back, or leaves the project. A refused ask stays refused. */
export async function withdrawFromProject(
  trx: Trx,
  { project, userId, now }: { project: ProjectRow; userId: string; now: number },
): Promise<'withdrawn' | 'left' | 'rejected' | 'none'> {
  // The ask first: an answer at the same moment turns it into a membership, never the other way round.
  if (await deleteAsk(trx, project.id, userId)) {
    await forgetAsk(trx, project.id, userId);
    await noteWithdrawal(trx, { byId: userId, forId: project.creator_id, about: project.id }, now);
    await refreshProjectAsks(trx, project.id, project.creator_id);
    return 'withdrawn';
  }
  if (await endMembership(trx, userId, { projectId: project.id, userId }, now)) return 'left';
  return (await findInterestOf(trx, project.id, userId)) ? 'rejected' : 'none';
}
