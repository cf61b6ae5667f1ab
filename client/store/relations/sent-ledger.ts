import { listOf } from '#client/device/schemas.ts';
import { storedValue, useStoredValue } from '#client/device/stored-value.ts';
import { userKey } from '#client/device/user-storage.ts';
import { isRecord } from '#client/text/is-record.ts';
import type { Decision } from '#shared/api/requests.ts';

/**
 * One decision of the user, as this browser remembers it: no upstream lists ignored people, and some upstreams list no
 * sent requests at all.
 */
export interface LedgerEntry {
  userId: string;
  status: Decision;
  /** Missing where the upstream's reply did not name the request: then it cannot be withdrawn. */
  requestId?: string;
  /** ISO 8601. */
  at: string;
}

const maxEntries = 1000;
const schema = listOf(
  (value): value is LedgerEntry =>
    isRecord(value) && [value.userId, value.status, value.at].every((part) => typeof part === 'string'),
);
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

/** Removes the decision on a person. */
export function forget(ownId: string, personId: string): void {
  ledgerOf(ownId).write(readLedger(ownId).filter(({ userId }) => userId !== personId));
}

/** Removes the decision that made a request. */
export function forgetRequest(ownId: string, requestId: string): void {
  ledgerOf(ownId).write(readLedger(ownId).filter((entry) => entry.requestId !== requestId));
}
