import { caseActionSchema, casesQuerySchema, casesReplySchema, moderationCaseSchema } from '#shared/api/moderation.ts';
import { messageSchema } from '#shared/api/parts.ts';
import type { Deps } from '#upstream/deps.ts';
import { notFound } from '#upstream/http/api-error.ts';
import { timeCursor } from '#upstream/http/cursor.ts';
import { cutPage } from '#upstream/http/paging.ts';
import { type Route, routesOf } from '#upstream/http/route.ts';
import { tellEnded } from '../auth/session.ts';
import { markNoticeRead } from '../notifications/notification-store.ts';
import { tellNotified } from '../notifications/tell-notified.ts';
import { actOnCase, readCase } from './act-on-case.ts';
import { listCases, noteLook } from './case-store.ts';
import { presentCases } from './present-case.ts';
import { acknowledgeWarning } from './warning-store.ts';

const route = routesOf({ tag: 'moderation', capability: 'moderation' });

export function moderationRoutes(deps: Deps): Route[] {
  const { db, events, now } = deps;
  return [
    route({
      role: 'moderator',
      method: 'GET',
      path: '/moderation/cases',
      summary:
        'For moderators: the cases that wait, the most urgent first, or those that are closed, the last one first',
      query: casesQuerySchema.extend({ cursor: timeCursor.optional() }),
      reply: casesReplySchema,
      async handle({ query, viewer }) {
        const { state, limit, cursor } = query;
        const found = await listCases(db, viewer.userId, { state, limit, after: cursor });
        const { rows, nextCursor } = cutPage(found, limit, ({ id, due_at, closed_at }) =>
          timeCursor.encode({ time: closed_at ?? due_at, id }),
        );
        return { items: await presentCases(db, rows, now()), nextCursor };
      },
    }),
    route({
      role: 'moderator',
      method: 'GET',
      path: '/moderation/cases/:id',
      summary: 'For moderators: one case with its evidence, and what is known of the people in it',
      reply: moderationCaseSchema,
      async handle({ params, viewer }) {
        const found = await readCase(deps, viewer.userId, params.id);
        const at = now();
        if (found.firstSeenAt === null && (await noteLook(db, found._id, at)))
          deps.count({ of: 'first-look', seconds: (at - Date.parse(found.openedAt)) / 1000 });
        return found;
      },
    }),
    route({
      role: 'moderator',
      method: 'POST',
      path: '/moderation/cases/:id/actions',
      summary:
        'For moderators: acts on a case, or takes the last action back; 409 case_changed when another was faster',
      body: caseActionSchema,
      reply: moderationCaseSchema,
      async handle({ params, body, viewer }) {
        const done = await actOnCase(deps, { moderatorId: viewer.userId, caseId: params.id, body });
        tellEnded(deps, done.accusedId, done.endedSessions);
        for (const id of done.notificationIds) tellNotified(events, id);
        events.emit('contentChanged', { userIds: done.seenBy });
        if (done.renamedId !== undefined) events.emit('shownNameChanged', { userId: done.renamedId });
        deps.count({ of: 'case-action', action: body.action });
        return readCase(deps, viewer.userId, params.id);
      },
    }),
    route({
      method: 'POST',
      path: '/profile/warnings/:warningId/acknowledge',
      summary: 'The caller has read a warning of a moderator',
      reply: messageSchema,
      async handle({ params, viewer }) {
        if (!(await acknowledgeWarning(db, viewer.userId, params.warningId, now())))
          throw notFound('There is no such warning.');
        const { userId } = viewer;
        if (await markNoticeRead(db, { userId, kind: 'account', subject: 'warned', now: now() }))
          events.emit('notificationsRead', { userId });
        return { message: 'You have read it.' };
      },
    }),
  ];
}
