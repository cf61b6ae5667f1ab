import type { Engine, Trx } from '#upstream/db/connection.ts';
import { holdUsers } from '../people/people-store.ts';
import { areConnected } from '../requests/relations.ts';
import type { Place } from '../visibility/messages.ts';
import { findRoomProject } from '../visibility/rooms.ts';

/**
 * Whether the person may write there, and may do so until the transaction ends: a block, a suspension, a removed connection
 * and a member's departure wait for whoever holds the place, and are seen by whoever holds it later. The locks are taken in
 * this order: people, project, conversation.
 */
export async function holdPlace(
  trx: Trx,
  engine: Engine,
  { userId, place: { peerId, roomId } }: { userId: string; place: Place },
): Promise<boolean> {
  if (roomId === undefined)
    return (await holdUsers(trx, engine, userId, peerId)) && (await areConnected(trx, userId, peerId));
  if (!(await holdUsers(trx, engine, userId))) return false;
  const held = await trx
    .selectFrom('projects')
    .select('id')
    .where('id', '=', roomId)
    .$if(engine === 'postgres', (query) => query.forShare())
    .executeTakeFirst();
  return held !== undefined && (await findRoomProject(trx, userId, roomId)) !== undefined;
}
