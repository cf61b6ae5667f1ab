import { useMemo } from 'react';
import { useCapability } from '#client/store/api/capabilities.ts';
import { useConnectionsQuery, useReceivedQuery, useSentQuery } from '#client/store/api/people-api.ts';
import { useAppSelector, useOwnUser } from '#client/store/hooks.ts';
import type { KnownRelations } from '#client/text/relation.ts';
import { useLedger } from './sent-ledger.ts';

/** All known relations of the user: from the lists of the upstream, else from the memory of this device. */
export function useRelations({ skip = false } = {}): KnownRelations & { isLoading: boolean } {
  const own = useOwnUser();
  const listsSent = useCapability('requests.sent');
  const connections = useConnectionsQuery(undefined, { skip });
  const received = useReceivedQuery(undefined, { skip });
  const sent = useSentQuery(undefined, { skip: skip || !listsSent });
  const ledger = useLedger(own._id);
  const waiting = useAppSelector((state) => state.requests.items);

  return useMemo(() => {
    const sentTo = new Map<string, { requestId: string | undefined; ignored: boolean }>();
    if (listsSent) {
      // The list holds no ignored people, and none of the requests that were sent after it was loaded.
      for (const { userId, status, requestId, at } of ledger) {
        if (requestId === undefined) continue;
        if (status === 'ignored') sentTo.set(userId, { requestId, ignored: true });
        else if (Date.parse(at) > (sent.fulfilledTimeStamp ?? 0)) sentTo.set(userId, { requestId, ignored: false });
      }
      for (const { _id, toUserID, status } of sent.data ?? []) {
        if (toUserID) sentTo.set(toUserID._id, { requestId: _id, ignored: status === 'ignored' });
      }
    } else {
      for (const { userId, status } of ledger)
        sentTo.set(userId, { requestId: undefined, ignored: status === 'ignored' });
    }
    return {
      ownId: own._id,
      connectionIds: new Set((connections.data?.people ?? []).map(({ _id }) => _id)),
      receivedFrom: new Map(
        (waiting ?? received.data ?? []).flatMap(({ _id, fromUserID }) => (fromUserID ? [[fromUserID._id, _id]] : [])),
      ),
      sentTo,
      sentIsComplete: listsSent && sent.data !== undefined,
      isLoading: connections.isLoading || received.isLoading || sent.isLoading,
    };
  }, [own._id, listsSent, sent, ledger, connections, received, waiting]);
}
