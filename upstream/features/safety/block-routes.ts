import type { Request } from 'express';
import { messageSchema } from '#shared/api/parts.ts';
import { blockedReplySchema } from '#shared/api/safety.ts';
import { transact } from '#upstream/db/transaction.ts';
import type { Deps } from '#upstream/deps.ts';
import { conflict, userNotFound } from '#upstream/http/api-error.ts';
import { timePageSchema } from '#upstream/http/paging.ts';
import { type Route, routesOf, type Viewer } from '#upstream/http/route.ts';
import { iso } from '#upstream/iso.ts';
import { requireRoom } from '#upstream/limits/quotas.ts';
import { noteEvent } from '../history/history-store.ts';
import { visitOf } from '../history/visit.ts';
import { findBlockedPeople } from '../visibility/people.ts';
import { block, listBlocks, unblock } from './block-store.ts';

const route = routesOf({ tag: 'safety', capability: 'safety.block' });

export function blockRoutes(deps: Deps): Route[] {
  const { db, engine, events } = deps;
  return [
    route({
      method: 'POST',
      path: '/user/block/:userId',
      summary: 'Blocks a person: each is gone for the other, everywhere and at once',
      reply: messageSchema,
      async handle({ params, viewer, req }) {
        if (params.userId === viewer.userId) throw conflict('This is you.');
        if (!(await blockPerson(deps, { viewer, req }, params.userId))) throw userNotFound();
        return { message: 'They are blocked.' };
      },
    }),
    route({
      method: 'DELETE',
      path: '/user/block/:userId',
      summary: 'Takes a block back; what it has ended does not return',
      reply: messageSchema,
      async handle({ params, viewer, req }) {
        const ids = { blockerId: viewer.userId, blockedId: params.userId };
        const { isVisible } = await transact(db, async (trx) => {
          const taken = await unblock(trx, engine, ids);
          if (taken.isVisible) await noteEvent(trx, eventOf(deps, 'unblocked', { viewer, req }));
          return taken;
        });
        if (!isVisible) throw userNotFound();
        events.emit('blockChanged', { ...ids, isBlocked: false, wereConnected: false });
        return { message: 'They are not blocked any more.' };
      },
    }),
    route({
      method: 'GET',
      path: '/user/blocked',
      summary: 'The people whom the caller has blocked, the last one first',
      query: timePageSchema,
      reply: blockedReplySchema,
      async handle({ query, viewer }) {
        const { rows, nextCursor } = await listBlocks(db, viewer.userId, query);
        const people = await findBlockedPeople(
          db,
          viewer.userId,
          rows.map((row) => row.blocked_id),
        );
        const items = rows.flatMap((row) => {
          const user = people.get(row.blocked_id);
          return user ? [{ user, createdAt: iso(row.created_at) }] : [];
        });
        return { items, nextCursor };
      },
    }),
  ];
}

interface Caller {
  viewer: Viewer;
  req: Request;
}

function eventOf(deps: Deps, kind: 'blocked' | 'unblocked', { viewer, req }: Caller) {
  return { userId: viewer.userId, kind, visit: visitOf(req), now: deps.now() };
}

/** False where the caller must not learn that the account is there, or where it is not. */
export async function blockPerson(deps: Deps, caller: Caller, blockedId: string): Promise<boolean> {
  const { db, engine, events } = deps;
  const ids = { blockerId: caller.viewer.userId, blockedId };
  const outcome = await transact(db, async (trx) => {
    await requireRoom(trx, deps.quotas, 'blocks', { userId: ids.blockerId });
    const made = await block(trx, engine, { ...ids, now: deps.now() });
    // Without a visible account it must look as if nothing had happened.
    if (made.kind === 'blocked' && made.isNew && made.isVisible) await noteEvent(trx, eventOf(deps, 'blocked', caller));
    return made;
  });
  // The block is kept all the same: somebody who comes back from a suspension, or unblocks the caller, meets it.
  if (outcome.kind === 'unknown' || !outcome.isVisible) return false;
  if (outcome.isNew) {
    deps.count({ of: 'block' });
    events.emit('notificationsRead', { userId: ids.blockerId });
    events.emit('blockChanged', { ...ids, isBlocked: true, wereConnected: outcome.wereConnected });
  }
  return true;
}
