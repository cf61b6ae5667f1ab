import type { DeliveryParts } from '#client/store/outbox/delivery-parts.ts';
import type { Announce } from './news.ts';

/** The state and functions that the parts of the live connection share. */
export interface LiveParts extends DeliveryParts {
  announce: Announce;
  onBlockChanged: (userId: string) => void;
  /** Whether the conversation with this person is on screen, in a visible tab. */
  isOpen: (peerId: string) => boolean;
}
