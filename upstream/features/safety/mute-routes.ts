import { messageSchema } from '#shared/api/parts.ts';
import { mutedReplySchema, mutedWordSchema, mutedWordsReplySchema } from '#shared/api/safety.ts';
import { limits } from '#shared/limits.ts';
import { transact } from '#upstream/db/transaction.ts';
import type { Deps } from '#upstream/deps.ts';
import { conflict, notFound, userNotFound } from '#upstream/http/api-error.ts';
import { timePageSchema } from '#upstream/http/paging.ts';
import { type Route, routesOf } from '#upstream/http/route.ts';
import { iso } from '#upstream/iso.ts';
import { requireRoom } from '#upstream/limits/quotas.ts';
import { findUsers, transactAs } from '../people/people-store.ts';
import { holdPair } from './block-store.ts';
import { listMutedWords, listMutes, mute, muteWord, unmute, unmuteWord } from './mute-store.ts';

const route = routesOf({ tag: 'safety', capability: 'safety.mute' });

export function muteRoutes(deps: Deps): Route[] {
  const { db, engine } = deps;
  return [
    route({
      method: 'POST',
      path: '/user/mute/:userId',
      summary: 'Mutes a person: they are in no feed, search or list of projects of the caller, and learn nothing of it',
      reply: messageSchema,
      async handle({ params: { userId }, viewer }) {
        if (userId === viewer.userId) throw conflict('This is you.');
        const isThere = await transact(db, async (trx) => {
          if (!(await holdPair(trx, engine, viewer.userId, userId))) return false;
          await requireRoom(trx, deps.quotas, 'mutes', { userId: viewer.userId });
          await mute(trx, viewer.userId, userId, deps.now());
          return true;
        });
        if (!isThere) throw userNotFound();
        return { message: 'They are muted.' };
      },
    }),
    route({
      method: 'DELETE',
      path: '/user/mute/:userId',
      summary: 'Ends the muting of a person',
      reply: messageSchema,
      async handle({ params, viewer }) {
        if (!(await unmute(db, viewer.userId, params.userId))) throw notFound('This person is not muted.');
        return { message: 'They are not muted any more.' };
      },
    }),
    route({
      method: 'GET',
      path: '/user/muted',
      summary: 'The people whom the caller has muted, the last one first, and the muted words',
      query: timePageSchema,
      reply: mutedReplySchema,
      async handle({ query, viewer }) {
        const { rows, nextCursor } = await listMutes(db, viewer.userId, query);
        const people = await findUsers(
          db,
          viewer.userId,
          rows.map((row) => row.muted_id),
        );
        const items = rows.flatMap((row) => {
          const user = people.get(row.muted_id);
          return user ? [{ user, createdAt: iso(row.created_at) }] : [];
        });
        return { items, nextCursor, words: await listMutedWords(db, viewer.userId) };
      },
    }),
    route({
      method: 'POST',
      path: '/user/muted-words',
      summary: 'Mutes a word: people and projects that say it are in no list of the caller',
      body: mutedWordSchema,
      reply: mutedWordsReplySchema,
      async handle({ body, viewer }) {
        await transactAs(deps, viewer.userId, async (trx) => {
          await muteWord(trx, viewer.userId, body.word);
          const words = await listMutedWords(trx, viewer.userId);
          if (words.length > limits.mutedWords.max)
            throw conflict(`At most ${limits.mutedWords.max} words can be muted.`);
        });
        return { words: await listMutedWords(db, viewer.userId) };
      },
    }),
    route({
      method: 'DELETE',
      path: '/user/muted-words',
      summary: 'Ends the muting of one word; one that is not muted is no failure',
      body: mutedWordSchema,
      reply: mutedWordsReplySchema,
      async handle({ body, viewer }) {
        await unmuteWord(db, viewer.userId, body.word);
        return { words: await listMutedWords(db, viewer.userId) };
      },
    }),
  ];
}
