import type { IncomingHttpHeaders } from 'node:http';
import type { NotificationItem, UnreadNotifications } from '#shared/api/notifications.ts';
import type { Privacy } from '#shared/api/preferences.ts';

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
  /** As others see the sender now; absent where the account went meanwhile. */
  sender: ChatPerson | undefined;
  /** False when a message with the same clientId was stored before. */
  isNew: boolean;
}

export interface NewMessage {
  senderId: string;
  recipientId: string;
  text: string;
  clientId: string | undefined;
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
  /** What the person shows in chats. */
  privacy: (userId: string) => Promise<Pick<Privacy, 'presence' | 'receipts' | 'typing'>>;
  /** Filters these people down to those who show when they are online. */
  showingPresence: (userIds: readonly string[]) => Promise<string[]>;
  /** The two are connected, and the other person's account is there. */
  mayTalk: (userId: string, otherId: string) => Promise<boolean>;
  connectedAmong: (userId: string, otherIds: readonly string[]) => Promise<string[]>;
  /** Throws when the two are not connected, as `markRead` does. */
  append: (message: NewMessage) => Promise<StoredMessage>;
  /**
   * `receipt`: whether this device lets the other person learn of it. Returns the number of messages still unread, and
   * whether the other person learns of it: both have receipts on.
   */
  markRead: (read: {
    userId: string;
    peerId: string;
    messageId: string;
    receipt: boolean;
  }) => Promise<{ unread: number; isShown: boolean }>;
}
