import type { Insertable } from 'kysely';
import type { Trx } from '#upstream/db/connection.ts';
import type { NotificationRow } from '#upstream/db/schema.ts';
import { newId } from '#upstream/ids.ts';
import type { DemoNetwork } from './demo-network.ts';

/** Older notifications of the sample network have been read. */
const unreadHours = 28;

interface Event {
  userId: string;
  kind: NotificationRow['kind'];
  subject: string;
  actorId?: string;
  projectId?: string;
  detail?: string;
  at: number;
  /** Undefined: by its age. */
  isRead?: boolean;
}

/** Writes the notifications that the rest of the sample network would have caused; the database holds nothing else. */
export async function insertNotices(trx: Trx, network: DemoNetwork): Promise<void> {
  const events = [...(await ofRequests(trx)), ...(await ofMessages(trx)), ...(await ofProjects(trx))];
  // One row per person, kind and subject: the latest event.
  const latest = new Map<string, Event>();
  for (const event of events.sort((a, b) => a.at - b.at))
    latest.set(`${event.userId} ${event.kind} ${event.subject}`, event);
  const unreadSince = network.hoursAgo(unreadHours);
  const rows = [...latest.values()].map(
    ({ userId, kind, subject, actorId = null, projectId = null, detail = '', at, isRead = at < unreadSince }) =>
      ({
        id: newId(at),
        user_id: userId,
        kind,
        subject,
        actor_id: actorId,
        project_id: projectId,
        detail,
        created_at: at,
        read_at: isRead ? at : null,
      }) satisfies Insertable<NotificationRow>,
  );
  await trx.insertInto('notifications').values(rows).execute();
}

async function ofRequests(trx: Trx): Promise<Event[]> {
  const asked = await trx.selectFrom('decisions').selectAll().execute();
  const connections = await trx.selectFrom('connections').selectAll().execute();
  return [
    ...asked.map(({ by_id, about_id, at }): Event => {
      return { userId: about_id, kind: 'request', subject: by_id, actorId: by_id, at };
    }),
    ...connections.flatMap(({ low_id, high_id, from_id, at }): Event[] => {
      const other = from_id === low_id ? high_id : low_id;
      return [
        { userId: other, kind: 'request', subject: from_id, actorId: from_id, at, isRead: true },
        { userId: from_id, kind: 'connected', subject: other, actorId: other, at },
      ];
    }),
  ];
}

async function ofMessages(trx: Trx): Promise<Event[]> {
  const sent = await trx
    .selectFrom('messages')
    .innerJoin('conversations', 'conversations.id', 'messages.conversation_id')
    .select(['sender_id', 'user_low', 'user_high', 'unread_low', 'unread_high', 'messages.created_at as at'])
    .execute();
  return sent.flatMap(({ sender_id, user_low, user_high, unread_low, unread_high, at }): Event[] => {
    const [userId, unread] = sender_id === user_low ? [user_high, unread_high] : [user_low, unread_low];
    // Rooms have no notifications.
    if (userId === null) return [];
    return [{ userId, kind: 'message', subject: sender_id, actorId: sender_id, at, isRead: unread === 0 }];
  });
}

async function ofProjects(trx: Trx): Promise<Event[]> {
  const interests = await trx
    .selectFrom('project_interests')
    .innerJoin('projects', 'projects.id', 'project_interests.project_id')
    .select(['projects.id as projectId', 'creator_id', 'user_id', 'status', 'project_interests.updated_at as at'])
    .execute();
  return interests.map(({ projectId, creator_id, user_id, status, at }): Event => {
    const about = { subject: projectId, projectId, at };
    if (status === 'interested') return { ...about, userId: creator_id, kind: 'interest', actorId: user_id };
    return { ...about, userId: user_id, kind: 'interest-reviewed', detail: status };
  });
}
