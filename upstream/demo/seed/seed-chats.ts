import { createHash } from 'node:crypto';
import { hour } from '#shared/durations.ts';
import { pairOf } from '#upstream/ids.ts';
import type { BulkRow } from './bulk-writer.ts';
import type { SeedRelation } from './seed-network.ts';

/** One in so many connections has talked, some messages each. */
const oneTalksIn = 8;
const messagesEach = 4;
const texts = [
  'Hello! I saw your project.',
  'Thank you! Are you looking for work?',
  'Not now, but let us talk.',
  'Gladly.',
];
/** Notifications live for 90 days after the newest of the network; older ones would be deleted at once. */
const noticesOfLastMs = 60 * 24 * hour;

/** Whether the two of a relation have talked: always the same for the same relation. */
export function hasTalked(relation: SeedRelation): boolean {
  return relation.status === 'accepted' && Number.parseInt(relation.id.slice(-4), 16) % oneTalksIn === 0;
}

/** The relation's id serves as the conversation's: they are of different tables. The last message is unread. */
export function conversationRow(relation: SeedRelation): BulkRow {
  const { low, high } = pairOf(relation.fromId, relation.toId);
  return {
    id: relation.id,
    user_low: low,
    user_high: high,
    last_seq: messagesEach,
    last_message_at: relation.updatedAt + messagesEach * hour,
    created_at: relation.updatedAt,
    unread_low: Number(relation.fromId === low),
    unread_high: Number(relation.fromId === high),
  };
}

/** By turns, the one who asked first. */
export function messageRows(relation: SeedRelation): BulkRow[] {
  return texts.map((text, i) => ({
    id: idFrom(relation, i),
    conversation_id: relation.id,
    seq: i + 1,
    sender_id: i % 2 === 0 ? relation.fromId : relation.toId,
    text,
    client_id: null,
    created_at: relation.updatedAt + (i + 1) * hour,
  }));
}

/** A notification for each request of late that waits for an answer, as the service would have made it. */
export function notificationRows(relation: SeedRelation, newest: number): BulkRow[] {
  if (relation.status !== 'interested' || relation.createdAt < newest - noticesOfLastMs) return [];
  return [
    {
      id: idFrom(relation, 9),
      user_id: relation.toId,
      kind: 'request',
      subject: relation.fromId,
      actor_id: relation.fromId,
      project_id: null,
      detail: '',
      created_at: relation.createdAt,
      read_at: null,
    },
  ];
}

function idFrom(relation: SeedRelation, part: number): string {
  const rest = createHash('md5').update(`${relation.id}${part}`).digest('hex');
  return relation.id.slice(0, 12) + rest.slice(0, 12);
}
