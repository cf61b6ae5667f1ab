import type { Connections } from '#client/api/people-api.ts';
import { isDecision, type RelationStep } from '#client/api/relation-steps.ts';
import { listOf, storedValue, useStoredValue } from '#client/lib/device/stored-value.ts';
import { storedKeys, userKey } from '#client/lib/device/user-storage.ts';
import { isRecord } from '#client/lib/is-record.ts';
import type { ApiError } from '#client/lib/text/api-error.ts';
import type { Decision } from '#shared/api/requests.ts';
import type { User } from '#shared/api/users.ts';

// The user's relations as this browser remembers them, for an upstream whose people carry no relation. That upstream lists no
// sent requests, and cannot list the connections once one of them has deleted the account.

export interface RememberedDecision {
  userId: string;
  status: Decision;
  /** ISO 8601. */
  at: string;
}

const most = 1000;
const schema = listOf(
  (value): value is RememberedDecision =>
    isRecord(value) && [value.userId, value.status, value.at].every((part) => typeof part === 'string'),
);
const decisionsOf = (ownId: string) => storedValue(userKey(ownId, 'sent-ledger'), schema);

/** Newest first, each person once. */
function readDecisions(ownId: string): readonly RememberedDecision[] {
  return decisionsOf(ownId).read();
}

export function useDecisionsHere(ownId: string): readonly RememberedDecision[] {
  return useStoredValue(decisionsOf(ownId));
}

export function rememberDecision(ownId: string, decision: RememberedDecision): void {
  const others = readDecisions(ownId).filter(({ userId }) => userId !== decision.userId);
  decisionsOf(ownId).write([decision, ...others].slice(0, most));
}

/** Remembers what a step of the user has changed. */
export function rememberStep(ownId: string, { action, person }: RelationStep): void {
  if (!person) return;
  const status = action === 'ignore' ? 'ignored' : 'interested';
  if (isDecision(action)) rememberDecision(ownId, { userId: person._id, status, at: new Date().toISOString() });
  if (action === 'accept') rememberConnections(ownId, [person]);
}

/** A connection of the user, with the fields that a row and a toast show. */
export type RememberedPerson = Pick<User, '_id' | 'firstName' | 'lastName' | 'photoUrl'>;

const people = listOf(
  (value): value is RememberedPerson =>
    isRecord(value) && typeof value._id === 'string' && typeof value.firstName === 'string',
);
const connectionsOf = (ownId: string) => storedValue(userKey(ownId, 'connected'), people);

export function readConnections(ownId: string): readonly RememberedPerson[] {
  return connectionsOf(ownId).read();
}

export function rememberConnections(ownId: string, met: readonly User[]): void {
  const fresh = met.map(({ _id, firstName, lastName, photoUrl }) => ({
    _id,
    firstName,
    lastName,
    ...(photoUrl !== undefined && { photoUrl }),
  }));
  const ids = new Set(fresh.map(({ _id }) => _id));
  const remembered = readConnections(ownId);
  const next = [...fresh, ...remembered.filter(({ _id }) => !ids.has(_id))].slice(0, most);
  if (JSON.stringify(next) !== JSON.stringify(remembered)) connectionsOf(ownId).write(next);
}

/**
 * The people who may be connections where the connections cannot be listed: those remembered, those with whom this
 * browser saw the user talk, and those whom the user asked. An asked person may not have accepted.
 */
export function rememberedPeers(ownId: string): string[] {
  const prefix = userKey(ownId, 'read:');
  const talkedTo = storedKeys(prefix).map((key) => key.slice(prefix.length));
  const asked = readDecisions(ownId).flatMap(({ userId, status }) => (status === 'interested' ? [userId] : []));
  return [...new Set([...readConnections(ownId).map(({ _id }) => _id), ...talkedTo, ...asked])];
}

/** The answer in place of a list that the upstream refuses because one of the connections has deleted the account. */
export function rememberedConnections(ownId: string, unlisted: ApiError): Connections {
  return { people: [...readConnections(ownId)], former: 0, unlisted, peerIds: rememberedPeers(ownId) };
}
