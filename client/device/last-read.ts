import { storedValue, textOrEmpty } from './stored-value.ts';

import { userKey } from './user-storage.ts';

/** The id of the last message that the user read in a conversation, in this browser; empty where none is stored. */
export function lastRead(ownId: string, peerId: string) {
  return storedValue(userKey(ownId, `read:${peerId}`), textOrEmpty);
}
