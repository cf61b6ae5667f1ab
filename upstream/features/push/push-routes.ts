import { ECDH } from 'node:crypto';
import {
  pushKeyReplySchema,
  pushStateSchema,
  pushSubscribedSchema,
  pushSubscriptionSchema,
} from '#shared/api/notifications.ts';
import { transact } from '#upstream/db/transaction.ts';
import type { Deps } from '#upstream/deps.ts';
import { invalidFields, unauthenticated } from '#upstream/http/api-error.ts';
import { type Route, routesOf } from '#upstream/http/route.ts';
import { deleteSubscription, isSubscribed, putSubscription } from './subscription-store.ts';

const route = routesOf({ tag: 'notifications', capability: 'push' });

export function pushRoutes({ db, engine, now, push }: Deps): Route[] {
  return [
    route({
      method: 'GET',
      path: '/push/key',
      summary: 'The public key for push messages, and whether this session gets them',
      reply: pushKeyReplySchema,
      async handle({ viewer: { sessionId } }) {
        const { publicKey } = await push.keys();
        return { key: publicKey, subscribed: await isSubscribed(db, sessionId) };
      },
    }),
    route({
      method: 'POST',
      path: '/push/subscription',
      summary: 'Sends push messages to this browser for as long as its session lasts',
      body: pushSubscriptionSchema,
      reply: pushSubscribedSchema,
      async handle({ viewer: { userId, sessionId }, body: { endpoint, keys } }) {
        const problem = push.problemOf(endpoint);
        if (problem !== undefined) throw invalidFields({ endpoint: problem });
        if (!isPoint(keys.p256dh)) throw invalidFields({ 'keys.p256dh': 'The key of this browser is not valid.' });
        const subscription = { user_id: userId, session_id: sessionId, endpoint: new URL(endpoint).href, ...keys };
        const id = await transact(db, (trx) => putSubscription(trx, engine, subscription, now()));
        if (id === undefined) throw unauthenticated();
        return { subscribed: true, subscription: id };
      },
    }),
    route({
      method: 'DELETE',
      path: '/push/subscription',
      summary: 'Sends this session no more push messages',
      reply: pushStateSchema,
      async handle({ viewer: { sessionId } }) {
        await deleteSubscription(db, { sessionId });
        return { subscribed: false };
      },
    }),
  ];
}

/** Whether the key is a point of the curve, as encrypting with it needs. */
function isPoint(key: string): boolean {
  try {
    const bytes = Buffer.from(key, 'base64url');
    ECDH.convertKey(bytes, 'prime256v1');
    return bytes.length === 65 && bytes[0] === 4;
  } catch {
    return false;
  }
}
