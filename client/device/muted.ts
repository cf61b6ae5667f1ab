import { useSyncExternalStore } from 'react';
import { readStored, writeStored } from './storage.ts';

/** People whom this device hides from feed, search and notifications. Nobody is told. */
export interface MutedPerson {
  _id: string;
  name: string;
}

const none: readonly MutedPerson[] = [];
const changed = 'dotcode:muted-changed';
const cache = new Map<string, { text: string; people: readonly MutedPerson[] }>();

export function readMuted(ownId: string): readonly MutedPerson[] {
  const people = readStored<MutedPerson[]>(ownId, 'muted');
  if (!Array.isArray(people)) return none;
  const text = JSON.stringify(people);
  const cached = cache.get(ownId);
  if (cached?.text === text) return cached.people;
  cache.set(ownId, { text, people });
  return people;
}

export function mute(ownId: string, person: MutedPerson): void {
  write(ownId, [...readMuted(ownId).filter(({ _id }) => _id !== person._id), person]);
}

export function unmute(ownId: string, personId: string): void {
  write(
    ownId,
    readMuted(ownId).filter(({ _id }) => _id !== personId),
  );
}

function write(ownId: string, people: readonly MutedPerson[]): void {
  writeStored(ownId, 'muted', people);
  window.dispatchEvent(new Event(changed));
}

/** Follows the list, also when another tab changes it. */
export function useMuted(ownId: string): readonly MutedPerson[] {
  return useSyncExternalStore(subscribe, () => readMuted(ownId));
}

function subscribe(onChange: () => void): () => void {
  window.addEventListener('storage', onChange);
  window.addEventListener(changed, onChange);
  return () => {
    window.removeEventListener('storage', onChange);
    window.removeEventListener(changed, onChange);
  };
}
