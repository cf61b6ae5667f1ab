import type { MessageReply } from '#shared/api/parts.ts';
import {
  type ConnectionsReply,
  decisionSchema,
  type ReceivedReply,
  type RequestReply,
  type SentReply,
} from '#shared/api/requests.ts';
import { listQuerySchema } from '#shared/api/search.ts';
import type { RequestRow } from '#upstream/db/schema.ts';
import { transact } from '#upstream/db/transaction.ts';
import type { Deps } from '#upstream/deps.ts';
import { ApiError, conflict, notFound, requireVerified, userNotFound } from '#upstream/http/api-error.ts';
import { decodeTimeCursor, encodeTimeCursor } from '#upstream/http/cursor.ts';
import { cutPage } from '#upstream/http/paging.ts';
import { defineRoute, type Route } from '#upstream/http/route.ts';
import { requireRoom } from '#upstream/limits/quotas.ts';
import { tellNotified } from '../notifications/tell-notified.ts';
import { findUsers, withIntents } from '../people/people-store.ts';
import { holdPair } from '../safety/hold-pair.ts';
import { decide } from './decide.ts';
import { findLookalikes } from './lookalikes.ts';
import { listConnections, listReceived, listSent, otherThan } from './relation-lists.ts';
import { disconnect, review } from './request-store.ts';
import { presentRequest } from './request-view.ts';
import { withdraw } from './withdraw.ts';

export function requestRoutes(deps: Deps): Route[] {
  const peopleOf = (viewerId: string, rows: readonly RequestRow[], idOf: (row: RequestRow) => string) =>
    findUsers(deps.db, viewerId, rows.map(idOf));

  return [
    defineRoute({
      method: 'POST',
      path: '/request/:status/:userId',
      summary: 'Shows interest in a person, or ignores them',
      tag: 'requests',
      access: 'session',
      words: { status: ['interested', 'ignored'] },
      body: decisionSchema,
      async handle({ params, viewer, body: { note } }): Promise<RequestReply> {
        const { userId } = params;
        const status = params.status === 'ignored' ? 'ignored' : 'interested';
        if (status === 'interested') requireVerified(viewer);
        if (userId === viewer.userId) throw conflict('This is you.');
        const outcome = await transact(deps.db, async (trx) => {
          if (!(await holdPair(trx, deps.engine, viewer.userId, userId))) return undefined;
          if (status === 'interested') await requireRoom(trx, deps.quotas, 'requests', { userId: viewer.userId });
          const { quotas } = deps;
          return decide(trx, { fromId: viewer.userId, toId: userId, status, now: deps.now(), quotas, note });
        });
        if (!outcome) throw userNotFound();
        if (outcome.kind === 'already-related')
          throw new ApiError('already_related', 'There is a request between the two of you already.');
        const { row, kind, notificationId } = outcome;
        if (kind === 'requested' && notificationId !== undefined) {
          deps.events.emit('requestReceived', { requestId: row.id, fromId: row.from_id, toId: row.to_id });
          deps.events.emit('notified', { notificationId, requestId: row.id });
        }
        if (kind === 'connected') tellConnected(deps, { row, byId: viewer.userId, notificationId });
        return { message: sentence(kind, status), data: presentRequest(row, viewer.userId) };
      },
    }),
    defineRoute({
      method: 'POST',
      path: '/request/review/:status/:requestId',
      summary: 'Accepts or rejects a request to the caller; the first review counts',
      tag: 'requests',
      access: 'session',
      words: { status: ['accepted', 'rejected'] },
      async handle({ params, viewer }): Promise<RequestReply> {
        const { requestId } = params;
        const status = params.status === 'accepted' ? 'accepted' : 'rejected';
        const outcome = await transact(deps.db, (trx) =>
          review(trx, { requestId, viewerId: viewer.userId, status, now: deps.now() }),
        );
        if (outcome.kind === 'not-found') throw notFound('This request is not here any more.');
        if (outcome.kind === 'too-late') throw conflict('This request was answered already.');
        const { row, notificationId } = outcome;
        deps.events.emit('notificationsRead', { userId: viewer.userId });
        if (status === 'accepted') tellConnected(deps, { row, byId: viewer.userId, notificationId });
        return {
          message: status === 'accepted' ? 'You are connected.' : 'The request is gone.',
          data: presentRequest(row, viewer.userId),
        };
      },
    }),
    defineRoute({
      method: 'DELETE',
      path: '/request/:requestId',
      summary: "Takes a request of the caller's own back, or an `ignored`",
      tag: 'requests',
      access: 'session',
      capability: 'requests.sent',
      async handle({ params, viewer }): Promise<MessageReply> {
        const outcome = await transact(deps.db, (trx) => withdraw(trx, params.requestId, viewer.userId, deps.now()));
        if (outcome.kind === 'not-found') throw notFound('This request is not here any more.');
        if (outcome.kind === 'connected') throw conflict('They accepted already: you are connected.');
        deps.events.emit('notificationsRead', { userId: outcome.toId });
        return { message: 'It is taken back.' };
      },
    }),
    defineRoute({
      method: 'GET',
      path: '/user/request/received',
      summary: 'Pending requests to the caller, newest first',
      tag: 'requests',
      access: 'session',
      query: listQuerySchema,
      async handle({ viewer, query }): Promise<ReceivedReply> {
        const found = await listReceived(deps.db, viewer.userId, query.limit, decodeTimeCursor(query.cursor));
        const { rows, nextCursor } = cutPage(found, query.limit, byChange);
        const named = await peopleOf(viewer.userId, rows, (row) => row.from_id);
        const people = await withIntents(deps.db, named);
        const lookalikes = await findLookalikes(deps.db, viewer.userId, people.values());
        const data = rows.map((row) => ({
          ...presentRequest(row, viewer.userId),
          fromUserID: people.get(row.from_id) ?? null,
          ...(lookalikes.has(row.from_id) && { lookalike: true as const }),
        }));
        return { message: 'The requests to you.', data, nextCursor };
      },
    }),
    defineRoute({
      method: 'GET',
      path: '/user/request/sent',
      summary: "The caller's own pending requests, newest first",
      tag: 'requests',
      access: 'session',
      capability: 'requests.sent',
      query: listQuerySchema,
      async handle({ viewer, query }): Promise<SentReply> {
        const found = await listSent(deps.db, viewer.userId, query.limit, decodeTimeCursor(query.cursor));
        const { rows, nextCursor } = cutPage(found, query.limit, byCreation);
        const people = await peopleOf(viewer.userId, rows, (row) => row.to_id);
        const data = rows.map((row) => ({
          ...presentRequest(row, viewer.userId),
          toUserID: people.get(row.to_id) ?? null,
        }));
        return { message: 'Your requests.', data, nextCursor };
      },
    }),
    defineRoute({
      method: 'GET',
      path: '/user/connections',
      summary: 'The people whom the caller is connected with, newest first',
      tag: 'requests',
      access: 'session',
      query: listQuerySchema,
      async handle({ viewer, query }): Promise<ConnectionsReply> {
        const found = await listConnections(deps.db, viewer.userId, query.limit, decodeTimeCursor(query.cursor));
        const { rows, nextCursor } = cutPage(found, query.limit, byChange);
        const ids = rows.map((row) => otherThan(viewer.userId, row));
        const people = await findUsers(deps.db, viewer.userId, ids);
        return { message: 'Your connections.', data: ids.map((id) => people.get(id) ?? null), nextCursor };
      },
    }),
    defineRoute({
      method: 'DELETE',
      path: '/user/connections/:userId',
      summary: 'Ends a connection',
      tag: 'requests',
      access: 'session',
      capability: 'connections.remove',
      async handle({ params, viewer }): Promise<MessageReply> {
        if (!(await transact(deps.db, (trx) => disconnect(trx, viewer.userId, params.userId))))
          throw notFound('You are not connected with this person.');
        for (const userId of [viewer.userId, params.userId]) deps.events.emit('notificationsRead', { userId });
        deps.events.emit('disconnected', { byId: viewer.userId, otherId: params.userId });
        return { message: 'You are not connected any more.' };
      },
    }),
  ];
}

const byChange = (row: RequestRow) => encodeTimeCursor({ time: row.updated_at, id: row.id });
const byCreation = (row: RequestRow) => encodeTimeCursor({ time: row.created_at, id: row.id });

function tellConnected(
  { events }: Deps,
  { row, byId, notificationId }: { row: RequestRow; byId: string; notificationId: string | undefined },
): void {
  events.emit('connected', { requestId: row.id, byId, otherId: otherThan(byId, row), notificationId });
  tellNotified(events, notificationId, { requestId: row.id });
}

function sentence(kind: string, status: 'interested' | 'ignored'): string {
  if (kind === 'connected') return 'You are connected.';
  return status === 'interested' ? 'Your interest was sent.' : 'You will not see them again in your feed.';
}
