import { createContext, useContext } from 'react';
import type { Conversation } from '#shared/api/chat.ts';

/** The live connection for screens. The context is undefined until its code is loaded, and without a signed-in user. */
export interface Live {
  typing: (peerId: string, typing: boolean) => void;
  /** Reports that the user has read up to this message. */
  read: (peerId: string, messageId: string) => void;
  /** Marks conversations as read. Resolves to whether the upstream accepted all; the counts of the others return. */
  readAll: (conversations: readonly Conversation[]) => Promise<boolean>;
  /** Learns the presence of these people until the returned function is called. */
  watch: (userIds: readonly string[]) => () => void;
  /** Sets the conversation on screen, whose messages are not announced. Another upstream sends them once it is joined. */
  setOpen: (peerId: string | undefined) => void;
}

export const LiveContext = createContext<Live | undefined>(undefined);

export function useLive(): Live | undefined {
  return useContext(LiveContext);
}
