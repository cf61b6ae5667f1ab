import { type RememberedDecision, rememberConnections, rememberDecision } from '#client/api/compat/memory.ts';
import type { User } from '#shared/api/users.ts';

/** Stores decisions and connections as an earlier visit of the user does. For tests of screens, which may not import `store/foreign`. */
export function earlierVisit(
  ownId: string,
  { decisions = [], connections = [] }: { decisions?: RememberedDecision[]; connections?: User[] },
): void {
  for (const decision of decisions) rememberDecision(ownId, decision);
  if (connections.length > 0) rememberConnections(ownId, connections);
}
