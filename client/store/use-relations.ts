import { useMemo } from 'react';
import type { KnownRelations } from '#client/lib/relation.ts';
import { useCapability } from './capabilities.ts';
import { useAppSelector, useOwnUser } from './hooks.ts';
import { useConnectionsQuery, useReceivedQuery, useSentQuery } from './people-api.ts';
import { useLedger } from './sent-ledger.ts';

/** Everything that is known of the caller's relations: from the upstream's lists, else from this device's memory. */
export function useRelations(): KnownRelations & { isLoading: boolean } {
  const own = useOwnUser();
  const listsSent = useCapability('requests.sent');
  const connections = useConnectionsQuery();
  const received = useReceivedQuery();
  const sent = useSentQuery(undefined, { skip: !listsSent });
  const ledger = useLedger(own._id);
  const waiting = useAppSelector((state) => state.requests.items);

  return useMemo(() => {
    const sentTo = new Map<string, { requestId: string | undefined; ignored: boolean }>();
    if (listsSent) {
      for (const { userId, status, requestId } of ledger)
        if (status === 'ignored' && requestId !== undefined) sentTo.set(userId, { requestId, ignored: true });
      for (const { _id, toUserID, status } of sent.data ?? []) {
        if (toUserID) sentTo.set(toUserID._id, { requestId: _id, ignored: status === 'ignored' });
      }
    } else {
      for (const { userId, status } of ledger)
        sentTo.set(userId, { requestId: undefined, ignored: status === 'ignored' });
    }
    return {
      ownId: own._id,
      connectionIds: new Set((connections.data ?? []).map(({ _id }) => _id)),
      receivedFrom: new Map(
        (waiting ?? received.data ?? []).flatMap(({ _id, fromUserID }) => (fromUserID ? [[fromUserID._id, _id]] : [])),
      ),
      sentTo,
      sentIsComplete: listsSent && sent.data !== undefined,
      isLoading: connections.isLoading || received.isLoading || sent.isLoading,
    };
  }, [own._id, listsSent, sent, ledger, connections, received, waiting]);
}
