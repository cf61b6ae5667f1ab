import type { ChangedMessage, MessagePicture, Quote } from './api/chat.ts';
import type { ErrorBody } from './api/errors.ts';
import type { NotificationItem, NotificationKind, UnreadNotifications } from './api/notifications.ts';

/**
 * Client to server. Other upstreams need `userId`; ours takes the sender from the session cookie. A conversation is named by
 * either `targetUserId` or `roomId`, which is the id of the room's project. A socket hears of a room once it has joined it.
 */
export interface JoinChat {
  userId?: string;
  targetUserId?: string;
  roomId?: string;
}

export interface SendMessage {
  firstName?: string;
  lastName?: string;
  photoUrl?: string;
  userId?: string;
  targetUserId?: string;
  roomId?: string;
  /** Ids of people of the room whom the message names. */
  mentions?: string[];
  /** Empty only beside pictures. */
  text: string;
  /** Makes a retry safe: messages with the same sender and clientId are stored once. */
  clientId?: string;
  /** Id of the message of this conversation that it answers. */
  replyTo?: string;
  /** One to four of the sender's own uploads that no other message shows. */
  pictures?: { url: string; alt?: string }[];
}

export interface Typing {
  targetUserId?: string;
  roomId?: string;
  typing: boolean;
}

export interface MessagesRead {
  targetUserId?: string;
  roomId?: string;
  /** The newest message read. */
  messageId: string;
  /** False: the other person is not told, now or later; only the reader's own devices are. Default true. */
  receipt?: boolean;
}

/** Sent with the handshake. */
export interface SocketAuth {
  /** This tab is not shown as online and is told nobody's presence. */
  invisible?: boolean;
  /** With the first handshake of a page: how old its oldest answer is. For later changes, `missed` is sent. */
  sinceMs?: number;
}

/** Asks for presence. The reply lists those of `userIds` who are online and connected to the caller. */
export interface WatchPresence {
  userIds: string[];
}

/** Server to client. Other upstreams send only the names, the picture and the text. */
export interface MessageReceived {
  firstName?: string;
  lastName?: string;
  photoUrl?: string;
  text: string;
  _id?: string;
  /** The message's number in its conversation, which defines the order. */
  seq?: number;
  senderId?: string;
  /** The other person of the conversation, from the receiver's point of view. */
  peerId?: string;
  /** Instead of `peerId`: the room that it is in. */
  roomId?: string;
  createdAt?: string;
  clientId?: string;
  replyTo?: Quote;
  pictures?: MessagePicture[];
  mentions?: string[];
  event?: 'joined';
}

/** A message was edited, deleted, reacted to, or hidden by a moderator. Either `peerId` or `roomId` is there. */
export interface MessageChangedEvent {
  /** The other person of the conversation, from the receiver's point of view. */
  peerId?: string;
  roomId?: string;
  /** The conversation's count of changes with this one. Below that of an earlier event about the same message, it is outdated. */
  rev: number;
  /** As it is now, complete. */
  message: ChangedMessage;
  /** How many messages of the conversation the receiver has not read: an unread one may have been deleted. */
  unread?: number;
}

export interface TypingEvent {
  userId: string;
  roomId?: string;
  typing: boolean;
}

export interface MessagesReadEvent {
  /** The person who read. For the caller's own id, another of their tabs or devices read: clear the unread count. */
  userId: string;
  /** Either `peerId` or `roomId` is there. */
  peerId?: string;
  roomId?: string;
  messageId: string;
  unread?: number;
}

export interface PresenceEvent {
  userId: string;
  online: boolean;
}

/** One notification, with the fields of its row in the panel; a `message` and what is `own` have no row's id. */
export interface NotificationEvent extends Partial<NotificationItem> {
  kind: NotificationKind;
  /** The person who caused the notification; absent for kinds that keep them private. */
  user?: { _id: string; firstName: string; lastName: string; photoUrl?: string };
  projectId?: string;
  projectName?: string;
  requestId?: string;
  messageId?: string;
  /** Caused by the caller, perhaps in another tab: update lists, but show no notification. */
  own?: boolean;
}

/** The caller has blocked a person, or taken it back, perhaps on another device. The other person is not told. */
export interface BlockChangedEvent {
  userId: string;
  blocked: boolean;
}

export type Ack<Data> = { ok: true; data: Data } | { ok: false; error: ErrorBody };
export type AckFor<Data> = (answer: Ack<Data>) => void;

export interface SentMessage {
  _id: string;
  seq?: number;
  createdAt: string;
  clientId?: string;
}

export interface ClientToServerEvents {
  joinChat: (payload: JoinChat, ack?: AckFor<Record<string, never>>) => void;
  sendMessage: (payload: SendMessage, ack: AckFor<SentMessage>) => void;
  typing: (payload: Typing, ack?: AckFor<Record<string, never>>) => void;
  messagesRead: (payload: MessagesRead, ack: AckFor<{ unread: number }>) => void;
  presence: (payload: WatchPresence, ack: AckFor<{ online: string[] }>) => void;
}

export interface ServerToClientEvents {
  messageReceived: (event: MessageReceived) => void;
  messageChanged: (event: MessageChangedEvent) => void;
  typing: (event: TypingEvent) => void;
  messagesRead: (event: MessagesReadEvent) => void;
  presence: (event: PresenceEvent) => void;
  notification: (event: NotificationEvent) => void;
  /** A notification was read or removed, perhaps on another device. */
  notificationsRead: (event: UnreadNotifications) => void;
  blockChanged: (event: BlockChangedEvent) => void;
  /** Lists have changed after the page loaded them, and before this socket could be told. */
  missed: () => void;
  sessionEnded: () => void;
}
