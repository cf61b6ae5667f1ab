import { io } from 'socket.io-client';
import { readPreferences } from '#client/device/preferences.ts';
import { apiBase } from '#client/store/api/base-query/api-base.ts';
import type { LiveSocket } from '#client/store/outbox/delivery-parts.ts';
import { apiPaths } from '#shared/paths.ts';
import type { SocketAuth } from '#shared/socket-events.ts';

/** The socket of this tab, not connected yet. `sinceMs` goes with each handshake, see `SocketAuth`. */
export function openSocket(sinceMs: () => number | undefined): LiveSocket {
  const base = new URL(apiBase(), location.href);
  return io(base.origin, {
    path: base.pathname + apiPaths.socket,
    transports: ['websocket', 'polling'],
    // Without this, the client never falls back to polling where a network blocks WebSocket.
    tryAllTransports: true,
    withCredentials: true,
    autoConnect: false,
    timeout: 8000,
    reconnectionDelay: 500,
    // With Socket.IO's jitter of 50 %, a client is back within 5 s of the service's return.
    reconnectionDelayMax: 3000,
    auth: (give) => {
      const since = sinceMs();
      const invisible = !readPreferences().presence;
      give({ invisible, ...(since !== undefined && { sinceMs: since }) } satisfies SocketAuth);
    },
  });
}
