import type { IncomingHttpHeaders } from 'node:http';

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
  /** False when the same clientId had been stored before. */
  isNew: boolean;
}

export interface NewMessage {
  senderId: string;
  recipientId: string;
  text: string;
  clientId: string | undefined;
}

/** What the live side needs of the rest of the upstream. */
export interface ChatBackend {
  authenticate: (headers: IncomingHttpHeaders) => Promise<{ sessionId: string; user: ChatPerson } | undefined>;
  aliveSessions: (sessionIds: readonly string[]) => Promise<ReadonlySet<string>>;
  person: (userId: string) => Promise<ChatPerson | undefined>;
  projectName: (projectId: string) => Promise<string | undefined>;
  areConnected: (userId: string, otherId: string) => Promise<boolean>;
  connectedAmong: (userId: string, otherIds: readonly string[]) => Promise<string[]>;
  /** Refuses, as `markRead` does, where the two are not connected. */
  append: (message: NewMessage) => Promise<StoredMessage>;
  /** `receipt` says whether the other person may know. Answers how many are still unread. */
  markRead: (read: {
    userId: string;
    peerId: string;
    messageId: string;
    receipt: boolean;
  }) => Promise<{ unread: number }>;
}
