import { ownReportsReplySchema, reportReplySchema, reportSchema } from '#shared/api/safety.ts';
import type { Deps } from '#upstream/deps.ts';
import { notFound } from '#upstream/http/api-error.ts';
import { idPageSchema } from '#upstream/http/paging.ts';
import { type Route, routesOf } from '#upstream/http/route.ts';
import { iso } from '#upstream/iso.ts';
import { subjects } from '../moderation/subjects.ts';
import { findUsers, transactAs } from '../people/people-store.ts';
import { findBlockedPeople } from '../visibility/people.ts';
import { blockPerson } from './block-routes.ts';
import { listOwnReports, storeReport } from './report-store.ts';

const route = routesOf({ tag: 'safety', capability: 'safety.report' });

export function reportRoutes(deps: Deps): Route[] {
  const { db } = deps;
  return [
    route({
      method: 'POST',
      path: '/report',
      summary: 'Reports a person, message, project or picture to the people who run the site, with a copy of it',
      body: reportSchema,
      reply: reportReplySchema,
      async handle({ body, viewer, req }) {
        const { kind, id, reason, details = '', alsoBlock = false } = body;
        await deps.limits.take('reports', viewer.userId);
        const report = { reporterId: viewer.userId, kind, id, reason, details, now: deps.now() };
        const stored = await transactAs(deps, viewer.userId, async (trx) => {
          const subject = await subjects[kind].find(trx, viewer.userId, id);
          const isOwn = subject?.accusedId === viewer.userId;
          return (
            subject && !isOwn && { ...(await storeReport(trx, deps, report, subject)), accusedId: subject.accusedId }
          );
        });
        if (!stored) throw notFound('This is not here any more.');
        if (stored.isNew) deps.count({ of: 'report', kind });
        if (alsoBlock) await blockPerson(deps, { viewer, req }, stored.accusedId);
        return { _id: stored._id };
      },
    }),
    route({
      method: 'GET',
      path: '/reports',
      summary: "The caller's own reports and what came of them, the last one first",
      query: idPageSchema,
      reply: ownReportsReplySchema,
      async handle({ query, viewer }) {
        const { rows, nextCursor } = await listOwnReports(db, viewer.userId, query);
        const ids = rows.map((row) => row.accused_id);
        const people = await findUsers(db, viewer.userId, ids);
        const blocked = await findBlockedPeople(db, viewer.userId, ids);
        const items = rows.map((row) => {
          const user = people.get(row.accused_id) ?? blocked.get(row.accused_id);
          return {
            _id: row.id,
            kind: row.kind,
            reason: row.reason,
            ...(user && { user }),
            createdAt: iso(row.created_at),
            outcome: row.closed_at === null || row.outcome === '' ? null : row.outcome,
            ...(row.answer && { answer: row.answer }),
          };
        });
        return { items, nextCursor };
      },
    }),
  ];
}
