import type { ApiError } from '#client/text/api-error.ts';
import type { User } from '#shared/api/users.ts';
import { readConnections, rememberedPeers } from './relation-memory.ts';

export interface Connections {
  people: User[];
  /** How many connections have a deleted account. */
  former: number;
  /** Why the upstream could not list them: `people` are then those whom this browser remembers. */
  unlisted?: ApiError;
  /** With `unlisted`: the ids of all people who may be connections. */
  peerIds?: string[];
}

/** Another upstream may list a person twice, or a deleted one as null. */
export function connectionsIn(listed: readonly (User | null)[]): Connections {
  const byId = new Map<string, User>();
  for (const person of listed) if (person && !byId.has(person._id)) byId.set(person._id, person);
  return { people: [...byId.values()], former: listed.filter((person) => !person).length };
}

/** The answer in place of a list that the upstream refuses because one of the connections has deleted the account. */
export function rememberedConnections(ownId: string | undefined, unlisted: ApiError): Connections {
  const people = ownId === undefined ? [] : [...readConnections(ownId)];
  return { people, former: 0, unlisted, peerIds: ownId === undefined ? [] : rememberedPeers(ownId) };
}
