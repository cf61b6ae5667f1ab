import { type ConversationKey, keyOf } from '#client/api/chat/conversation-key.ts';
import { useConversationList } from '#client/api/chat/conversation-list.ts';
import { useConnectionsQuery } from '#client/api/people-api.ts';
import { folded } from '#client/lib/text/folded.ts';
import { messageExcerpt } from '#client/lib/text/message-format.ts';
import { fullName } from '#client/lib/text/person.ts';
import type { ListedConversation, RoomConversation } from '#shared/api/chat.ts';
import type { User } from '#shared/api/users.ts';

export interface ConversationRow {
  key: ConversationKey;
  name: string;
  /** With whom it is, or whose room. */
  of: { person: User } | { project: RoomConversation['room']['project'] };
  /** The last message in one line; empty without one. */
  line: string;
  at: string | undefined;
  unread: number;
  state: '' | 'Blocked' | 'Muted';
}

/** The conversations in the order of the upstream, then the connections without messages, by name. */
export function conversationRows(
  conversations: readonly ListedConversation[],
  connections: readonly User[],
  ownId: string,
  filter: string,
): ConversationRow[] {
  const rows = conversations.map((conversation) => rowOf(conversation, ownId));
  const spoken = new Set(rows.map(({ key }) => key));
  const silent = connections
    .filter(({ _id }) => !spoken.has(_id))
    .map((person) => rowOf({ user: person, lastMessage: null, unread: 0 }, ownId))
    .sort((a, b) => a.name.localeCompare(b.name));
  const wanted = folded(filter.trim());
  return [...rows, ...silent].filter(({ name }) => folded(name).includes(wanted));
}

function rowOf(conversation: ListedConversation, ownId: string): ConversationRow {
  const { lastMessage, unread } = conversation;
  const row = { key: keyOf(conversation), line: lineOf(lastMessage, ownId), at: lastMessage?.createdAt, unread };
  if ('room' in conversation) {
    const { project } = conversation.room;
    const name = project.projectName || 'Untitled project';
    return { ...row, name, of: { project }, state: conversation.muted ? 'Muted' : '' };
  }
  const { user: person, blocked } = conversation;
  return { ...row, name: fullName(person), of: { person }, state: blocked ? 'Blocked' : '' };
}

function lineOf(last: ListedConversation['lastMessage'], ownId: string): string {
  if (!last) return '';
  const text = messageExcerpt(last.text);
  // The line about a new member names its subject. Whatever letters the name has, its direction is that of the page.
  if ('event' in last && last.event !== undefined) return text && `\u200e${text}`;
  return last.senderId === ownId ? `You: ${text}` : text;
}

const noPeople: readonly User[] = [];

/** The conversations, where the upstream lists them, and with `withSilent` the connections without messages. */
export function useConversations({ withSilent }: { withSilent: boolean }) {
  const { conversations, isLoading, ...more } = useConversationList();
  const people = useConnectionsQuery(undefined, { skip: !withSilent });
  return {
    conversations,
    // Only after the last page is it known which connections have no messages.
    connections: more.hasMore ? noPeople : (people.data?.people ?? noPeople),
    isLoading: people.isLoading || isLoading,
    ...more,
  };
}
