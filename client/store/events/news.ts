import { type ConversationKey, conversationHref } from '#client/store/api/chat/conversation-key.ts';
import { messageExcerpt } from '#client/text/markdown/message-format.ts';
import { fullName } from '#client/text/person.ts';
import type { User } from '#shared/api/users.ts';

/** An event to announce to the user on any screen. */
export interface News {
  /** The kind of the notification, a colon, and an id. News of the same key replace each other. */
  key: string;
  text: string;
  /** The path of its screen: not announced while that is open. */
  href: string;
  action: string;
  /** The id of the person it is about: muted people are not announced. */
  personId?: string;
  kind: 'message' | 'people' | 'project' | 'failure';
}

export type Announce = (news: News) => void;

/** The news of a message that this person has sent, in the chat with them or in the room of a project. */
export function messageNews(sender: User, text: string, room?: { key: ConversationKey; name: string }): News {
  return {
    key: `message:${room?.key ?? sender._id}`,
    text: `${fullName(sender)}${room ? ` in ${room.name}` : ''}: ${messageExcerpt(text)}`,
    href: conversationHref(room?.key ?? sender._id),
    action: 'Open',
    personId: sender._id,
    kind: 'message',
  };
}
