import { z } from 'zod';
import { limits } from '../limits.ts';
import { cursor, id, pageOf, time } from './parts.ts';
import { userSchema } from './users.ts';

/** The message that a reply quotes: the text as it is now, cut to `limits.excerpt` characters. */
export const quoteSchema = z.union([
  z.strictObject({ _id: id, senderId: id, excerpt: z.string() }),
  z.strictObject({ _id: id, deleted: z.literal(true) }),
]);
export type Quote = z.infer<typeof quoteSchema>;

/** One emoji of a message. `mine`: the reader is one of those who chose it. */
export const reactionSchema = z.strictObject({
  emoji: z.string(),
  count: z.int(),
  mine: z.boolean(),
  /** The first three. */
  users: z.array(userSchema),
});
export type Reaction = z.infer<typeof reactionSchema>;

export const reactionsReplySchema = z.strictObject({ reactions: z.array(reactionSchema) });
export type ReactionsReply = z.infer<typeof reactionsReplySchema>;

/** `url` is of the size `card`; the others are beside it. Width and height are those of the largest size. */
export const messagePictureSchema = z.strictObject({
  url: z.string(),
  width: z.int(),
  height: z.int(),
  alt: z.string().exactOptional(),
});
export type MessagePicture = z.infer<typeof messagePictureSchema>;

const messageFields = {
  _id: id,
  /** Empty in a message of pictures only, and in a deleted one. */
  text: z.string(),
  createdAt: time,
  /** The message's number in its conversation. Only our upstream sends it. */
  seq: z.int().exactOptional(),
  /** Returned only to its sender. */
  clientId: z.string().exactOptional(),
  /** A moderator has hidden it from both; `text` says so. */
  hidden: z.literal(true).exactOptional(),
  editedAt: time.exactOptional(),
  /** It has no text, pictures or reactions any more. */
  deletedAt: time.exactOptional(),
  replyTo: quoteSchema.exactOptional(),
  reactions: z.array(reactionSchema).exactOptional(),
  pictures: z.array(messagePictureSchema).exactOptional(),
  /** Ids of the people named with `@`, in a room. */
  mentions: z.array(id).exactOptional(),
  /** In a room, a line about its sender; `text` says it: "Robin joined". */
  event: z.enum(['joined']).exactOptional(),
  /** In a room, since when it is pinned. */
  pinnedAt: time.exactOptional(),
};

export const chatMessageSchema = z.strictObject({
  ...messageFields,
  /** Null at other upstreams, when the account was deleted. */
  senderId: userSchema.nullable(),
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
  /** How many messages the caller has not read, counted no further than 100. Only our upstream sends it. */
  unread: z.int().exactOptional(),
  hasMore: z.boolean().exactOptional(),
  /** True when the other account is gone, or blocked by the caller: the chat can be read, and nothing be written. */
  closed: z.boolean().exactOptional(),
  /** With `closed`: the caller has blocked the other person. */
  blocked: z.literal(true).exactOptional(),
});
export type Chat = z.infer<typeof chatSchema>;

export const chatReplySchema = z.strictObject({
  chat: chatSchema,
  /** Counts the changes of the conversation's messages, as `messageChanged` does. Only our upstream sends it. */
  rev: z.int().exactOptional(),
});
export type ChatReply = z.infer<typeof chatReplySchema>;

/** The room of a project, for its creator and members. A person with a block between them and the caller is not in it. */
const roomSchema = z.strictObject({
  /** The project's. */
  _id: id,
  project: z.strictObject({ _id: id, projectName: z.string(), projectImage: z.string().exactOptional() }),
  /** The creator first. */
  members: z.array(userSchema),
  /** The last pinned first. */
  pinned: z.array(chatMessageSchema),
  muted: z.boolean(),
  /**
   * Somebody in the room and the caller do not see each other's messages, because one of them has blocked the other, and
   * the caller has not put the line about it away.
   */
  hasUnseen: z.literal(true).exactOptional(),
  /** Counted no further than 100. */
  unread: z.int(),
  hasMore: z.boolean(),
});

/** The last messages, oldest first. Ids are the message's place: numbers (`seq`) may be missing between them. */
export const roomReplySchema = z.strictObject({ room: roomSchema, messages: z.array(chatMessageSchema), rev: z.int() });
export type RoomReply = z.infer<typeof roomReplySchema>;

/** A message as events carry it. */
export const changedMessageSchema = z.strictObject({ ...messageFields, senderId: id });
export type ChangedMessage = z.infer<typeof changedMessageSchema>;

/** The text of a message, as it is sent and as it is edited. */
export const messageTextSchema = z
  .string('A message is a text.')
  .max(limits.chatMessage.max, `A message has at most ${limits.chatMessage.max} characters.`)
  // PostgreSQL cannot store U+0000, and no keyboard types it.
  .refine((text) => !text.includes('\0'), 'A message cannot hold a NUL character.')
  .transform((text) => text.toWellFormed());

/** Empty only where the message has pictures, which the call looks up. */
export const editMessageSchema = z.strictObject({ text: messageTextSchema });

export const messageSearchQuerySchema = z.object({
  q: z.string().trim().max(limits.searchQuery.max).default(''),
  /** Only the conversation with this person. */
  with: id.optional(),
  /** Only the room of this project. */
  room: id.optional(),
  cursor: z.string().max(500).optional(),
  limit: z.coerce.number().int().min(1).max(limits.page.max).default(limits.page.default),
});

const foundMessageSchema = z.strictObject({
  message: chatMessageSchema,
  /** With whom the conversation is. */
  peer: userSchema.exactOptional(),
  /** Whose room the conversation is. */
  project: z.strictObject({ _id: id, projectName: z.string() }).exactOptional(),
  /** The messages before and after it in the conversation. */
  before: chatMessageSchema.nullable(),
  after: chatMessageSchema.nullable(),
});
export type FoundMessage = z.infer<typeof foundMessageSchema>;

/** The newest first. */
export const messageSearchReplySchema = pageOf(foundMessageSchema);
export type MessageSearchReply = z.infer<typeof messageSearchReplySchema>;

const listedFields = {
  /**
   * The last one that the caller may see. `text` says "Message deleted" for a deleted one, and how many pictures there are where
   * there is nothing else. With `event` it is a line of a room about its sender.
   */
  lastMessage: z
    .strictObject({
      ...{ _id: id, text: z.string(), senderId: id, createdAt: time, deletedAt: time.exactOptional() },
      event: z.enum(['joined']).exactOptional(),
    })
    .nullable(),
  /** Counted no further than 100. */
  unread: z.int(),
};

const conversationSchema = z.strictObject({
  user: userSchema,
  ...listedFields,
  /** The caller has blocked the other person. */
  blocked: z.literal(true).exactOptional(),
});
export type Conversation = z.infer<typeof conversationSchema>;

const roomConversationSchema = z.strictObject({
  room: z.strictObject({
    /** The project's. */
    _id: id,
    project: z.strictObject({ _id: id, projectName: z.string(), projectImage: z.string().exactOptional() }),
  }),
  ...listedFields,
  /** Not in `unreadTotal`. */
  muted: z.literal(true).exactOptional(),
});
export type RoomConversation = z.infer<typeof roomConversationSchema>;

export type ListedConversation = Conversation | RoomConversation;

export const conversationsReplySchema = z.strictObject({
  items: z.array(z.union([conversationSchema, roomConversationSchema])),
  nextCursor: cursor.exactOptional(),
  /** Unread messages, and conversations with unread messages, over all pages. */
  unreadTotal: z.int(),
  unreadConversations: z.int(),
});
export type ConversationsReply = z.infer<typeof conversationsReplySchema>;
