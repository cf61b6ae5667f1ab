import { type AccountEvent, historyReplySchema } from '#shared/api/account/account.ts';
import type { Deps } from '#upstream/deps.ts';
import { timePageSchema } from '#upstream/http/paging.ts';
import { type Route, routesOf } from '#upstream/http/route.ts';
import { iso } from '#upstream/iso.ts';
import { type HistoryRow, historyKeptMs, listHistory } from './history-store.ts';

const route = routesOf({ tag: 'account', capability: 'account.history' });

export function historyRoutes({ db, now }: Deps): Route[] {
  return [
    route({
      method: 'GET',
      path: '/profile/history',
      summary: "What happened to the caller's account in the last 90 days, newest first",
      query: timePageSchema,
      reply: historyReplySchema,
      async handle({ viewer, query }) {
        const { rows, nextCursor } = await listHistory(db, viewer.userId, { ...query, since: now() - historyKeptMs });
        return { items: rows.map(present), nextCursor };
      },
    }),
  ];
}

function present({ id, kind, device, address, created_at, count }: HistoryRow): AccountEvent {
  return {
    _id: id,
    at: iso(created_at),
    kind,
    ...(device !== '' && { device }),
    ...(address !== '' && { address }),
    ...((kind === 'refused' || kind === 'code-refused') && { count }),
  };
}
