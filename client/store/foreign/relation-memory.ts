import { listOf } from '#client/device/schemas.ts';
import { storedValue, useStoredValue } from '#client/device/stored-value.ts';
import { storedKeys, userKey } from '#client/device/user-storage.ts';
import { isRecord } from '#client/text/is-record.ts';
import type { Decision } from '#shared/api/requests.ts';
import type { User } from '#shared/api/users.ts';

// What this browser remembers of the user's relations, because no upstream lists ignored people. Other upstreams list no sent
// requests, and cannot list the connections once one of them has deleted the account.

/** One decision of the user. */
export interface LedgerEntry {
  userId: string;
  status: Decision;
  /** Missing where the upstream's reply did not name the request. The decision cannot be withdrawn then. */
  requestId?: string;
  /** ISO 8601. */
  at: string;
}

const maxEntries = 1000;
const schema = listOf(
  (value): value is LedgerEntry =>
    isRecord(value) && [value.userId, value.status, value.at].every((part) => typeof part === 'string'),
);
/** The stored name is that of earlier versions. */
const ledgerOf = (ownId: string) => storedValue(userKey(ownId, 'sent-ledger'), schema);

/** Newest first, each person once. */
export function readLedger(ownId: string): readonly LedgerEntry[] {
  return ledgerOf(ownId).read();
}

export function useLedger(ownId: string): readonly LedgerEntry[] {
  return useStoredValue(ledgerOf(ownId));
}

export function remember(ownId: string, entry: LedgerEntry): void {
  const others = readLedger(ownId).filter(({ userId }) => userId !== entry.userId);
  ledgerOf(ownId).write([entry, ...others].slice(0, maxEntries));
}

/** Forgets the relation to a person. */
export function forget(ownId: string, personId: string): void {
  const connected = readConnected(ownId);
  if (connected.some(({ _id }) => _id === personId))
    connectedOf(ownId).write(connected.filter(({ _id }) => _id !== personId));
  ledgerOf(ownId).write(readLedger(ownId).filter(({ userId }) => userId !== personId));
}

/** Removes the decision that made a request. */
export function forgetRequest(ownId: string, requestId: string): void {
  ledgerOf(ownId).write(readLedger(ownId).filter((entry) => entry.requestId !== requestId));
}

/** A connection of the user, with the fields that a row and a toast show. */
export type RememberedPerson = Pick<User, '_id' | 'firstName' | 'lastName' | 'photoUrl'>;

const people = listOf(
  (value): value is RememberedPerson =>
    isRecord(value) && typeof value._id === 'string' && typeof value.firstName === 'string',
);
const connectedOf = (ownId: string) => storedValue(userKey(ownId, 'connected'), people);

/** The remembered connections, newest first. */
export function readConnected(ownId: string): readonly RememberedPerson[] {
  return connectedOf(ownId).read();
}

export function rememberConnected(ownId: string, met: readonly User[]): void {
  const fresh = met.map(({ _id, firstName, lastName, photoUrl }) => ({
    _id,
    firstName,
    lastName,
    ...(photoUrl !== undefined && { photoUrl }),
  }));
  const ids = new Set(fresh.map(({ _id }) => _id));
  const known = readConnected(ownId);
  const next = [...fresh, ...known.filter(({ _id }) => !ids.has(_id))].slice(0, maxEntries);
  if (JSON.stringify(next) !== JSON.stringify(known)) connectedOf(ownId).write(next);
}

/**
 * The people who may be connections where the connections cannot be listed: those remembered, those with whom this
 * browser saw the user talk, and those whom the user asked. An asked person may not have accepted.
 */
export function knownPeers(ownId: string): string[] {
  const prefix = userKey(ownId, 'read:');
  const talkedTo = storedKeys(prefix).map((key) => key.slice(prefix.length));
  const asked = readLedger(ownId).flatMap(({ userId, status }) => (status === 'interested' ? [userId] : []));
  return [...new Set([...readConnected(ownId).map(({ _id }) => _id), ...talkedTo, ...asked])];
}
