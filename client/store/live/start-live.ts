import { readPreferences } from '#client/device/preferences.ts';
import { loadOwnUser } from '#client/store/api/auth-api.ts';
import { toldTags } from '#client/store/api/base-api.ts';
import { refetchNow } from '#client/store/api/refetch-now.ts';
import { isSignedOut } from '#client/store/calls/signed-out.ts';
import { refetchLive } from '#client/store/chat/chat-cache.ts';
import type { AppStore } from '#client/store/make-store.ts';
import { createDelivery } from '#client/store/outbox/delivery.ts';
import type { OutboxItem } from '#client/store/outbox/outbox-items.ts';
import { statusChanged } from '#client/store/slices/live-slice.ts';
import { sessionEnded } from '#client/store/slices/session-slice.ts';
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
import { createRooms, noRooms } from './rooms.ts';

export interface LiveOptions {
  store: AppStore;
  userId: string;
  capabilities: readonly Capability[];
  announce: Announce;
  /** The user has blocked or unblocked a person on another device. */
  onBlockChanged: (userId: string) => void;
}

/** How often to load the live lists where the upstream sends no events for their changes. */
const pollMs = 30_000;

/** Opens this tab's only socket. Returns its interface for screens, and a function that stops it. */
export function startLive(options: LiveOptions): { live: Live; stop: () => void } {
  const { store, userId, announce, onBlockChanged } = options;
  let wasConnected = false;
  const socket = openSocket(() => (wasConnected ? undefined : ageOfAnswers(store)));
  /** Another upstream sends no event for a request or an acceptance. */
  const isTold = options.capabilities.includes('notifications');
  let openPeer: string | undefined;
  const acknowledges = options.capabilities.includes('chat.live');
  const rooms = acknowledges ? noRooms : createRooms({ store, socket, userId, acknowledges }, () => openPeer);
  const parts: LiveParts = {
    store,
    userId,
    announce,
    onBlockChanged,
    socket,
    acknowledges,
    joinRoom: rooms.join,
    isOpen: (peerId) => openPeer === peerId && document.visibilityState === 'visible',
  };
  const delivery = createDelivery(parts, (item) => announce(failureOf(item)));
  const reads = createReadReports(parts);
  const presence = createPresenceWatch(parts);
  listenToMessages(parts, delivery);
  listenToNews(parts);

  socket.on('connect', () => {
    store.dispatch(statusChanged('online'));
    presence.ask();
    wasConnected = true;
    reads.resume();
    void delivery.flush();
  });
  // Between the page's first calls and the connection, an event of any kind may have been sent. After a connection was
  // lost, recovery does the same.
  socket.on('missed', () => {
    refetchNow(store, toldTags);
    // Of the user's own, a moderator may have hidden something, or taken it back.
    void store.dispatch(loadOwnUser());
  });
  const lost = () => store.dispatch(statusChanged(navigator.onLine ? 'connecting' : 'offline'));
  socket.on('disconnect', lost);
  socket.on('connect_error', (error) => {
    lost();
    // The handshake was refused, perhaps because the session has ended: the profile call finds out.
    if (!socket.active && refusalCode(error) !== undefined) void probeSession(store, userId);
  });
  socket.on('sessionEnded', () => void probeSession(store, userId));

  const stops = [
    rooms.stop,
    delivery.stop,
    presence.stop,
    keepConnected(socket),
    reconnectWhenBack(parts, () => store.dispatch(statusChanged('offline'))),
    every(pollMs, () => {
      if (document.visibilityState === 'visible' && (!socket.connected || !isTold)) refetchLive(store);
    }),
  ];
  store.dispatch(statusChanged('connecting'));
  socket.connect();

  return {
    live: {
      typing: (targetUserId, typing) => {
        if (parts.acknowledges && socket.connected && readPreferences().sendTyping)
          socket.volatile.emit('typing', { targetUserId, typing });
      },
      read: reads.read,
      readAll: reads.readAll,
      watch: presence.watch,
      setOpen: (peerId) => {
        openPeer = peerId;
        if (peerId !== undefined) rooms.join(peerId);
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

/** Asks for the profile and reports an ended session, unless the user has logged out meanwhile. */
async function probeSession(store: AppStore, userId: string): Promise<void> {
  const { error } = await store.dispatch(loadOwnUser());
  if (isSignedOut(error) && store.getState().auth.user?._id === userId) store.dispatch(sessionEnded());
}

/** How long ago the oldest answer that this page holds was asked for, in milliseconds. */
function ageOfAnswers(store: AppStore): number | undefined {
  const asked = Object.values(store.getState().api.queries).flatMap((query) => query?.startedTimeStamp ?? []);
  return asked.length === 0 ? undefined : Date.now() - Math.min(...asked);
}

function every(ms: number, run: () => void): () => void {
  const timer = setInterval(run, ms);
  return () => clearInterval(timer);
}
