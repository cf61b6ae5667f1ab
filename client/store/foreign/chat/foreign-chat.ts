import type { DeliveryParts } from '#client/live/live-context.ts';
import type { OutboxItem, Sent } from '#client/live/send-outbox.ts';
import { baseApi } from '#client/store/api/base-api.ts';
import { peopleApi } from '#client/store/api/people-api.ts';
import type { MessageReceived } from '#shared/api/events.ts';
import type { User } from '#shared/api/users.ts';
import { learnConnections } from './learn-connections.ts';
import { createRooms } from './rooms.ts';
import { createUnacknowledged } from './send-unacknowledged.ts';

/** How often to load the live lists, as the upstream sends no event for a request, an acceptance or a read message. */
export const pollMs = 30_000;

/** The chat of an upstream without the capability `chat.live`, whose only event is a message without any id. */
export interface ForeignChat {
  /** Makes the upstream send the messages of this conversation to the socket. */
  join: (peerId: string) => void;
  send: (item: OutboxItem) => Promise<Sent>;
  /** Takes a `messageReceived` that names neither its sender nor its conversation. */
  receive: (event: MessageReceived) => void;
  stop: () => void;
}

interface Screen {
  /** The person whose conversation is on screen. */
  openPeer: () => string | undefined;
  /** Whether the conversation with this person is on screen, in a visible tab. */
  isOpen: (peerId: string) => boolean;
  announce: (sender: User, text: string) => void;
}

export function createForeignChat(parts: DeliveryParts, { openPeer, isOpen, announce }: Screen): ForeignChat {
  const rooms = createRooms(parts, openPeer);
  const stopLearning = learnConnections(parts.store, parts.userId);
  const { join } = rooms;
  const { send, echoed } = createUnacknowledged(parts, join);
  return {
    join,
    send,
    stop: () => {
      stopLearning();
      rooms.stop();
    },
    receive: (event) => {
      // The message itself cannot be placed, so the histories on screen are loaded again.
      parts.store.dispatch(baseApi.util.invalidateTags(['Chat']));
      const own = parts.store.getState().auth.user;
      const text = String(event.text);
      if (event.firstName === own?.firstName && event.lastName === own?.lastName) return echoed(text);
      const people = peopleApi.endpoints.connections.select()(parts.store.getState()).data?.people ?? [];
      const [sender, ...namesakes] = people.filter(
        ({ firstName, lastName }) => firstName === event.firstName && lastName === event.lastName,
      );
      if (sender && namesakes.length === 0 && !isOpen(sender._id)) announce(sender, text);
    },
  };
}
