import { createContext, useContext } from 'react';
import type { ConversationKey } from '#client/store/api/chat/conversation-key.ts';
import type { ListedConversation } from '#shared/api/chat.ts';

/** The live connection for screens. The context is undefined until its code is loaded, and without a signed-in user. */
export interface Live {
  typing: (key: ConversationKey, typing: boolean) => void;
  /** Reports that the user has read up to this message. */
  read: (key: ConversationKey, messageId: string) => void;
  /** Marks conversations as read. Resolves to whether the upstream accepted all; the counts of the others return. */
  readAll: (conversations: readonly ListedConversation[]) => Promise<boolean>;
  /** Learns the presence of these people until the returned function is called. */
  watch: (userIds: readonly string[]) => () => void;
  /** Sets the conversation on screen, whose messages are not announced. Another upstream sends them once it is joined. */
  setOpen: (key: ConversationKey | undefined) => void;
}

export const LiveContext = createContext<Live | undefined>(undefined);

export function useLive(): Live | undefined {
  return useContext(LiveContext);
}
