import {
  feedQuerySchema,
  feedReplySchema,
  ownUserSchema,
  profileEditReplySchema,
  profileEditSchema,
  profileReplySchema,
} from '#shared/api/users.ts';
import { transact } from '#upstream/db/transaction.ts';
import type { Deps } from '#upstream/deps.ts';
import { requireVerified, unauthenticated, userNotFound } from '#upstream/http/api-error.ts';
import { filledPage } from '#upstream/http/paging.ts';
import { type Route, routesOf } from '#upstream/http/route.ts';
import { preferencesOf } from '../preferences/preferences-store.ts';
import { mayNotAsk } from '../preferences/reserve.ts';
import { areConnected, withRelations } from '../requests/relations.ts';
import { feedPage } from './feed-page.ts';
import { createOwnUserReader, findUser, withIntents } from './people-store.ts';
import { updateProfile } from './profile-store.ts';

const route = routesOf({ tag: 'people' });

export function peopleRoutes(deps: Deps): Route[] {
  const readOwnUser = createOwnUserReader(deps);
  return [
    route({
      method: 'GET',
      path: '/profile/view',
      summary: "The caller's own record",
      reply: ownUserSchema,
      handle: ({ viewer }) => readOwnUser(viewer.userId),
    }),
    route({
      method: 'PATCH',
      path: '/profile/edit',
      summary: "Changes fields of the caller's own record",
      capability: 'profile.links',
      body: profileEditSchema,
      reply: profileEditReplySchema,
      async handle({ viewer, body }) {
        if (body.isPublic === true) requireVerified(viewer);
        const done = await transact(deps.db, (trx) => updateProfile(trx, viewer.userId, body, deps.now()));
        if (!done) throw unauthenticated();
        return { message: 'Your profile is saved.', data: await readOwnUser(viewer.userId) };
      },
    }),
    route({
      method: 'GET',
      path: '/profile/:userId',
      summary: 'One person',
      reply: profileReplySchema,
      async handle({ params, viewer }) {
        const found = await findUser(deps.db, viewer.userId, params.userId);
        if (!found) throw userNotFound();
        const [known = found] = await withRelations(deps.db, viewer.userId, [found]);
        const user = (await withIntents(deps.db, new Map([[known._id, known]]))).get(known._id) ?? known;
        const emailId = await addressFor(deps, viewer.userId, user._id);
        const closed = await mayNotAsk(deps.db, viewer.userId, user._id);
        return {
          user: { ...user, ...(emailId !== undefined && { emailId }), ...(closed && { mayAsk: false as const }) },
          message: 'Here they are.',
        };
      },
    }),
    route({
      method: 'GET',
      path: '/user/feed',
      summary: 'People whom the caller has not decided on, and who have not decided on the caller',
      capability: 'feed.ranked',
      query: feedQuerySchema,
      reply: feedReplySchema,
      async handle({ viewer, query, res }) {
        const page = await filledPage(
          query.cursor,
          (cursor) => feedPage(deps.db, viewer.userId, { ...query, cursor }),
          ({ items }) => items,
        );
        if (page.nextCursor !== null) res.set('X-Next-Cursor', page.nextCursor);
        return page.items;
      },
    }),
  ];
}

/** The person's confirmed email address, where they show it to their connections and the viewer is one. */
export async function addressFor({ db, mail }: Deps, viewerId: string, userId: string): Promise<string | undefined> {
  const { privacy } = await preferencesOf(db, userId);
  if (!privacy.showAddress || !(await areConnected(db, viewerId, userId))) return undefined;
  const row = await db
    .selectFrom('users')
    .select(['email', 'unverified_since'])
    .where('id', '=', userId)
    .executeTakeFirst();
  const isConfirmed = mail.mode === 'none' || row?.unverified_since === null;
  return isConfirmed ? (row?.email ?? undefined) : undefined;
}
