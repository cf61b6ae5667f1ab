import { createContext, useContext } from 'react';
import type { Socket } from 'socket.io-client';
import type { ConversationKey } from '#client/api/chat/conversation-key.ts';
import type { ApiError } from '#client/lib/text/api-error.ts';
import type { AppStore } from '#client/state/make-store.ts';
import type { ListedConversation } from '#shared/api/chat.ts';
import type { ClientToServerEvents, ServerToClientEvents } from '#shared/api/events.ts';

/** The live connection for screens. The context is undefined until its code is loaded, and without a signed-in user. */
export interface Live {
  typing: (key: ConversationKey, typing: boolean) => void;
  /** Reports that the user has read up to this message. */
  read: (key: ConversationKey, messageId: string) => void;
  /** Marks conversations as read. Resolves to whether the upstream accepted all; the counts of the others return. */
  readAll: (conversations: readonly ListedConversation[]) => Promise<boolean>;
  /** Learns the presence of these people until the returned function is called. */
  watch: (userIds: readonly string[]) => () => void;
  /** Sets the conversation on screen, whose messages are not announced. Another upstream sends them once it is joined. */
  setOpen: (key: ConversationKey | undefined) => void;
}

export const LiveContext = createContext<Live | undefined>(undefined);

export function useLive(): Live | undefined {
  return useContext(LiveContext);
}

/** An event to announce to the user on any screen. */
export interface News {
  /** The kind of the notification, a colon, and an id. News of the same key replace each other. */
  key: string;
  text: string;
  /** The path of its screen: not announced while that is open. */
  href: string;
  action: string;
  /** The id of the person it is about: muted people are not announced. */
  personId?: string;
  kind: 'message' | 'people' | 'project' | 'failure';
}

export type Announce = (news: News) => void;

/** The state and functions that the parts of the live connection share. */
export interface LiveParts extends DeliveryParts {
  /** Whether the upstream acknowledges messages, takes read reports and tells presence (capability `chat.live`). */
  acknowledges: boolean;
  announce: Announce;
  /** Whether the conversation is on screen, in a visible tab. */
  isOpen: (key: ConversationKey) => boolean;
}

export type LiveSocket = Socket<ServerToClientEvents, ClientToServerEvents>;

/** The parts of the live connection with which messages are sent. */
export interface DeliveryParts {
  store: AppStore;
  socket: LiveSocket;
  userId: string;
}

/** The outcome of an attempt to send one item. */
export type Sent =
  | { outcome: 'stored' }
  /** The server will never accept it as it is. */
  | { outcome: 'refused'; reason: string }
  /** The server refused for now, by a limit or an error of its own. Retried after a pause. */
  | { outcome: 'later'; seconds?: number | undefined }
  /** The connection or the service is gone. Tried again when it is back. */
  | { outcome: 'disconnected' };

export function outcomeOf({ status, message, retryAfter: seconds }: ApiError): Sent {
  if ([0, 502, 503, 504].includes(status)) return { outcome: 'disconnected' };
  if (status === 429 || status >= 500) return { outcome: 'later', seconds };
  return { outcome: 'refused', reason: message };
}
