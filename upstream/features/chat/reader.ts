import type { User } from '#shared/api/users.ts';
import type { Db } from '#upstream/db/connection.ts';
import { findUsers, formerMember } from '../people/people-store.ts';
import type { VisibleConversation, VisibleMessage } from '../visibility/messages.ts';
import { findBlockedPeople } from '../visibility/people.ts';

/** For whom messages are presented, and the people of the messages as that person may see them. */
export interface Reader extends KnownPeople {
  viewerId: string;
  /**
   * Whether this person's pictures and reactions are gone for the viewer, as after the deletion of an account, which a block
   * looks like. In a closed chat also the viewer's own pictures are.
   */
  isGone: (message: VisibleMessage, userId: string) => boolean;
}

interface KnownPeople {
  people: ReadonlyMap<string, User>;
  /** The people who are there for the viewer. */
  here: ReadonlyMap<string, User>;
  /** The people whom the viewer has blocked. */
  blocked: ReadonlyMap<string, User>;
}

/** People by their ids. Those of `lasting` have a name also when they are gone: their conversations and messages stay. */
export async function findPeople(
  db: Db,
  viewerId: string,
  lasting: readonly string[],
  others: readonly string[] = [],
): Promise<KnownPeople> {
  const here = await findUsers(db, viewerId, [...lasting, ...others]);
  const gone = lasting.filter((id) => !here.has(id));
  const blocked = await findBlockedPeople(db, viewerId, gone);
  const former = gone.map((id) => [id, formerMember(id)] as const);
  return { people: new Map([...former, ...blocked, ...here]), here, blocked };
}

/** Reads these messages for the viewer, with the people who have written them, are named in them or react to them. */
export async function readerOf(
  db: Db,
  viewerId: string,
  rows: readonly VisibleMessage[],
  conversations: readonly Pick<VisibleConversation, 'id' | 'peer_id'>[],
): Promise<Reader> {
  const peerIn = new Map(conversations.map(({ id, peer_id }) => [id, peer_id]));
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
  const lasting = [
    viewerId,
    ...conversations.flatMap(({ peer_id }) => peer_id ?? []),
    ...rows.map((row) => row.sender_id),
  ];
  const named = rows.flatMap((row) => (row.mentions === '' ? [] : row.mentions.split(' ')));
  const known = await findPeople(db, viewerId, lasting, [...named, ...reacting.map((row) => row.user_id)]);
  const isGone: Reader['isGone'] = ({ conversation_id }, userId) =>
    [userId, peerIn.get(conversation_id) ?? userId].some((id) => !known.here.has(id));
  return { ...known, viewerId, isGone };
}
