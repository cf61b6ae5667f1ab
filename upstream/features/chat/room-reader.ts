import type { Db } from '#upstream/db/connection.ts';
import { formerMember } from '../people/former-member.ts';
import { findUsers } from '../people/people-store.ts';
import type { VisibleMessage } from '../visibility/messages.ts';
import type { Reader } from './present-messages.ts';

/** Reads these messages of rooms for the viewer, with the people who have written them, are named in them or react to them. */
export async function roomReader(db: Db, viewerId: string, rows: readonly VisibleMessage[]): Promise<Reader> {
  const changed = rows.filter(({ rev }) => rev > 0).map(({ id }) => id);
  const reacting =
    changed.length === 0
      ? []
      : await db
          .selectFrom('message_reactions')
          .select('user_id')
          .distinct()
          .where('message_id', 'in', changed)
          .execute();
  const senders = rows.map((row) => row.sender_id);
  const named = rows.flatMap((row) => (row.mentions === '' ? [] : row.mentions.split(' ')));
  const here = await findUsers(db, viewerId, [...senders, ...named, ...reacting.map((row) => row.user_id)]);
  const people = new Map(here);
  // Messages of somebody whose account is gone stay, as in the chat of two.
  for (const id of senders) if (!here.has(id)) people.set(id, formerMember(id));
  return { viewerId, people, isGone: (_, userId) => !here.has(userId) };
}
