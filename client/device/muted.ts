import { isRecord } from '#client/text/is-record.ts';
import { listOf, storedValue, textOrEmpty, useStoredValue } from './stored-value.ts';

import { userKey } from './user-storage.ts';

/**
 * A person whom this browser hides from feed, search and notifications. Where the account keeps the list (capability
 * `safety.mute`), `mute-api.ts` writes the account's list here with each answer.
 */
export interface MutedPerson {
  _id: string;
  name: string;
}

const schema = listOf(
  (value): value is MutedPerson => isRecord(value) && typeof value._id === 'string' && typeof value.name === 'string',
);
const mutedBy = (ownId: string) => storedValue(userKey(ownId, 'muted'), schema, { orInMemory: true });

/** Not empty once the people whom an earlier version has muted on this device only are muted in the account, too. */
export const carriedToAccount = (ownId: string) =>
  storedValue(userKey(ownId, 'muted-carried'), textOrEmpty, { orInMemory: true });

export function readMuted(ownId: string): readonly MutedPerson[] {
  return mutedBy(ownId).read();
}

export function writeMuted(ownId: string, people: readonly MutedPerson[]): void {
  mutedBy(ownId).write(people);
}

export function mute(ownId: string, person: MutedPerson): void {
  mutedBy(ownId).write([...others(ownId, person._id), person]);
}

export function unmute(ownId: string, personId: string): void {
  mutedBy(ownId).write(others(ownId, personId));
}

export function useMuted(ownId: string): readonly MutedPerson[] {
  return useStoredValue(mutedBy(ownId));
}

function others(ownId: string, personId: string): MutedPerson[] {
  return readMuted(ownId).filter(({ _id }) => _id !== personId);
}
