import type { Socket } from 'socket.io-client';
import type { AppStore } from '#client/store/make-store.ts';
import type { ClientToServerEvents, ServerToClientEvents } from '#shared/socket-events.ts';

export type LiveSocket = Socket<ServerToClientEvents, ClientToServerEvents>;

/** The parts of the live connection with which messages are sent. */
export interface DeliveryParts {
  store: AppStore;
  socket: LiveSocket;
  userId: string;
}
