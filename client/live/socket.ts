import { io } from 'socket.io-client';
import { apiBase } from '#client/api/base-query/base-query.ts';
import { includes } from '#client/api/capabilities.ts';
import { type ConversationKey, conversationHref, placeOf } from '#client/api/chat/conversation-key.ts';
import { refetchLive } from '#client/api/chat/conversation-list.ts';
import { createForeignChat, pollMs } from '#client/api/compat/chat.ts';
import { onReturn, retryDelay } from '#client/lib/dom/keep-trying.ts';
import { handleEvents, messageNews, refusalCode } from '#client/live/handlers.ts';
import type { Announce, Live, LiveParts, LiveSocket, News } from '#client/live/live-context.ts';
import type { OutboxItem } from '#client/live/outbox.ts';
import { createPresenceWatch } from '#client/live/presence.ts';
import { createReadReports } from '#client/live/read-reports.ts';
import { sendOwnChanges } from '#client/live/send-changes.ts';
import { createDelivery, sendAcknowledged } from '#client/live/send-outbox.ts';
import type { AppStore } from '#client/state/make-store.ts';
import { statusChanged } from '#client/state/slices/live-slice.ts';
import type { SocketAuth } from '#shared/api/events.ts';
import type { Capability } from '#shared/capabilities.ts';
import { apiPaths } from '#shared/paths.ts';

interface LiveOptions {
  store: AppStore;
  userId: string;
  capabilities: readonly Capability[];
  announce: Announce;
}

/** Opens this tab's only socket. Returns its interface for screens, and a function that stops it. */
export function startLive(options: LiveOptions): { live: Live; stop: () => void } {
  const { store, userId, announce } = options;
  let wasConnected = false;
  const socket = openSocket(() => (wasConnected ? undefined : ageOfAnswers(store)));
  const isTold = options.capabilities.includes('notifications');
  let openKey: ConversationKey | undefined;
  const parts: LiveParts = {
    store,
    userId,
    announce,
    socket,
    acknowledges: includes(options.capabilities, 'chat'),
    isOpen: (key) => openKey === key && document.visibilityState === 'visible',
  };
  const foreign = parts.acknowledges
    ? undefined
    : createForeignChat(parts, {
        openPeer: () => openKey,
        isOpen: parts.isOpen,
        announce: (sender, text) => announce(messageNews(sender, text)),
      });
  const delivery = createDelivery({
    socket,
    userId,
    send: foreign?.send ?? ((item) => sendAcknowledged(parts, item)),
    isByPeer: foreign === undefined,
    onFailed: (item) => announce(failureOf(item)),
  });
  const changes = sendOwnChanges(parts);
  const reads = createReadReports(parts);
  const presence = createPresenceWatch(parts);
  handleEvents(parts, (event) => foreign?.receive(event));

  socket.on('connect', () => {
    store.dispatch(statusChanged('online'));
    presence.ask();
    wasConnected = true;
    reads.resume();
    void delivery.flush();
    void changes.flush();
  });
  const lost = () => store.dispatch(statusChanged(navigator.onLine ? 'connecting' : 'offline'));
  socket.on('disconnect', lost);
  socket.on('connect_error', lost);

  const stops = [
    () => foreign?.stop(),
    delivery.stop,
    changes.stop,
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
      typing: (key, typing) => {
        if (parts.acknowledges && socket.connected) socket.volatile.emit('typing', { ...placeOf(key), typing });
      },
      read: reads.read,
      readAll: reads.readAll,
      watch: presence.watch,
      setOpen: (key) => {
        openKey = key;
        if (key !== undefined) foreign?.join(key);
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
    href: conversationHref(peerId),
    action: 'Open',
    kind: 'failure',
  };
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

/** The socket of this tab, not connected yet. `sinceMs` goes with each handshake, see `SocketAuth`. */
function openSocket(sinceMs: () => number | undefined): LiveSocket {
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
      give({ ...(since !== undefined && { sinceMs: since }) } satisfies SocketAuth);
    },
  });
}

/** The delays of Socket.IO after a lost connection: back within 5 s of the service's return. */
const longestDelayMs = 3000;
/** A handshake that was refused without a session is retried rarely: the profile call finds out about the session. */
const longestRefusedMs = 30_000;

/**
 * Reconnects where Socket.IO's client does not by itself: after a disconnect that the server asked for, and after a
 * handshake that the server refused. Returns the function that stops it.
 */
export function keepConnected(socket: LiveSocket, random: () => number = Math.random): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let attempts = 0;
  const later = (longestMs: number) => {
    clearTimeout(timer);
    const delay = retryDelay(attempts, longestMs, random);
    attempts += 1;
    timer = setTimeout(() => {
      if (!socket.connected) socket.connect();
    }, delay);
  };
  socket.on('connect', () => {
    attempts = 0;
    clearTimeout(timer);
  });
  socket.on('disconnect', (reason) => {
    if (reason === 'io server disconnect') later(longestDelayMs);
  });
  socket.on('connect_error', (error) => {
    // While it is active, Socket.IO tries again by itself.
    if (!socket.active) later(refusalCode(error) === 'unauthenticated' ? longestRefusedMs : longestDelayMs);
  });
  return () => clearTimeout(timer);
}

/** Reconnects as soon as the network or the user is back. Returns the function that stops it. */
function reconnectWhenBack({ socket }: LiveParts, onOffline: () => void): () => void {
  const stopListening = onReturn((wasAway) => {
    if (wasAway && !socket.connected) socket.disconnect().connect();
  });
  const handleOffline = () => {
    onOffline();
    // The old connection does not notice yet that it is dead: messages sent over it would be lost.
    socket.disconnect().connect();
  };
  window.addEventListener('offline', handleOffline);
  return () => {
    stopListening();
    window.removeEventListener('offline', handleOffline);
  };
}
