import { useConnectionsQuery, useReceivedQuery } from '#client/api/people-api.ts';
import type { KnownRelation } from '#client/lib/text/relation.ts';
import { useAppSelector, useOwnUser } from '#client/state/hooks.ts';
import { type RememberedDecision, useDecisionsHere } from './memory.ts';

/** For an upstream whose people carry no relation: what its lists and this browser know of it; undefined while they load. */
export function useRelationHere({ skip }: { skip: boolean }): (personId: string) => KnownRelation | undefined {
  const own = useOwnUser();
  const connections = useConnectionsQuery(undefined, { skip });
  const received = useReceivedQuery(undefined, { skip });
  const waiting = useAppSelector((state) => state.requests.items);
  const decisions = useDecisionsHere(own._id);
  const isLoading = connections.isLoading || (waiting === null && received.isLoading);
  return (personId) => {
    if (skip || isLoading) return undefined;
    if (connections.data?.people.some(({ _id }) => _id === personId)) return { relation: 'connected' };
    const request = waiting?.find(({ fromUserID }) => fromUserID?._id === personId);
    if (request) return { relation: 'received', requestId: request._id };
    const decision = decisions.find(({ userId }) => userId === personId);
    if (!decision) return { relation: 'unknown' };
    return { relation: decision.status === 'ignored' ? 'ignored' : 'sent' };
  };
}

/** For an upstream that cannot list sent requests: those of this device, without the people connected since. */
export function useSentFromHere(): readonly RememberedDecision[] {
  const own = useOwnUser();
  const relationHere = useRelationHere({ skip: false });
  return useDecisionsHere(own._id).filter(
    ({ userId, status }) => status === 'interested' && relationHere(userId)?.relation !== 'connected',
  );
}
