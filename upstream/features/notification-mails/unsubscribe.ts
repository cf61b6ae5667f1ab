import { createHmac, timingSafeEqual } from 'node:crypto';
import { z } from 'zod';
import { deriveKey } from '#platform/config/secret.ts';
import { type NotifyKind, notifyKinds } from '#shared/api/account/preferences.ts';
import { messageSchema } from '#shared/api/parts.ts';
import { to } from '#shared/routes.ts';
import type { Trx } from '#upstream/db/connection.ts';
import { transact } from '#upstream/db/transaction.ts';
import type { Deps } from '#upstream/deps.ts';
import { invalidFields } from '#upstream/http/api-error.ts';
import { type Route, routesOf } from '#upstream/http/route.ts';
import { isId } from '#upstream/ids.ts';
import { networkOfCaller } from '../auth/caller.ts';
import { changePreferences } from '../preferences/preferences-store.ts';

const route = routesOf({ tag: 'account' });

const query = z.object({ token: z.string().max(200) });

/** Works without a session. Only where the deployment sends mail. */
export function unsubscribeRoutes({ db, engine, config, limits, mail, secret }: Deps): Route[] {
  return [
    route({
      method: 'GET',
      path: '/email/unsubscribe',
      summary: 'Leads to the page with the button: a program that only looks into mails changes nothing',
      access: 'public',
      query,
      status: 303,
      download: ['text/plain'],
      reply: z.string(),
      handle({ query: { token }, res }) {
        // The page reads the token from the fragment.
        res.redirect(303, mail.link(to.unsubscribe(), encodeURIComponent(token)));
      },
    }),
    route({
      method: 'POST',
      path: '/email/unsubscribe',
      summary: 'Stops the mails of one kind, which the token names (RFC 8058); the body is not read',
      access: 'public',
      capability: 'notices.mail',
      query,
      reply: messageSchema,
      async handle({ query: { token }, req }) {
        const taken = await limits.take('proof-address', networkOfCaller(req));
        const found =
          readUnsubscribeToken(secret, token) ??
          (config.secretPrevious === undefined ? undefined : readUnsubscribeToken(config.secretPrevious, token));
        if (!found) throw invalidFields({ token: 'This link is not complete. Please open it from the mail again.' });
        await taken.giveBack();
        const { userId, kind } = found;
        const change = { notify: { [kind]: { mail: false } } };
        await transact(db, async (trx) => {
          if (await isThere(trx, userId)) await changePreferences(trx, engine, userId, change);
        });
        return { message: 'You get no more of these mails.' };
      },
    }),
  ];
}

/** Also a suspended person may stop mails. The row of an account that is being deleted is held until it is gone. */
async function isThere(trx: Trx, userId: string): Promise<boolean> {
  const row = await trx
    .updateTable('users')
    .set((eb) => ({ updated_at: eb.ref('updated_at') }))
    .where('id', '=', userId)
    .where('deleted_at', 'is', null)
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}

/** Good for as long as the secret is: mails are kept for years, and it opens nothing else. */
export function unsubscribeToken(secret: string, userId: string, kind: NotifyKind): string {
  return `${userId}.${kind}.${signature(secret, userId, kind)}`;
}

/** Whose mails of which kind; undefined for a token that we have not made. */
export function readUnsubscribeToken(secret: string, token: string): { userId: string; kind: NotifyKind } | undefined {
  const [userId = '', given = '', mac = ''] = token.split('.');
  const kind = notifyKinds.find((one) => one === given);
  if (!isId(userId) || kind === undefined) return undefined;
  const [expected, actual] = [signature(secret, userId, kind), mac].map((text) => Buffer.from(text));
  if (!expected || !actual || expected.length !== actual.length || !timingSafeEqual(expected, actual)) return undefined;
  return token === unsubscribeToken(secret, userId, kind) ? { userId, kind } : undefined;
}

function signature(secret: string, userId: string, kind: NotifyKind): string {
  return createHmac('sha256', deriveKey(secret, 'unsubscribe')).update(`${userId} ${kind}`).digest('base64url');
}
