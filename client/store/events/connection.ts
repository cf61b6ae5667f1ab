import { readPreferences } from '#client/device/preferences.ts';
import { refetchLive } from '#client/store/api/chat/chat-cache.ts';
import { type ConversationKey, conversationHref, placeOf } from '#client/store/api/chat/conversation-key.ts';
import { createForeignChat, pollMs } from '#client/store/foreign/chat/foreign-chat.ts';
import type { AppStore } from '#client/store/make-store.ts';
import { createDelivery } from '#client/store/outbox/delivery.ts';
import type { OutboxItem } from '#client/store/outbox/outbox-items.ts';
import { sendAcknowledged } from '#client/store/outbox/send-acknowledged.ts';
import { statusChanged } from '#client/store/slices/live-slice.ts';
import type { Capability } from '#shared/capabilities.ts';
import { hearBlockChanged } from './block-changed.ts';
import { joinRooms } from './join-rooms.ts';
import { keepConnected } from './keep-connected.ts';
import type { Live } from './live-context.ts';
import type { LiveParts } from './live-parts.ts';
import { hearMessageChanged } from './message-changed.ts';
import { hearMessageReceived } from './message-received.ts';
import { hearMessagesRead } from './messages-read.ts';
import { hearMissed } from './missed.ts';
import { type Announce, messageNews, type News } from './news.ts';
import { hearNotification } from './notification.ts';
import { hearNotificationsRead } from './notifications-read.ts';
import { openSocket } from './open-socket.ts';
import { createPresenceWatch } from './presence.ts';
import { reconnectWhenBack } from './reconnect.ts';
import { createReadReports } from './report-reads.ts';
import { sendOwnChanges } from './send-own-changes.ts';
import { hearSessionEnded } from './session-ended.ts';
import { hearTyping } from './typing.ts';

export interface LiveOptions {
  store: AppStore;
  userId: string;
  capabilities: readonly Capability[];
  announce: Announce;
}

const events: readonly ((parts: LiveParts) => void)[] = [
  hearMessageChanged,
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
  let openKey: ConversationKey | undefined;
  const parts: LiveParts = {
    store,
    userId,
    announce,
    socket,
    acknowledges: options.capabilities.includes('chat.live'),
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
  const rooms = joinRooms(parts, () => openKey);
  hearMessageReceived(parts, (event) => foreign?.receive(event));
  for (const hear of events) hear(parts);

  socket.on('connect', () => {
    store.dispatch(statusChanged('online'));
    presence.ask();
    wasConnected = true;
    reads.resume();
    void delivery.flush();
    changes.flush();
  });
  const lost = () => store.dispatch(statusChanged(navigator.onLine ? 'connecting' : 'offline'));
  socket.on('disconnect', lost);
  socket.on('connect_error', lost);

  const stops = [
    () => foreign?.stop(),
    delivery.stop,
    changes.stop,
    presence.stop,
    rooms.stop,
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
        if (parts.acknowledges && socket.connected && readPreferences().sendTyping)
          socket.volatile.emit('typing', { ...placeOf(key), typing });
      },
      read: reads.read,
      readAll: reads.readAll,
      watch: presence.watch,
      setOpen: (key) => {
        openKey = key;
        if (key !== undefined) foreign?.join(key);
        rooms.join();
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
