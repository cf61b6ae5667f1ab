import { minute } from '#shared/durations.ts';
import { limits } from '#shared/limits.ts';
import type { Db, Engine, Trx } from '#upstream/db/connection.ts';
import type { ConversationMemberRow } from '#upstream/db/schema.ts';
import { transact } from '#upstream/db/transaction.ts';
import { ApiError, notFound } from '#upstream/http/api-error.ts';
import type { BatchTurn } from '#upstream/jobs/turns.ts';
import { type VisibleConversation, type VisibleMessage, visibleMessages } from '../visibility/messages.ts';
import { appendMessage } from './chat-store.ts';
import { type ChangedMessage, changeHeld, holdMessage, type MessageChange, requireChangeable } from './hold-message.ts';

export const noRoom = () => notFound('There is no such room.');

/** The line about a new member. Answers its id. Call with the project held. */
export async function noteJoined(
  trx: Trx,
  { projectId, userId, now }: { projectId: string; userId: string; now: number },
): Promise<string> {
  const line = { senderId: userId, roomId: projectId, text: '', event: 'joined', now } as const;
  return (await appendMessage(trx, line)).message.id;
}

export async function chooseIn(
  trx: Trx,
  { id, viewer_id }: VisibleConversation,
  choices: Partial<Pick<ConversationMemberRow, 'muted' | 'told_of_blocks'>>,
): Promise<void> {
  await trx
    .updateTable('conversation_members')
    .set(choices)
    .where('conversation_id', '=', id)
    .where('user_id', '=', viewer_id)
    .execute();
}

/** Pins a message of a room, or takes the pin off. Undefined where nothing changes. */
export async function pinMessage(
  trx: Trx,
  engine: Engine,
  { roomId, isPinned, ...change }: MessageChange & { roomId: string; isPinned: boolean },
): Promise<ChangedMessage | undefined> {
  const held = await holdMessage(trx, engine, change);
  const { conversation, message, place } = held;
  if (place.roomId !== roomId) throw noRoom();
  if (isPinned === (message.pinned_at !== null)) return undefined;
  if (isPinned) {
    requireChangeable(held);
    const { count } = await trx
      .selectFrom('messages')
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .where('conversation_id', '=', conversation.id)
      .where('pinned_at', 'is not', null)
      .executeTakeFirstOrThrow();
    if (Number(count) >= limits.pins.max)
      throw new ApiError('quota_reached', `A room has at most ${limits.pins.max} pinned messages.`, {
        limit: limits.pins.max,
      });
  }
  return changeHeld(trx, held, change.userId, { pinned_at: isPinned ? change.now : null });
}

/** The pinned messages that the viewer may see, the last pinned first. */
export function pinnedMessages(db: Db, room: VisibleConversation): Promise<VisibleMessage[]> {
  return visibleMessages(db, room)
    .where('pinned_at', 'is not', null)
    .where('hidden_at', 'is', null)
    .orderBy('pinned_at', 'desc')
    .limit(limits.pins.max)
    .execute();
}

const erasedAtOnce = 20;

/** Erases rooms whose project is gone, with their messages, pictures and words. */
export function roomsTurn(db: Db): BatchTurn {
  return { kind: 'rooms without a project', everyMs: minute, batch: () => transact(db, eraseRooms) };
}

async function eraseRooms(trx: Trx): Promise<boolean> {
  const gone = await trx
    .selectFrom('conversations')
    .select('id')
    .where('project_id', 'is not', null)
    .where(({ exists, not, selectFrom }) =>
      not(
        exists(selectFrom('projects').select('projects.id').whereRef('projects.id', '=', 'conversations.project_id')),
      ),
    )
    .limit(erasedAtOnce)
    .execute();
  const ids = gone.map(({ id }) => id);
  if (ids.length === 0) return false;
  await trx.deleteFrom('message_words').where('conversation_id', 'in', ids).execute();
  await trx.deleteFrom('conversations').where('id', 'in', ids).execute();
  return ids.length === erasedAtOnce;
}
