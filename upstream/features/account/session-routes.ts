import { endedSessionsReplySchema, sessionsReplySchema } from '#shared/api/account/account.ts';
import { messageSchema } from '#shared/api/parts.ts';
import { transact } from '#upstream/db/transaction.ts';
import type { Deps } from '#upstream/deps.ts';
import { notFound } from '#upstream/http/api-error.ts';
import { type Route, routesOf } from '#upstream/http/route.ts';
import { iso } from '#upstream/iso.ts';
import { expireCookie, tellEnded } from '../auth/session.ts';
import { deleteOtherSessions, deleteSession, listSessions } from '../auth/session-store.ts';
import { noteEvent } from '../history/history-store.ts';
import { visitOf } from '../history/visit.ts';

const route = routesOf({ tag: 'account' });

/** Lists the sessions of an account and ends them; the open sockets of an ended session are closed. */
export function sessionRoutes(deps: Deps): Route[] {
  const { db, now } = deps;
  return [
    route({
      method: 'GET',
      path: '/profile/sessions',
      summary: 'Where the caller is logged in',
      capability: 'account',
      reply: sessionsReplySchema,
      async handle({ viewer }) {
        const rows = await listSessions(db, viewer.userId, now());
        return {
          items: rows.map((row) => ({
            _id: row.id,
            current: row.id === viewer.sessionId,
            device: row.device,
            ...(row.address !== '' && { address: row.address }),
            createdAt: iso(row.created_at),
            lastSeenAt: iso(row.last_seen_at),
          })),
        };
      },
    }),
    route({
      method: 'DELETE',
      path: '/profile/sessions/:id',
      summary: "Ends one of the caller's sessions",
      capability: 'account',
      reply: messageSchema,
      async handle({ viewer, params, req, res }) {
        const { userId } = viewer;
        const ended = await transact(db, async (trx) => {
          if (!(await deleteSession(trx, userId, params.id))) return false;
          await noteEvent(trx, { userId, kind: 'session-ended', visit: visitOf(req), now: now() });
          return true;
        });
        if (!ended) throw notFound('This session has ended.');
        tellEnded(deps, userId, [params.id]);
        if (params.id === viewer.sessionId) expireCookie(deps, req, res);
        return { message: 'That device is logged out.' };
      },
    }),
    route({
      method: 'DELETE',
      path: '/profile/sessions',
      summary: "Ends all of the caller's sessions but the one of this call",
      capability: 'account.sessions',
      reply: endedSessionsReplySchema,
      async handle({ viewer, req }) {
        const { userId, sessionId } = viewer;
        const ended = await transact(db, async (trx) => {
          const ids = await deleteOtherSessions(trx, userId, sessionId);
          if (ids.length > 0) await noteEvent(trx, { userId, kind: 'sessions-ended', visit: visitOf(req), now: now() });
          return ids;
        });
        tellEnded(deps, userId, ended);
        return { message: 'Your other devices are logged out.', ended: ended.length };
      },
    }),
  ];
}
