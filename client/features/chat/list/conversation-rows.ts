import { folded } from '#client/text/folded.ts';
import { messageExcerpt } from '#client/text/markdown/message-format.ts';
import { fullName } from '#client/text/person.ts';
import type { Conversation } from '#shared/api/chat.ts';
import type { User } from '#shared/api/users.ts';

export interface ConversationRow {
  person: User;
  /** The last message in one line; empty without one. */
  line: string;
  at: string | undefined;
  unread: number;
  isBlocked: boolean;
}

/** The conversations in the order of the upstream, then the connections without messages, by name. */
export function conversationRows(
  conversations: readonly Conversation[],
  connections: readonly User[],
  ownId: string,
  filter: string,
): ConversationRow[] {
  const spoken = new Set(conversations.map(({ user }) => user._id));
  const rows = conversations.map(({ user, lastMessage, unread, blocked }) => ({
    person: user,
    line: lastMessage ? `${lastMessage.senderId === ownId ? 'You: ' : ''}${messageExcerpt(lastMessage.text)}` : '',
    at: lastMessage?.createdAt,
    unread,
    isBlocked: blocked === true,
  }));
  const silent = connections
    .filter(({ _id }) => !spoken.has(_id))
    .map((person) => ({ person, line: '', at: undefined, unread: 0, isBlocked: false }))
    .sort((a, b) => fullName(a.person).localeCompare(fullName(b.person)));
  const wanted = folded(filter.trim());
  return [...rows, ...silent].filter(({ person }) => folded(fullName(person)).includes(wanted));
}
