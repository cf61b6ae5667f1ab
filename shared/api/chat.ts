import type { User } from './users.ts';

/** `senderId` may be null at other upstreams, where the account is gone. `clientId` comes back to its sender only. */
export interface ChatMessage {
  _id: string;
  senderId: User | null;
  text: string;
  createdAt: string;
  /** The message's number in its conversation, at our upstream. */
  seq?: number;
  clientId?: string;
}

export interface Chat {
  _id: string;
  participants: (User | null)[];
  messages: ChatMessage[];
  /** The other person's last read message, with the capability `chat.live`, unless receipts are off. */
  readUpTo?: string | null;
  /** How many messages the caller has not read, at our upstream. */
  unread?: number;
  hasMore?: boolean;
}

export interface ChatReply {
  chat: Chat;
}

export interface Conversation {
  user: User;
  lastMessage: { _id: string; text: string; senderId: string; createdAt: string } | null;
  unread: number;
}

export interface ConversationsReply {
  items: Conversation[];
  nextCursor?: string | null;
  /** Unread messages of all conversations, those of other pages too, and in how many they are. */
  unreadTotal: number;
  unreadConversations: number;
}
