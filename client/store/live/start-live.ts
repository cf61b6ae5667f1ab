import { readPreferences } from '#client/device/preferences.ts';
import { authApi } from '#client/store/api/auth-api.ts';
import { refetchAll } from '#client/store/chat/chat-cache.ts';
import type { AppStore } from '#client/store/make-store.ts';
import { createDelivery } from '#client/store/outbox/delivery.ts';
import type { OutboxItem } from '#client/store/outbox/outbox-items.ts';
import { statusChanged } from '#client/store/slices/live-slice.ts';
import { sessionEnded } from '#client/store/slices/session-slice.ts';
import { isApiError } from '#client/text/api-error.ts';
import type { Capability } from '#shared/capabilities.ts';
import { to } from '#shared/routes.ts';
import { keepConnected, refusalCode } from './keep-connected.ts';
import { listenToMessages } from './listen-to-messages.ts';
import { listenToNews } from './listen-to-news.ts';
import type { Live } from './live-context.ts';
import type { LiveParts } from './live-parts.ts';
import type { Announce, News } from './news.ts';
import { openSocket } from './open-socket.ts';
import { createPresenceWatch } from './presence-watch.ts';
import { reconnectWhenBack } from './reconnect.ts';
import { createReadReports } from './report-reads.ts';

export interface LiveOptions {
  store: AppStore;
  userId: string;
  capabilities: readonly Capability[];
  announce: Announce;
}

/** How often the lists on screen are fetched while the socket is down, or after a fetch has failed. */
const pollMs = 30_000;

/** Opens the one socket of this tab. Returns what screens may ask of it, and how to stop it. */
export function startLive(options: LiveOptions): { live: Live; stop: () => void } {
  const { store, userId, announce } = options;
  const socket = openSocket();
  let openPeer: string | undefined;
  const parts: LiveParts = {
    store,
    userId,
    announce,
    socket,
    acknowledges: options.capabilities.includes('chat.live'),
    isOpen: (peerId) => openPeer === peerId && document.visibilityState === 'visible',
  };
  const delivery = createDelivery(parts, (item) => announce(failureOf(item)));
  const reads = createReadReports(parts);
  const presence = createPresenceWatch(parts);
  listenToMessages(parts, delivery);
  listenToNews(parts);

  const join = (peerId: string) => socket.connected && socket.emit('joinChat', { userId, targetUserId: peerId });
  socket.on('connect', () => {
    store.dispatch(statusChanged('online'));
    // Our upstream joins every socket to its user's room by itself; others need it per conversation.
    if (openPeer !== undefined) join(openPeer);
    presence.ask();
    refetchAll(store);
    reads.resume();
    void delivery.flush();
  });
  const lost = () => store.dispatch(statusChanged(navigator.onLine ? 'connecting' : 'offline'));
  socket.on('disconnect', lost);
  socket.on('connect_error', (error) => {
    lost();
    // The handshake was refused, perhaps because the session has ended: the profile call tells.
    if (!socket.active && refusalCode(error) !== undefined) void probeSession(store, userId);
  });
  socket.on('sessionEnded', () => void probeSession(store, userId));

  const stops = [
    delivery.stop,
    presence.stop,
    keepConnected(socket),
    reconnectWhenBack(parts, {
      offline: () => store.dispatch(statusChanged('offline')),
      stale: () => refetchAll(store),
    }),
    every(pollMs, () => {
      if (document.visibilityState !== 'visible') return;
      // A fetch may have failed while the upstream was coming back; nothing else would repeat it.
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
      read: reads.read,
      readAll: reads.readAll,
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

function failureOf({ peerId, reason }: OutboxItem): News {
  return {
    key: `failed:${peerId}`,
    text: `A message was not sent. ${reason ?? ''}`.trim(),
    href: to.chat(peerId),
    action: 'Open',
    kind: 'failure',
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

/** Asks for the profile and reports an ended session, unless the user has logged out meanwhile. */
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
