import { useMemo, useSyncExternalStore } from 'react';
import { readStored, writeStored } from '#client/device/storage.ts';
import type { Decision } from '#shared/api/requests.ts';

/** What this device remembers of decisions: no upstream lists whom one ignored, and some list nothing that was sent. */
export interface LedgerEntry {
  userId: string;
  status: Decision;
  /** Where the upstream told it: the decision can be taken back by it. */
  requestId?: string;
  /** ISO 8601. */
  at: string;
}

const name = 'sent-ledger';
const changed = 'dotcode:sent-ledger-changed';
const longest = 1000;
const none: readonly LedgerEntry[] = [];

export function readLedger(ownId: string): readonly LedgerEntry[] {
  const entries = readStored<LedgerEntry[]>(ownId, name);
  return Array.isArray(entries) ? entries : none;
}

/** Newest first, each person once. */
export function remember(ownId: string, entry: LedgerEntry): void {
  const others = readLedger(ownId).filter(({ userId }) => userId !== entry.userId);
  write(ownId, [entry, ...others].slice(0, longest));
}

export function forget(ownId: string, personId: string): void {
  write(
    ownId,
    readLedger(ownId).filter(({ userId }) => userId !== personId),
  );
}

/** The decision behind a request was taken back. */
export function forgetRequest(ownId: string, requestId: string): void {
  write(
    ownId,
    readLedger(ownId).filter((entry) => entry.requestId !== requestId),
  );
}

function write(ownId: string, entries: readonly LedgerEntry[]): void {
  writeStored(ownId, name, entries);
  window.dispatchEvent(new Event(changed));
}

export function useLedger(ownId: string): readonly LedgerEntry[] {
  // The text is the snapshot: it is the same value as long as nothing changes.
  const text = useSyncExternalStore(subscribe, () => JSON.stringify(readLedger(ownId)));
  return useMemo(() => JSON.parse(text) as LedgerEntry[], [text]);
}

function subscribe(onChange: () => void): () => void {
  window.addEventListener('storage', onChange);
  window.addEventListener(changed, onChange);
  return () => {
    window.removeEventListener('storage', onChange);
    window.removeEventListener(changed, onChange);
  };
}
