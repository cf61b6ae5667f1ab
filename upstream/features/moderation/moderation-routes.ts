import { type CasesReply, casesQuerySchema, type ModerationCase } from '#shared/api/moderation.ts';
import type { Deps } from '#upstream/deps.ts';
import { notFound } from '#upstream/http/api-error.ts';
import { decodeTimeCursor, encodeTimeCursor } from '#upstream/http/cursor.ts';
import { cutPage } from '#upstream/http/paging.ts';
import { defineRoute, type Route } from '#upstream/http/route.ts';
import { findCase, listCases, noteLook } from './case-store.ts';
import { presentCase, presentCases } from './present-case.ts';

const shared = { tag: 'moderation', access: 'session', capability: 'moderation', role: 'moderator' } as const;

export function moderationRoutes({ db, now }: Deps): Route[] {
  return [
    defineRoute({
      ...shared,
      method: 'GET',
      path: '/moderation/cases',
      summary:
        'For moderators: the cases that wait, the most urgent first, or those that are closed, the last one first',
      query: casesQuerySchema,
      async handle({ query, viewer }): Promise<CasesReply> {
        const { state, limit, cursor } = query;
        const found = await listCases(db, viewer.userId, { state, limit, after: decodeTimeCursor(cursor) });
        const { rows, nextCursor } = cutPage(found, limit, ({ id, due_at, closed_at }) =>
          encodeTimeCursor({ time: closed_at ?? due_at, id }),
        );
        return { items: await presentCases(db, rows, now()), nextCursor };
      },
    }),
    defineRoute({
      ...shared,
      method: 'GET',
      path: '/moderation/cases/:id',
      summary: 'For moderators: one case with its evidence, and what is known of the people in it',
      async handle({ params, viewer }): Promise<ModerationCase> {
        const row = await findCase(db, viewer.userId, params.id);
        const found = row && (await presentCase(db, row, now()));
        if (!row || !found) throw noSuchCase();
        if (row.first_seen_at === null) await noteLook(db, row.id, now());
        return found;
      },
    }),
  ];
}

function noSuchCase() {
  return notFound('There is no such case.');
}
