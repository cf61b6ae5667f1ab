import { storedKeys, userKey } from '#client/device/user-storage.ts';
import { readLedger } from './sent-ledger.ts';

/**
 * The people with whom this browser saw the user talk, and those whom the user asked: where an upstream cannot list the
 * connections, they are among these. Somebody who has not accepted may be, too.
 */
export function knownPeers(ownId: string): string[] {
  const prefix = userKey(ownId, 'read:');
  const talkedTo = storedKeys(prefix).map((key) => key.slice(prefix.length));
  const asked = readLedger(ownId).flatMap(({ userId, status }) => (status === 'interested' ? [userId] : []));
  return [...new Set([...talkedTo, ...asked])];
}
