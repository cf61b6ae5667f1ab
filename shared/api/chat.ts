import { z } from 'zod';
import { cursor, id, time } from './parts.ts';
import { userSchema } from './users.ts';

/**
 * `senderId` may be null at other upstreams, when the account was deleted. `clientId` is returned only to its sender.
 */
const chatMessageSchema = z.strictObject({
  _id: id,
  senderId: userSchema.nullable(),
  text: z.string(),
  createdAt: time,
  /** The message's number in its conversation. Only our upstream sends it. */
  seq: z.int().exactOptional(),
  clientId: z.string().exactOptional(),
  /** A moderator has hidden it from both; `text` says so. */
  hidden: z.literal(true).exactOptional(),
});
export type ChatMessage = z.infer<typeof chatMessageSchema>;

const chatSchema = z.strictObject({
  _id: id,
  participants: z.array(userSchema.nullable()),
  messages: z.array(chatMessageSchema),
  /**
   * Id of the last message that the other person has read. Needs the capability `chat.live`; absent while receipts are
   * off.
   */
  readUpTo: id.nullable().exactOptional(),
  /** How many messages the caller has not read. Only our upstream sends it. */
  unread: z.int().exactOptional(),
  hasMore: z.boolean().exactOptional(),
  /** True when the other account is gone, or blocked by the caller: the chat can be read, and nothing be written. */
  closed: z.boolean().exactOptional(),
  /** With `closed`: the caller has blocked the other person. */
  blocked: z.literal(true).exactOptional(),
});
export type Chat = z.infer<typeof chatSchema>;

export const chatReplySchema = z.strictObject({ chat: chatSchema });
export type ChatReply = z.infer<typeof chatReplySchema>;

const conversationSchema = z.strictObject({
  user: userSchema,
  lastMessage: z.strictObject({ _id: id, text: z.string(), senderId: id, createdAt: time }).nullable(),
  unread: z.int(),
  /** The caller has blocked the other person. */
  blocked: z.literal(true).exactOptional(),
});
export type Conversation = z.infer<typeof conversationSchema>;

export const conversationsReplySchema = z.strictObject({
  items: z.array(conversationSchema),
  nextCursor: cursor.exactOptional(),
  /** Unread messages, and conversations with unread messages, over all pages. */
  unreadTotal: z.int(),
  unreadConversations: z.int(),
});
export type ConversationsReply = z.infer<typeof conversationsReplySchema>;
