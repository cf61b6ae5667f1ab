import type { ErrorBody } from './errors.ts';

/** Client to server. `userId` is what other upstreams want; ours takes the sender from the session cookie. */
export interface JoinChat {
  userId?: string;
  targetUserId: string;
}

export interface SendMessage {
  firstName?: string;
  lastName?: string;
  photoUrl?: string;
  userId?: string;
  targetUserId: string;
  text: string;
  /** Makes a retry harmless: the same person's same clientId is stored once. */
  clientId?: string;
}

export interface Typing {
  targetUserId: string;
  typing: boolean;
}

export interface MessagesRead {
  targetUserId: string;
  /** The newest message that was read. */
  messageId: string;
  /** False keeps it between the reader's own devices: the other person is not told, now or later. Default true. */
  receipt?: boolean;
}

/** Sent with the handshake. `invisible` tells nobody that this tab is online, and tells it nobody's presence. */
export interface SocketAuth {
  invisible?: boolean;
}

/** Presence of some people: the answer lists those of `userIds` who are online and connected to the caller. */
export interface WatchPresence {
  userIds: string[];
}

/** Server to client. Other upstreams send only names, picture and text. */
export interface MessageReceived {
  firstName?: string;
  lastName?: string;
  photoUrl?: string;
  text: string;
  _id?: string;
  /** The message's number in its conversation: the server's order. */
  seq?: number;
  senderId?: string;
  /** The other person of the conversation, as seen by whoever receives the event. */
  peerId?: string;
  createdAt?: string;
  clientId?: string;
}

export interface TypingEvent {
  userId: string;
  typing: boolean;
}

export interface MessagesReadEvent {
  /** Who read. When it is the caller, another tab or device of theirs did: clear the unread count. */
  userId: string;
  peerId: string;
  messageId: string;
  unread?: number;
}

export interface PresenceEvent {
  userId: string;
  online: boolean;
}

export type NotificationKind = 'request' | 'connected' | 'interest' | 'interest-reviewed' | 'message';

export interface NotificationEvent {
  kind: NotificationKind;
  /** Who caused it; absent where the kind keeps them private. */
  user?: { _id: string; firstName: string; lastName: string; photoUrl?: string };
  projectId?: string;
  projectName?: string;
  requestId?: string;
  status?: 'accepted' | 'rejected';
  messageId?: string;
  /** Caused by the caller, perhaps in another tab: lists change, nothing is announced. */
  own?: boolean;
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
  typing: (event: TypingEvent) => void;
  messagesRead: (event: MessagesReadEvent) => void;
  presence: (event: PresenceEvent) => void;
  notification: (event: NotificationEvent) => void;
  sessionEnded: () => void;
}
