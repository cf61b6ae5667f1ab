import { limits } from '#shared/limits.ts';
import type { Engine, Trx } from '#upstream/db/connection.ts';
import { ApiError } from '#upstream/http/api-error.ts';
import { noteJoined } from '../chat/room-store.ts';
import { notify } from '../notifications/notification-store.ts';
import { refreshProjectAsks } from '../notifications/project-asks.ts';
import { lockUsers } from '../people/people-store.ts';
import { connectPeople, notifyConnected } from '../requests/decide.ts';
import { noteActivity } from './activity-store.ts';
import { type Review, type ReviewOutcome, reviewInterest } from './interest-store.ts';
import { countMembers } from './member-store.ts';

export interface Answered {
  outcome: ReviewOutcome;
  /** When the answer has connected the two: the relation's id, and the notification of it. */
  connected?: { requestId: string; notificationId: string | undefined };
  notificationId?: string | undefined;
  /** The line of the project's room about somebody who was accepted. */
  joinedLineId?: string;
}

/** Accepts or rejects somebody who asks to join. An accepted person is connected to the creator, too. */
export async function answerInterest(trx: Trx, engine: Engine, review: Review): Promise<Answered> {
  const { creatorId, status, now } = review;
  const asking = trx.selectFrom('project_interests').select('user_id').where('id', '=', review.interestId);
  const asker = await asking.executeTakeFirst();
  // People before the project, like everything else that connects people.
  if (asker) await lockUsers(trx, engine, [creatorId, asker.user_id]);
  const outcome = await reviewInterest(trx, review);
  if (outcome.kind !== 'reviewed') return { outcome };
  const { interest, project } = outcome;
  await refreshProjectAsks(trx, project.id, creatorId);
  // The line above holds the project, so that two answers at once count together.
  const most = limits.members.max;
  if (status === 'accepted' && (await countMembers(trx, project.id, most + 1)) > most)
    throw new ApiError('quota_reached', `A project has at most ${most} members.`, { limit: most });
  const notice = { userId: interest.user_id, kind: 'interest-reviewed', subject: project.id } as const;
  const notificationId = await notify(trx, { ...notice, projectId: project.id, detail: status, now });
  if (status === 'rejected') return { outcome, notificationId };
  await noteActivity(trx, { projectId: project.id, kind: 'joined', actorId: interest.user_id, now });
  const joinedLineId = await noteJoined(trx, { projectId: project.id, userId: interest.user_id, now });
  const requestId = await connectPeople(trx, { askedId: interest.user_id, acceptedId: creatorId, now });
  if (requestId === undefined) return { outcome, notificationId, joinedLineId };
  const told = await notifyConnected(trx, { byId: creatorId, toId: interest.user_id, now });
  return { outcome, notificationId, joinedLineId, connected: { requestId, notificationId: told } };
}
