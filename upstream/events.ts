import { EventEmitter } from 'node:events';
import type { Logger } from 'pino';

/** Domain events, emitted after the commit. They carry ids only; listeners load what else they need. */
export interface UpstreamEvents {
  /** `byId` caused it, by accepting or by being the second to show interest. */
  connected: { requestId: string; byId: string; otherId: string; notificationId?: string | undefined };
  disconnected: { byId: string; otherId: string };
  /** `blockerId` has blocked the other, or has taken it back. */
  blockChanged: { blockerId: string; blockedId: string; isBlocked: boolean; wereConnected: boolean };
  /** The person has shown or hidden when they are online. */
  presenceSwitched: { userId: string; isShown: boolean };
  /** The last page of this person was closed some seconds ago. */
  left: { userId: string };
  /** A notification was stored. */
  notified: { notificationId: string; requestId?: string };
  /** Notifications of this person were read, or are gone. */
  notificationsRead: { userId: string };
  /**
   * What the open pages of these people show has changed: a moderator has hidden it, or an account with which they were
   * connected is gone, or has come back.
   */
  contentChanged: { userIds: readonly string[] };
  /** Others read another name of this person from now on: a moderator has hidden it, or taken that back. */
  shownNameChanged: { userId: string };
  messageStored: { conversationId: string };
  /** A line about this person was stored in the room of a project. */
  roomSpoken: { roomId: string; senderId: string; messageId: string };
  /** A message was edited, deleted, reacted to or hidden. */
  messageChanged: { messageId: string; toldIds: readonly string[] };
  sessionEnded: { sessionId: string; userId: string };
  /** Another session has taken its place: its sockets close, and those with the new cookie come back. */
  sessionReplaced: { sessionId: string };
}

export interface EventBus {
  emit<Name extends keyof UpstreamEvents>(name: Name, event: UpstreamEvents[Name]): void;
  /** Returns a function that removes the listener. */
  on<Name extends keyof UpstreamEvents>(
    name: Name,
    listener: (event: UpstreamEvents[Name]) => void | Promise<void>,
  ): () => void;
}

/** An event bus. A listener's failure is logged and never fails the call that emitted the event. */
export function createEventBus(log: Logger): EventBus {
  const emitter = new EventEmitter();
  emitter.setMaxListeners(0);
  return {
    emit(name, event) {
      emitter.emit(name, event);
    },
    on(name, listener) {
      const guarded = async (event: UpstreamEvents[typeof name]) => {
        try {
          await listener(event);
        } catch (error) {
          log.error({ err: error, event: name }, 'an event listener failed');
        }
      };
      emitter.on(name, guarded);
      return () => emitter.off(name, guarded);
    },
  };
}
