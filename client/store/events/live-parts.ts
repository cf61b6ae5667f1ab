import type { ConversationKey } from '#client/store/api/chat/conversation-key.ts';
import type { DeliveryParts } from '#client/store/outbox/delivery-parts.ts';
import type { Announce } from './news.ts';

/** The state and functions that the parts of the live connection share. */
export interface LiveParts extends DeliveryParts {
  /** Whether the upstream acknowledges messages, takes read reports and tells presence (capability `chat.live`). */
  acknowledges: boolean;
  announce: Announce;
  /** Whether the conversation is on screen, in a visible tab. */
  isOpen: (key: ConversationKey) => boolean;
}
