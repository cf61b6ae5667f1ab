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

interface Options {
  filter: string;
  order: ConnectionOrder;
}

/** One row a person, with the last message. The filter matches any part of the name, without regard to accents. */
export function rowsOf(
  people: readonly User[],
  conversations: readonly Conversation[],
  { filter, order }: Options,
): ConnectionRow[] {
  const byPerson = new Map(conversations.map((conversation) => [conversation.user._id, conversation]));
  const wanted = folded(filter.trim());
  const rows = people
    .filter((person) => folded(fullName(person)).includes(wanted))
    .map((person) => {
      const conversation = byPerson.get(person._id);
      return { person, last: conversation?.lastMessage ?? null, unread: conversation?.unread ?? 0 };
    });
  const byName = (a: ConnectionRow, b: ConnectionRow) => fullName(a.person).localeCompare(fullName(b.person));
  const time = ({ last }: ConnectionRow) => (last ? Date.parse(last.createdAt) : 0);
  return rows.sort(order === 'name' ? byName : (a, b) => time(b) - time(a) || byName(a, b));
}
