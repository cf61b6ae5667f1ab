import { useMemo } from 'react';
import { useConnectionsQuery, useReceivedQuery, useSentQuery } from '#client/store/api/people-api.ts';
import { type RememberedDecision, useDecisionsHere } from '#client/store/foreign/relation-memory.ts';
import { useAppSelector, useOwnUser } from '#client/store/hooks.ts';
import type { KnownRelations } from '#client/text/relation.ts';

/** All known relations of the user: from the lists of the upstream, else from the memory of this device. */
export function useRelations({ skip = false } = {}): KnownRelations & { isLoading: boolean } {
  const own = useOwnUser();
  const connections = useConnectionsQuery(undefined, { skip });
  const received = useReceivedQuery(undefined, { skip });
  const sent = useSentQuery(undefined, { skip });
  const decisions = useDecisionsHere(own._id);
  const waiting = useAppSelector((state) => state.requests.items);

  return useMemo(() => {
    const sentTo = new Map<string, { requestId: string | undefined; ignored: boolean }>();
    if (sent.data && !sent.data.unlisted) {
      // The list holds no ignored people: this device remembers them.
      for (const { userId, status, requestId } of decisions)
        if (status === 'ignored' && requestId !== undefined) sentTo.set(userId, { requestId, ignored: true });
      for (const { _id, toUserID, status } of sent.data.requests)
        if (toUserID) sentTo.set(toUserID._id, { requestId: _id, ignored: status === 'ignored' });
    } else {
      for (const { userId, status } of decisions)
        sentTo.set(userId, { requestId: undefined, ignored: status === 'ignored' });
    }
    return {
      ownId: own._id,
      connectionIds: new Set((connections.data?.people ?? []).map(({ _id }) => _id)),
      receivedFrom: new Map(
        (waiting ?? []).flatMap(({ _id, fromUserID }) => (fromUserID ? [[fromUserID._id, _id]] : [])),
      ),
      sentTo,
      sentIsComplete: sent.data !== undefined && !sent.data.unlisted,
      isLoading: connections.isLoading || (waiting === null && received.isLoading) || sent.isLoading,
    };
  }, [own._id, sent, decisions, connections, received, waiting]);
}

/** For an upstream that cannot list sent requests: those of this device, without the people connected since. */
export function useSentFromHere(): readonly RememberedDecision[] {
  const own = useOwnUser();
  const { connectionIds } = useRelations();
  return useDecisionsHere(own._id).filter(
    ({ userId, status }) => status === 'interested' && !connectionIds.has(userId),
  );
}
