import { messageSchema } from '#shared/api/parts.ts';
import { confirmOwnerSchema } from '#shared/api/totp.ts';
import { defineRoute, type Route } from '#upstream/http/route.ts';
import type { OwnerCheck } from './owner-check.ts';

export function confirmRoutes(owner: OwnerCheck): Route[] {
  return [
    defineRoute({
      method: 'POST',
      path: '/profile/confirm',
      summary: 'Confirms that the owner is there, for calls that change a way into the account in the next ten minutes',
      tag: 'account',
      access: 'session',
      capability: 'account',
      body: confirmOwnerSchema,
      reply: messageSchema,
      async handle({ viewer, body, req, res }) {
        await owner.byPassword({ viewer, req, res }, body, 'password');
        return { message: 'Thank you. For ten minutes nothing more is asked for.' };
      },
    }),
  ];
}
