import { preferencesChangeSchema, preferencesSchema } from '#shared/api/account/preferences.ts';
import { transact } from '#upstream/db/transaction.ts';
import type { Deps } from '#upstream/deps.ts';
import { userNotFound } from '#upstream/http/api-error.ts';
import { type Route, routesOf } from '#upstream/http/route.ts';
import { lockUsers } from '../people/people-store.ts';
import { changePreferences, preferencesOf } from './preferences-store.ts';

const route = routesOf({ tag: 'account', capability: 'preferences' });

export function preferencesRoutes({ db, engine, events }: Deps): Route[] {
  return [
    route({
      method: 'GET',
      path: '/profile/preferences',
      summary: 'What the caller has chosen about notifications and privacy',
      reply: preferencesSchema,
      handle: ({ viewer }) => preferencesOf(db, viewer.userId),
    }),
    route({
      method: 'PATCH',
      path: '/profile/preferences',
      summary: 'Changes some of them; the others stay as they are',
      body: preferencesChangeSchema,
      reply: preferencesSchema,
      async handle({ viewer: { userId }, body }) {
        const changed = await transact(db, async (trx) => {
          // Waits for requests that are under way, so that none comes in once the answer says that nobody may ask.
          const [own] = await lockUsers(trx, engine, [userId]);
          return own && changePreferences(trx, engine, userId, body);
        });
        if (!changed) throw userNotFound();
        // The counts of the person's other pages may have changed.
        if (body.notify !== undefined) events.emit('notificationsRead', { userId });
        const { presence } = body.privacy ?? {};
        if (presence !== undefined) events.emit('presenceSwitched', { userId, isShown: presence });
        return changed;
      },
    }),
  ];
}
