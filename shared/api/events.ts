import { z } from 'zod';
import { limits } from '../limits.ts';
import { chatPictureIdOf } from '../pictures.ts';
import { changedMessageSchema, messagePictureSchema, messageTextSchema, quoteSchema } from './chat.ts';
import type { ErrorBody } from './errors.ts';
import { notificationSchema, unreadNotificationsSchema } from './notifications.ts';
import { id, time } from './parts.ts';

/** Opaque: other upstreams have ids of their own. */
const sentId = z.string().min(1).max(64);

/** A conversation is named by a person, or by a room: the id of the room's project. */
const placeFields = { targetUserId: sentId.optional(), roomId: sentId.optional() };

interface Named {
  targetUserId?: string | undefined;
  roomId?: string | undefined;
}

const namesOnePlace: [names: (named: Named) => boolean, refused: { path: string[]; error: string }] = [
  ({ targetUserId, roomId }) => (targetUserId === undefined) !== (roomId === undefined),
  { path: ['targetUserId'], error: 'Name either a person or a room.' },
];

const sentPictureSchema = z.object({
  url: z.string().refine((url) => chatPictureIdOf(url) !== undefined, 'This is no picture of a message.'),
  alt: z
    .string()
    .trim()
    .max(limits.imageAlt.max, `A description has at most ${limits.imageAlt.max} characters.`)
    .refine((text) => !text.includes('\0'), 'A description cannot hold a NUL character.')
    .transform((text) => text.toWellFormed())
    .optional(),
});

/** Events from clients. The session names the sender. */
export const clientEvents = {
  joinChat: z.object({ targetUserId: sentId }),
  sendMessage: z
    .object({
      ...placeFields,
      text: messageTextSchema,
      /** Makes a retry safe: messages with the same sender and clientId are stored once. */
      clientId: z
        .string()
        .regex(/^[\w-]+$/, 'A clientId has letters, digits, - and _.')
        .max(limits.clientId.max)
        .optional(),
      /** Id of the message of this conversation that it answers. */
      replyTo: sentId.optional(),
      /** Ids of people of the room whom the message names. */
      mentions: z
        .array(sentId)
        .max(limits.mentions.max, `A message names at most ${limits.mentions.max} people.`)
        .optional(),
      /** The sender's own uploads that no other message shows. */
      pictures: z
        .array(sentPictureSchema)
        .min(1)
        .max(limits.messagePictures.max, `A message has at most ${limits.messagePictures.max} pictures.`)
        .optional(),
    })
    .refine(({ text, pictures }) => text.trim() !== '' || pictures !== undefined, {
      path: ['text'],
      error: 'A message needs a text.',
    })
    .refine(...namesOnePlace),
  typing: z.object({ ...placeFields, typing: z.boolean() }).refine(...namesOnePlace),
  messagesRead: z
    .object({
      ...placeFields,
      /** The newest message read. */
      messageId: sentId,
    })
    .refine(...namesOnePlace),
  /** Asks for presence. The reply lists those of `userIds` who are online and connected to the caller. */
  presence: z.object({
    userIds: z.array(sentId).max(limits.presence.max, `At most ${limits.presence.max} people can be watched.`),
  }),
};

/** The other person of a conversation from the receiver's point of view, or the room. */
const heardIn = { peerId: id.exactOptional(), roomId: id.exactOptional() };

const messageReceivedSchema = z.strictObject({
  ...heardIn,
  firstName: z.string().exactOptional(),
  lastName: z.string().exactOptional(),
  photoUrl: z.string().exactOptional(),
  text: z.string(),
  _id: id.exactOptional(),
  /** The message's number in its conversation, which defines the order. */
  seq: z.int().exactOptional(),
  senderId: id.exactOptional(),
  createdAt: time.exactOptional(),
  clientId: z.string().exactOptional(),
  replyTo: quoteSchema.exactOptional(),
  pictures: z.array(messagePictureSchema).exactOptional(),
  mentions: z.array(id).exactOptional(),
  event: z.enum(['joined']).exactOptional(),
});

const messageChangedSchema = z.strictObject({
  ...heardIn,
  /** The conversation's count of changes with this one. Below that of an earlier event about the same message, it is outdated. */
  rev: z.int(),
  /** As it is now, complete. */
  message: changedMessageSchema,
  /** How many messages of the conversation the receiver has not read: an unread one may have been deleted. */
  unread: z.int().exactOptional(),
});

const notificationEventSchema = notificationSchema.partial().extend({
  kind: notificationSchema.shape.kind,
  requestId: id.exactOptional(),
  /** Caused by the receiver, perhaps in another tab: lists change, and nothing is announced. */
  own: z.boolean().exactOptional(),
});

/** Events from the server. Other upstreams send messages only, with the sender's names, picture and text. */
export const serverEvents = {
  messageReceived: messageReceivedSchema,
  /** A message was edited, deleted, reacted to, or hidden by a moderator. */
  messageChanged: messageChangedSchema,
  typing: z.strictObject({ userId: id, roomId: id.exactOptional(), typing: z.boolean() }),
  messagesRead: z.strictObject({
    ...heardIn,
    /** The person who read. For the receiver's own id, another of their tabs or devices read: clear the unread count. */
    userId: id,
    messageId: id,
    unread: z.int().exactOptional(),
  }),
  presence: z.strictObject({ userId: id, online: z.boolean() }),
  /** One notification, as its row in the panel; a `message` and what is `own` have no row's id. */
  notification: notificationEventSchema,
  /** A notification was read or removed, perhaps on another device. */
  notificationsRead: unreadNotificationsSchema,
  /** The receiver has blocked a person, or taken it back, perhaps on another device. The other person is not told. */
  blockChanged: z.strictObject({ userId: id, blocked: z.boolean() }),
  /** Lists have changed after the page loaded them, and before this socket could be told. */
  missed: z.undefined(),
  sessionEnded: z.undefined(),
};

type Heard<Name extends keyof typeof serverEvents> = z.infer<(typeof serverEvents)[Name]>;
export type MessageReceived = Heard<'messageReceived'>;
export type MessageChangedEvent = Heard<'messageChanged'>;
export type NotificationEvent = Heard<'notification'>;

export type ServerToClientEvents = {
  [Name in keyof typeof serverEvents]: (...heard: undefined extends Heard<Name> ? [] : [event: Heard<Name>]) => void;
};

export type Ack<Data> = { ok: true; data: Data } | { ok: false; error: ErrorBody };
export type AckFor<Data> = (answer: Ack<Data>) => void;

export interface SentMessage {
  _id: string;
  seq?: number;
  createdAt: string;
  clientId?: string;
}

/** Other upstreams need the id and the names of the sender. */
interface ForOtherUpstreams {
  userId?: string;
  firstName?: string;
  lastName?: string;
  photoUrl?: string;
}

type Sent<Name extends keyof typeof clientEvents> = z.input<(typeof clientEvents)[Name]> & ForOtherUpstreams;

export interface ClientToServerEvents {
  joinChat: (payload: Sent<'joinChat'>, ack?: AckFor<Record<string, never>>) => void;
  sendMessage: (payload: Sent<'sendMessage'>, ack: AckFor<SentMessage>) => void;
  typing: (payload: Sent<'typing'>, ack?: AckFor<Record<string, never>>) => void;
  messagesRead: (payload: Sent<'messagesRead'>, ack: AckFor<{ unread: number }>) => void;
  presence: (payload: Sent<'presence'>, ack: AckFor<{ online: string[] }>) => void;
}

/** Sent with the handshake. */
export interface SocketAuth {
  /** With the first handshake of a page: how old its oldest answer is. For later changes, `missed` is sent. */
  sinceMs?: number;
}
