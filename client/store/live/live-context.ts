import { createContext, useContext } from 'react';
import type { Conversation } from '#shared/api/chat.ts';

/** What screens may ask of the live connection. Undefined until its code is here, and where nobody is signed in. */
export interface Live {
  /** Where another upstream has a room per conversation, joins it; tells whether the two may talk where ours answers. */
  join: (peerId: string) => void;
  typing: (peerId: string, typing: boolean) => void;
  /** The user has seen everything up to this message. */
  read: (peerId: string, messageId: string) => void;
  /** Everything in these conversations was seen. Resolves to whether the upstream took all of it; if not, counts return. */
  readAll: (conversations: readonly Conversation[]) => Promise<boolean>;
  /** Learns the presence of these people until the returned function is called. */
  watch: (userIds: readonly string[]) => () => void;
  /** Which conversation is on screen now: nothing is announced that is being read. */
  setOpen: (peerId: string | undefined) => void;
}

export const LiveContext = createContext<Live | undefined>(undefined);

export function useLive(): Live | undefined {
  return useContext(LiveContext);
}
