import type { NotificationItem, UnreadNotifications } from '#shared/api/notifications.ts';
import type { Db } from '#upstream/db/connection.ts';
import { pairKey } from '#upstream/ids.ts';
import { iso, isoOrNull } from '#upstream/iso.ts';
import { findUsers } from '../people/people-store.ts';
import { waitingCounts } from '../projects/interest-store.ts';
import { projectsByIds } from '../projects/project-store.ts';
import { ownConversations } from '../visibility/messages.ts';
import { countUnreadByKind, type NotificationRow } from './notification-store.ts';
import { countAskers } from './project-asks.ts';

/** The rows of one person as the contract shows them, in the same order. Counts are those of now. */
export async function presentNotifications(
  db: Db,
  userId: string,
  rows: readonly NotificationRow[],
): Promise<NotificationItem[]> {
  const idsOf = (kind: NotificationRow['kind']) => rows.filter((row) => row.kind === kind).map((row) => row.subject);
  const [people, projects, waiting, unread] = await Promise.all([
    findUsers(
      db,
      userId,
      rows.flatMap((row) => row.actor_id ?? []),
    ),
    projectsByIds(
      db,
      userId,
      rows.flatMap((row) => row.project_id ?? []),
    ),
    waitingCounts(db, userId, idsOf('interest')),
    unreadFrom(db, userId, idsOf('message')),
  ]);
  return rows.map((row) => {
    const actor = row.actor_id === null ? undefined : people.get(row.actor_id);
    const project = row.project_id === null ? undefined : projects.get(row.project_id);
    return {
      _id: row.id,
      kind: row.kind,
      ...(actor && { actor }),
      ...(project && { project: { _id: project.id, projectName: project.name } }),
      ...(row.kind === 'interest-reviewed' && { status: row.detail === 'accepted' ? 'accepted' : 'rejected' }),
      ...(row.kind === 'mention' && { messageId: row.subject }),
      ...(row.kind === 'account' && { event: row.subject.split(':')[0] ?? '' }),
      count: Math.max(1, waiting.get(row.subject) ?? unread.get(row.subject) ?? 1),
      createdAt: iso(row.created_at),
      readAt: isoOrNull(row.read_at),
    };
  });
}

export async function countNotifications(db: Db, userId: string): Promise<UnreadNotifications> {
  const [unreadOf, askers] = await Promise.all([countUnreadByKind(db, userId), countAskers(db, userId)]);
  return { unread: Object.values(unreadOf).reduce((sum, count) => sum + count, 0), unreadOf, askers };
}

/** Unread messages by the person they are from. */
async function unreadFrom(db: Db, userId: string, peerIds: readonly string[]): Promise<Map<string, number>> {
  if (peerIds.length === 0) return new Map();
  const pairs = peerIds.map((peerId) => pairKey(userId, peerId));
  const chats = await ownConversations(db, userId).where('conversations.pair', 'in', pairs).execute();
  return new Map(chats.map(({ peer_id, unread }) => [peer_id ?? '', unread]));
}
