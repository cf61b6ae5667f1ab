import type { User } from './users.ts';

/**
 * `senderId` may be null at other upstreams, when the account was deleted. `clientId` is returned only to its sender.
 */
export interface ChatMessage {
  _id: string;
  senderId: User | null;
  text: string;
  createdAt: string;
  /** The message's number in its conversation. Only our upstream sends it. */
  seq?: number;
  clientId?: string;
  /** A moderator has hidden it from both; `text` says so. */
  hidden?: true;
}

export interface Chat {
  _id: string;
  participants: (User | null)[];
  messages: ChatMessage[];
  /**
   * Id of the last message that the other person has read. Needs the capability `chat.live`; absent while receipts are
   * off.
   */
  readUpTo?: string | null;
  /** How many messages the caller has not read. Only our upstream sends it. */
  unread?: number;
  hasMore?: boolean;
  /** True when the other account is gone, or blocked by the caller: the chat can be read, and nothing be written. */
  closed?: boolean;
  /** With `closed`: the caller has blocked the other person. */
  blocked?: true;
}

export interface ChatReply {
  chat: Chat;
}

export interface Conversation {
  user: User;
  lastMessage: { _id: string; text: string; senderId: string; createdAt: string } | null;
  unread: number;
  /** The caller has blocked the other person. */
  blocked?: true;
}

export interface ConversationsReply {
  items: Conversation[];
  nextCursor?: string | null;
  /** Unread messages, and conversations with unread messages, over all pages. */
  unreadTotal: number;
  unreadConversations: number;
}
