import { readPreferences } from '#client/device/preferences.ts';
import { refetchLive } from '#client/store/api/chat/chat-cache.ts';
import { createForeignChat, pollMs } from '#client/store/foreign/chat.ts';
import type { AppStore } from '#client/store/make-store.ts';
import { createDelivery } from '#client/store/outbox/delivery.ts';
import type { OutboxItem } from '#client/store/outbox/outbox-items.ts';
import { sendAcknowledged } from '#client/store/outbox/send-acknowledged.ts';
import { statusChanged } from '#client/store/slices/live-slice.ts';
import type { Capability } from '#shared/capabilities.ts';
import { to } from '#shared/routes.ts';
import { hearBlockChanged } from './block-changed.ts';
import { keepConnected } from './keep-connected.ts';
import type { Live } from './live-context.ts';
import type { LiveParts } from './live-parts.ts';
import { hearMessageReceived } from './message-received.ts';
import { hearMessagesRead } from './messages-read.ts';
import { hearMissed } from './missed.ts';
import type { Announce, News } from './news.ts';
import { hearNotification } from './notification.ts';
import { hearNotificationsRead } from './notifications-read.ts';
import { openSocket } from './open-socket.ts';
import { createPresenceWatch } from './presence.ts';
import { reconnectWhenBack } from './reconnect.ts';
import { createReadReports } from './report-reads.ts';
import { hearSessionEnded } from './session-ended.ts';
import { hearTyping } from './typing.ts';

export interface LiveOptions {
  store: AppStore;
  userId: string;
  capabilities: readonly Capability[];
  announce: Announce;
}

const events: readonly ((parts: LiveParts) => void)[] = [
  hearMessagesRead,
  hearTyping,
  hearNotification,
  hearNotificationsRead,
  hearBlockChanged,
  hearMissed,
  hearSessionEnded,
];

/** Opens this tab's only socket. Returns its interface for screens, and a function that stops it. */
export function startLive(options: LiveOptions): { live: Live; stop: () => void } {
  const { store, userId, announce } = options;
  let wasConnected = false;
  const socket = openSocket(() => (wasConnected ? undefined : ageOfAnswers(store)));
  const isTold = options.capabilities.includes('notifications');
  let openPeer: string | undefined;
  const parts: LiveParts = {
    store,
    userId,
    announce,
    socket,
    acknowledges: options.capabilities.includes('chat.live'),
    isOpen: (peerId) => openPeer === peerId && document.visibilityState === 'visible',
  };
  const foreign = parts.acknowledges ? undefined : createForeignChat(parts, () => openPeer);
  const delivery = createDelivery({
    socket,
    userId,
    send: foreign?.send ?? ((item) => sendAcknowledged(parts, item)),
    onFailed: (item) => announce(failureOf(item)),
  });
  const reads = createReadReports(parts);
  const presence = createPresenceWatch(parts);
  hearMessageReceived(parts, (event) => foreign?.receive(event));
  for (const hear of events) hear(parts);

  socket.on('connect', () => {
    store.dispatch(statusChanged('online'));
    presence.ask();
    wasConnected = true;
    reads.resume();
    void delivery.flush();
  });
  const lost = () => store.dispatch(statusChanged(navigator.onLine ? 'connecting' : 'offline'));
  socket.on('disconnect', lost);
  socket.on('connect_error', lost);

  const stops = [
    () => foreign?.stop(),
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
        if (peerId !== undefined) foreign?.join(peerId);
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

/** How long ago the oldest answer that this page holds was asked for, in milliseconds. */
function ageOfAnswers(store: AppStore): number | undefined {
  const asked = Object.values(store.getState().api.queries).flatMap((query) => query?.startedTimeStamp ?? []);
  return asked.length === 0 ? undefined : Date.now() - Math.min(...asked);
}

function every(ms: number, run: () => void): () => void {
  const timer = setInterval(run, ms);
  return () => clearInterval(timer);
}
