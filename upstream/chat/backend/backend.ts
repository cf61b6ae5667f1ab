import type { IncomingHttpHeaders } from 'node:http';
import type { MessagePicture, Quote } from '#shared/api/chat.ts';
import type { MessageChangedEvent } from '#shared/api/events.ts';
import type { NotificationItem, UnreadNotifications } from '#shared/api/notifications.ts';
import type { Privacy } from '#shared/api/preferences.ts';
import type { Place } from '#upstream/features/visibility/messages.ts';

export interface ChatPerson {
  _id: string;
  firstName: string;
  lastName: string;
  photoUrl?: string;
}

export interface StoredMessage {
  _id: string;
  seq: number;
  text: string;
  createdAt: string;
  clientId?: string;
  /** The sender as others see them now; absent where the account was deleted meanwhile. */
  sender: ChatPerson | undefined;
  /** False when a message with the same clientId was stored before. */
  isNew: boolean;
  /** The message was edited, deleted or reacted to since it was stored. */
  isChanged: boolean;
  isDeleted: boolean;
  replyTo?: Quote;
  pictures?: MessagePicture[];
}

export interface NewMessage {
  senderId: string;
  place: Place;
  text: string;
  clientId: string | undefined;
  replyTo: string | undefined;
  pictures: readonly { url: string; alt?: string | undefined }[];
  /** In a room, ids of its people; others are left out. */
  mentions: readonly string[];
}

export interface AuthenticatedChat {
  sessionId: string;
  user: ChatPerson;
  isUnverified: boolean;
}

/** The part of the database that chat needs. */
export interface ChatBackend {
  authenticate: (headers: IncomingHttpHeaders) => Promise<AuthenticatedChat | undefined>;
  /** Whether the person may write: with mail set up, once their address is confirmed. */
  mayWrite: (userId: string) => Promise<boolean>;
  aliveSessions: (sessionIds: readonly string[]) => Promise<ReadonlySet<string>>;
  /** The person as the viewer may see them. */
  person: (userId: string, viewerId: string) => Promise<ChatPerson | undefined>;
  /** A stored notification and its receiver; undefined when the notification is gone. */
  notification: (id: string) => Promise<{ userId: string; item: NotificationItem } | undefined>;
  unreadNotifications: (userId: string) => Promise<UnreadNotifications>;
  /** Whether a conversation or a notification about people or projects is newer than this time. */
  hasNewsSince: (userId: string, time: number) => Promise<boolean>;
  /** A message of a conversation that the person can read, as the event about its change says it. */
  changedMessage: (userId: string, messageId: string) => Promise<MessageChangedEvent | undefined>;
  /** Those of the room for whom the person is there, the person too; undefined where the person is not in it. */
  roomPeople: (roomId: string, userId: string) => Promise<string[] | undefined>;
  /** What the person shows in chats. */
  privacy: (userId: string) => Promise<Pick<Privacy, 'presence' | 'receipts' | 'typing'>>;
  /** Filters these people down to those who show when they are online. */
  showingPresence: (userIds: readonly string[]) => Promise<string[]>;
  /** The two are connected, and the other person's account is there. */
  mayTalk: (userId: string, otherId: string) => Promise<boolean>;
  connectedAmong: (userId: string, otherIds: readonly string[]) => Promise<string[]>;
  /** Throws where the person may not write, as `markRead` does where they may not read. */
  append: (message: NewMessage) => Promise<StoredMessage>;
  /**
   * `receipt`: whether this device lets the other person learn of it. Returns the number of messages still unread, and
   * whether the other person learns of it: both have receipts on.
   */
  markRead: (read: {
    userId: string;
    place: Place;
    messageId: string;
    receipt: boolean;
  }) => Promise<{ unread: number; isShown: boolean }>;
}
