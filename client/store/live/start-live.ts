import { io, type Socket } from 'socket.io-client';
import { apiBase } from '#client/device/api-base.ts';
import { readPreferences } from '#client/device/preferences.ts';
import { authApi } from '#client/store/api/auth-api.ts';
import { createDelivery } from '#client/store/outbox/delivery.ts';
import { sessionEnded } from '#client/store/slices/session-slice.ts';
import { isApiError } from '#client/text/api-error.ts';
import type { Capability } from '#shared/capabilities.ts';
import { apiPaths } from '#shared/paths.ts';
import type { ClientToServerEvents, ServerToClientEvents, SocketAuth } from '#shared/socket-events.ts';
import type { AppStore } from '../make-store.ts';
import { keepConnected, refusalCode } from './keep-connected.ts';
import { listenToMessages } from './listen-to-messages.ts';
import { listenToNews } from './listen-to-news.ts';
import { refetchAll } from './live-chats.ts';
import type { Live } from './live-context.ts';
import { statusChanged } from './live-slice.ts';
import type { Announce } from './news.ts';
import { createPresenceWatch } from './presence-watch.ts';

export type LiveSocket = Socket<ServerToClientEvents, ClientToServerEvents>;

export interface LiveOptions {
  store: AppStore;
  userId: string;
  capabilities: readonly Capability[];
  announce: Announce;
}

/** What the parts of the live connection share. */
export interface LiveParts {
  store: AppStore;
  socket: LiveSocket;
  userId: string;
  /** Whether the upstream acknowledges, numbers and names its messages. */
  acknowledges: boolean;
  announce: Announce;
  /** Whether the conversation with this person is before the user's eyes. */
  isOpen: (peerId: string) => boolean;
}

/** How often what is on screen is fetched while the socket is down, or where it could not be fetched. */
const pollMs = 30_000;
/** Away for longer than this, a tab asks what it missed: the browser may have frozen it. */
const staleAfterMs = 15_000;

/** Opens the one socket of this tab. Returns what screens may ask of it, and how to stop it. */
export function startLive(options: LiveOptions): { live: Live; stop: () => void } {
  const { store, userId } = options;
  const socket = openSocket();
  let openPeer: string | undefined;
  const parts: LiveParts = {
    ...options,
    socket,
    acknowledges: options.capabilities.includes('chat.live'),
    isOpen: (peerId) => openPeer === peerId && document.visibilityState === 'visible',
  };
  const delivery = createDelivery(parts);
  const presence = createPresenceWatch(parts);
  listenToMessages(parts, delivery);
  listenToNews(parts);

  const join = (peerId: string) => socket.connected && socket.emit('joinChat', { userId, targetUserId: peerId });
  socket.on('connect', () => {
    store.dispatch(statusChanged('online'));
    // Our upstream puts every socket into its person's room by itself.
    if (openPeer !== undefined) join(openPeer);
    presence.ask();
    refetchAll(store);
    void delivery.resume();
  });
  socket.on('disconnect', () => store.dispatch(statusChanged(navigator.onLine ? 'connecting' : 'offline')));
  socket.on('connect_error', (error) => {
    store.dispatch(statusChanged(navigator.onLine ? 'connecting' : 'offline'));
    // Refused for want of a session: the profile call decides, and shows the dialog.
    if (!socket.active && refusalCode(error) !== undefined) void probeSession(store, userId);
  });
  socket.on('sessionEnded', () => void probeSession(store, userId));

  const stops = [
    delivery.stop,
    presence.stop,
    keepConnected(socket),
    whenBack(socket, store),
    every(pollMs, () => {
      if (document.visibilityState !== 'visible') return;
      // A fetch that failed while the upstream was coming back would else leave a hole.
      if (!socket.connected || hasFailedQuery(store)) refetchAll(store);
    }),
  ];
  store.dispatch(statusChanged('connecting'));
  socket.connect();

  return {
    live: {
      join: (peerId) => void join(peerId),
      typing: (targetUserId, typing) => {
        if (parts.acknowledges && socket.connected && readPreferences().sendTyping)
          socket.volatile.emit('typing', { targetUserId, typing });
      },
      read: delivery.read,
      readAll: delivery.readAll,
      watch: presence.watch,
      setOpen: (peerId) => {
        openPeer = peerId;
      },
    },
    stop: () => {
      for (const stop of stops) stop();
      socket.removeAllListeners();
      socket.disconnect();
      store.dispatch(statusChanged('off'));
    },
  };
}

function openSocket(): LiveSocket {
  const base = new URL(apiBase(), location.href);
  return io(base.origin, {
    path: base.pathname + apiPaths.socket,
    transports: ['websocket', 'polling'],
    // Where a network lets no WebSocket through, polling is tried next.
    tryAllTransports: true,
    withCredentials: true,
    autoConnect: false,
    timeout: 8000,
    reconnectionDelay: 500,
    // With its jitter of a half: within 5 s of the service's return.
    reconnectionDelayMax: 3000,
    auth: (give) => give({ invisible: !readPreferences().presence } satisfies SocketAuth),
  });
}

/** Reconnects at once when the network or the user is back, and asks for what was missed. */
function whenBack(socket: LiveSocket, store: AppStore): () => void {
  let hiddenAt = 0;
  const onOnline = () => {
    if (!socket.connected) socket.disconnect().connect();
  };
  const onOffline = () => {
    store.dispatch(statusChanged('offline'));
    // Else what is sent now would vanish in a connection that is dead and does not know it yet.
    socket.disconnect().connect();
  };
  const onVisibility = () => {
    if (document.visibilityState === 'hidden') hiddenAt = Date.now();
    else if (Date.now() - hiddenAt > staleAfterMs) {
      onOnline();
      refetchAll(store);
    }
  };
  window.addEventListener('online', onOnline);
  window.addEventListener('offline', onOffline);
  document.addEventListener('visibilitychange', onVisibility);
  return () => {
    window.removeEventListener('online', onOnline);
    window.removeEventListener('offline', onOffline);
    document.removeEventListener('visibilitychange', onVisibility);
  };
}

function hasFailedQuery(store: AppStore): boolean {
  return Object.values(store.getState().api.queries).some(
    (query) =>
      query?.status === 'rejected' &&
      isApiError(query.error) &&
      (query.error.status === 0 || query.error.status >= 500),
  );
}

/** The profile call decides whether the session is gone; a logged-out user has none to lose. */
async function probeSession(store: AppStore, userId: string): Promise<void> {
  const probe = authApi.endpoints.profileView.initiate(undefined, { forceRefetch: true, subscribe: false });
  const { error } = await store.dispatch(probe);
  const gone = isApiError(error) && (error.status === 401 || error.status === 400);
  if (gone && store.getState().auth.user?._id === userId) store.dispatch(sessionEnded());
}

function every(ms: number, run: () => void): () => void {
  const timer = setInterval(run, ms);
  return () => clearInterval(timer);
}
