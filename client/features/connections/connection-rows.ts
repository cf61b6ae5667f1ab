import { folded } from '#client/text/folded.ts';
import { fullName } from '#client/text/person.ts';
import type { Conversation } from '#shared/api/chat.ts';
import type { User } from '#shared/api/users.ts';

export type ConnectionOrder = 'recent' | 'name';

export interface ConnectionRow {
  person: User;
  last: Conversation['lastMessage'];
  unread: number;
}

/** One row a person, with the last message. */
export function rowsOf(
  people: readonly User[],
  conversations: readonly Conversation[],
  order: ConnectionOrder,
): ConnectionRow[] {
  const byPerson = new Map(conversations.map((conversation) => [conversation.user._id, conversation]));
  const rows = people.map((person) => {
    const conversation = byPerson.get(person._id);
    return { person, last: conversation?.lastMessage ?? null, unread: conversation?.unread ?? 0 };
  });
  const byName = (a: ConnectionRow, b: ConnectionRow) => fullName(a.person).localeCompare(fullName(b.person));
  const time = ({ last }: ConnectionRow) => (last ? Date.parse(last.createdAt) : 0);
  return rows.sort(order === 'name' ? byName : (a, b) => time(b) - time(a) || byName(a, b));
}

/** The rows whose names hold this text, without regard to accents. They stay the same rows, which are not rendered again. */
export function matching(rows: readonly ConnectionRow[], filter: string): readonly ConnectionRow[] {
  const wanted = folded(filter.trim());
  return rows.filter(({ person }) => folded(fullName(person)).includes(wanted));
}
