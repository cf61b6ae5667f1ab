import { z } from 'zod';
import { messageSchema } from '#shared/api/parts.ts';
import {
  connectionsReplySchema,
  decisionSchema,
  receivedReplySchema,
  requestReplySchema,
  sentReplySchema,
} from '#shared/api/requests.ts';
import { listQuerySchema } from '#shared/api/search.ts';
import type { ConnectionRow } from '#upstream/db/schema.ts';
import { transact } from '#upstream/db/transaction.ts';
import type { Deps } from '#upstream/deps.ts';
import { ApiError, conflict, notFound, requireVerified, userNotFound } from '#upstream/http/api-error.ts';
import { timeCursor } from '#upstream/http/cursor.ts';
import { type Route, routesOf } from '#upstream/http/route.ts';
import { iso } from '#upstream/iso.ts';
import { requireRoom } from '#upstream/limits/quotas.ts';
import { tellNotified } from '../notifications/tell-notified.ts';
import { findUsers, withIntents } from '../people/people-store.ts';
import { lockPair } from '../safety/block-store.ts';
import { decide, disconnect, review, withdraw } from './decide.ts';
import { listConnections, listReceived, listSent } from './relation-lists.ts';
import { otherThan, presentConnection, presentDecision } from './relations.ts';

const route = routesOf({ tag: 'requests' });

const timeListSchema = listQuerySchema.extend({ cursor: timeCursor.optional() });

export function requestRoutes(deps: Deps): Route[] {
  return [
    route({
      method: 'POST',
      path: '/request/:status/:userId',
      summary: 'Shows interest in a person, or ignores them',
      params: { status: z.enum(['interested', 'ignored']) },
      body: decisionSchema,
      reply: requestReplySchema,
      async handle({ params, viewer, body: { note } }) {
        const { userId, status } = params;
        if (status === 'interested') requireVerified(viewer);
        if (userId === viewer.userId) throw conflict('This is you.');
        const outcome = await transact(deps.db, async (trx) => {
          if (!(await lockPair(trx, deps.engine, viewer.userId, userId))) return undefined;
          if (status === 'interested') await requireRoom(trx, deps.quotas, 'requests', { userId: viewer.userId });
          const { quotas } = deps;
          return decide(trx, { fromId: viewer.userId, toId: userId, status, now: deps.now(), quotas, note });
        });
        if (!outcome) throw userNotFound();
        if (outcome.kind === 'already-related')
          throw new ApiError('already_related', 'There is a request between the two of you already.');
        if (outcome.kind === 'connected') {
          tellConnected(deps, { ...outcome, byId: viewer.userId });
          return { message: 'You are connected.', data: presentConnection(outcome.connection) };
        }
        const { decision } = outcome;
        if (outcome.kind === 'requested' && outcome.notificationId !== undefined)
          deps.events.emit('notified', { notificationId: outcome.notificationId, requestId: decision.id });
        const message =
          status === 'interested' ? 'Your interest was sent.' : 'You will not see them again in your feed.';
        return { message, data: presentDecision(decision) };
      },
    }),
    route({
      method: 'POST',
      path: '/request/review/:status/:requestId',
      summary: 'Accepts or rejects a request to the caller; the first review counts',
      params: { status: z.enum(['accepted', 'rejected']) },
      reply: requestReplySchema,
      async handle({ params, viewer }) {
        const { requestId, status } = params;
        const now = deps.now();
        const outcome = await transact(deps.db, (trx) =>
          review(trx, deps.engine, { requestId, viewerId: viewer.userId, status, now }),
        );
        if (outcome.kind === 'not-found') throw notFound('This request is not here any more.');
        if (outcome.kind === 'too-late') throw conflict('This request was answered already.');
        deps.events.emit('notificationsRead', { userId: viewer.userId });
        const request = { ...presentDecision(outcome.asked), status: outcome.kind, updatedAt: iso(now) };
        if (outcome.kind === 'rejected') return { message: 'The request is gone.', data: request };
        tellConnected(deps, { ...outcome, byId: viewer.userId });
        return { message: 'You are connected.', data: request };
      },
    }),
    route({
      method: 'DELETE',
      path: '/request/:requestId',
      summary: "Takes a request of the caller's own back, or an `ignored`",
      capability: 'requests.sent',
      reply: messageSchema,
      async handle({ params, viewer }) {
        const outcome = await transact(deps.db, (trx) =>
          withdraw(trx, deps.engine, { ...params, viewerId: viewer.userId }),
        );
        if (outcome.kind === 'not-found') throw notFound('This request is not here any more.');
        if (outcome.kind === 'connected') throw conflict('They accepted already: you are connected.');
        deps.events.emit('notificationsRead', { userId: outcome.toId });
        return { message: 'It is taken back.' };
      },
    }),
    route({
      method: 'GET',
      path: '/user/request/received',
      summary: 'Pending requests to the caller, newest first',
      query: timeListSchema,
      reply: receivedReplySchema,
      async handle({ viewer, query }) {
        const { rows, nextCursor } = await listReceived(deps.db, viewer.userId, query);
        const senders = rows.map((row) => row.by_id);
        const people = await withIntents(deps.db, await findUsers(deps.db, viewer.userId, senders));
        const data = rows.map((row) => ({ ...presentDecision(row), fromUserID: people.get(row.by_id) ?? null }));
        return { message: 'The requests to you.', data, nextCursor };
      },
    }),
    route({
      method: 'GET',
      path: '/user/request/sent',
      summary: "The caller's own pending requests, newest first",
      capability: 'requests.sent',
      query: timeListSchema,
      reply: sentReplySchema,
      async handle({ viewer, query }) {
        const { rows, nextCursor } = await listSent(deps.db, viewer.userId, query);
        const receivers = rows.map((row) => row.about_id);
        const people = await findUsers(deps.db, viewer.userId, receivers);
        const data = rows.map((row) => ({ ...presentDecision(row), toUserID: people.get(row.about_id) ?? null }));
        return { message: 'Your requests.', data, nextCursor };
      },
    }),
    route({
      method: 'GET',
      path: '/user/connections',
      summary: 'The people whom the caller is connected with, newest first',
      query: timeListSchema,
      reply: connectionsReplySchema,
      async handle({ viewer, query }) {
        const { rows, nextCursor } = await listConnections(deps.db, viewer.userId, query);
        const ids = rows.map((row) => otherThan(viewer.userId, row));
        const people = await findUsers(deps.db, viewer.userId, ids);
        return { message: 'Your connections.', data: ids.map((id) => people.get(id) ?? null), nextCursor };
      },
    }),
    route({
      method: 'DELETE',
      path: '/user/connections/:userId',
      summary: 'Ends a connection',
      capability: 'connections.remove',
      reply: messageSchema,
      async handle({ params, viewer }) {
        if (!(await transact(deps.db, (trx) => disconnect(trx, viewer.userId, params.userId))))
          throw notFound('You are not connected with this person.');
        for (const userId of [viewer.userId, params.userId]) deps.events.emit('notificationsRead', { userId });
        deps.events.emit('disconnected', { byId: viewer.userId, otherId: params.userId });
        return { message: 'You are not connected any more.' };
      },
    }),
  ];
}

function tellConnected(
  { events }: Deps,
  { connection, byId, notificationId }: { connection: ConnectionRow; byId: string; notificationId: string | undefined },
): void {
  events.emit('connected', { requestId: connection.id, byId, otherId: otherThan(byId, connection), notificationId });
  tellNotified(events, notificationId, { requestId: connection.id });
}
