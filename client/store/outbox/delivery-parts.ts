import type { Socket } from 'socket.io-client';
import type { AppStore } from '#client/store/make-store.ts';
import type { ClientToServerEvents, ServerToClientEvents } from '#shared/socket-events.ts';

export type LiveSocket = Socket<ServerToClientEvents, ClientToServerEvents>;

/** The state and functions that sending a message needs. */
export interface DeliveryParts {
  store: AppStore;
  socket: LiveSocket;
  userId: string;
  /** Whether the upstream acknowledges and numbers messages and returns their clientId (capability `chat.live`). */
  acknowledges: boolean;
  /** Joins the room in which another upstream echoes the messages to this person. */
  joinRoom: (peerId: string) => void;
}
