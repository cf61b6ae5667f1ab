import type { Trx } from '#upstream/db/connection.ts';
import { notify } from '../notifications/notification-store.ts';
import { refreshProjectAsks } from '../notifications/project-asks.ts';
import { connectPeople } from '../requests/connect-people.ts';
import { tellConnected } from '../requests/decide.ts';
import { type ReviewOutcome, reviewInterest } from './interest-store.ts';

export interface Answered {
  outcome: ReviewOutcome;
  /** When the answer has connected the two: the relation's id, and the notification of it. */
  connected?: { requestId: string; notificationId: string | undefined };
  notificationId?: string | undefined;
}

/** Accepts or rejects somebody who asks to join. An accepted person is connected to the creator, too. */
export async function answerInterest(
  trx: Trx,
  review: { interestId: string; creatorId: string; status: 'accepted' | 'rejected'; now: number },
): Promise<Answered> {
  const { creatorId, status, now } = review;
  const outcome = await reviewInterest(trx, review);
  if (outcome.kind !== 'reviewed') return { outcome };
  const { interest, project } = outcome;
  await refreshProjectAsks(trx, project.id, creatorId);
  const notice = { userId: interest.user_id, kind: 'interest-reviewed', subject: project.id } as const;
  const notificationId = await notify(trx, { ...notice, projectId: project.id, detail: status, now });
  if (status === 'rejected') return { outcome, notificationId };
  const requestId = await connectPeople(trx, { askedId: interest.user_id, acceptedId: creatorId, now });
  if (requestId === undefined) return { outcome, notificationId };
  const told = await tellConnected(trx, { byId: creatorId, toId: interest.user_id, now });
  return { outcome, notificationId, connected: { requestId, notificationId: told } };
}
