import type { RequestReply } from '#shared/api/requests.ts';
import { transact } from '#upstream/db/transaction.ts';
import type { Deps } from '#upstream/deps.ts';
import { ApiError, userNotFound } from '#upstream/http/api-error.ts';
import { defineRoute, type Route } from '#upstream/http/route.ts';
import { userExists } from '../people/people-store.ts';
import { decide, presentRequest } from './request-store.ts';

export function requestRoutes(deps: Deps): Route[] {
  return [
    defineRoute({
      method: 'POST',
      path: '/request/:status/:userId',
      summary: 'Shows interest in a person, or ignores them',
      tag: 'requests',
      access: 'session',
      words: { status: ['interested', 'ignored'] },
      async handle({ params, viewer }): Promise<RequestReply> {
        const { userId } = params;
        const status = params.status === 'ignored' ? 'ignored' : 'interested';
        if (userId === viewer.userId) throw new ApiError('conflict', 'This is you.');
        const outcome = await transact(deps.db, async (trx) =>
          (await userExists(trx, userId))
            ? decide(trx, { fromId: viewer.userId, toId: userId, status, now: deps.now() })
            : undefined,
        );
        if (!outcome) throw userNotFound();
        if (outcome.kind === 'already-related')
          throw new ApiError('already_related', 'There is a request between the two of you already.');
        const { row, kind } = outcome;
        if (kind === 'requested')
          deps.events.emit('requestReceived', { requestId: row.id, fromId: row.from_id, toId: row.to_id });
        if (kind === 'connected')
          deps.events.emit('connected', { requestId: row.id, byId: viewer.userId, otherId: userId });
        return { message: sentence(kind, status), data: presentRequest(row, viewer.userId) };
      },
    }),
  ];
}

function sentence(kind: string, status: 'interested' | 'ignored'): string {
  if (kind === 'connected') return 'You are connected.';
  return status === 'interested' ? 'Your interest was sent.' : 'You will not see them again in your feed.';
}
