import { sql } from 'kysely';
import type { Db, Trx } from '#upstream/db/connection.ts';
import type { MuteRow } from '#upstream/db/schema.ts';
import { type Page, type TimePage, timePage } from '#upstream/http/paging.ts';
import { fold } from '../search/search-text.ts';
import { visibleTo } from '../visibility/people.ts';

export async function mute(trx: Trx, userId: string, mutedId: string, now: number): Promise<void> {
  await trx
    .insertInto('mutes')
    .values({ user_id: userId, muted_id: mutedId, created_at: now })
    .onConflict((conflict) => conflict.columns(['user_id', 'muted_id']).doNothing())
    .execute();
}

export async function isMuted(db: Db, userId: string, otherId: string): Promise<boolean> {
  const row = await db
    .selectFrom('mutes')
    .select('muted_id')
    .where('user_id', '=', userId)
    .where('muted_id', '=', otherId)
    .executeTakeFirst();
  return row !== undefined;
}

/** False when the person was not muted. */
export async function unmute(db: Db, userId: string, mutedId: string): Promise<boolean> {
  const deleted = await db
    .deleteFrom('mutes')
    .where('user_id', '=', userId)
    .where('muted_id', '=', mutedId)
    .executeTakeFirst();
  return deleted.numDeletedRows > 0n;
}

/** The people whom somebody has muted, newest first, without those who are gone. */
export function listMutes(db: Db, userId: string, page: TimePage): Promise<Page<MuteRow>> {
  const muted = db
    .selectFrom('mutes')
    .innerJoin('users', 'users.id', 'mutes.muted_id')
    .selectAll('mutes')
    .where('mutes.user_id', '=', userId)
    .where('users.suspended_at', 'is', null)
    .where(visibleTo(userId, 'mutes.muted_id'));
  return timePage(muted, page, 'mutes.created_at', 'mutes.muted_id');
}

/** As they were typed, by their keys. */
export async function listMutedWords(db: Db, userId: string): Promise<string[]> {
  const rows = await db
    .selectFrom('muted_words')
    .select('word')
    .where('user_id', '=', userId)
    .orderBy('word_key')
    .execute();
  return rows.map(({ word }) => word);
}

/** A word that differs from a muted one only in case or accents replaces its spelling. */
export async function muteWord(trx: Trx, userId: string, word: string): Promise<void> {
  await trx
    .insertInto('muted_words')
    .values({ user_id: userId, word_key: fold(word), word })
    .onConflict((conflict) => conflict.columns(['user_id', 'word_key']).doUpdateSet({ word }))
    .execute();
}

export async function unmuteWord(db: Db, userId: string, word: string): Promise<void> {
  await db.deleteFrom('muted_words').where('user_id', '=', userId).where('word_key', '=', fold(word)).execute();
}

/** The condition that the viewer has not muted a person. `person` is the column with the person's id. */
export function notMuted(viewerId: string, person: string) {
  return sql<boolean>`not exists (
    select 1 from mutes where mutes.user_id = ${viewerId} and mutes.muted_id = ${sql.ref(person)})`;
}

/**
 * The condition that what a person or project says of itself has none of the viewer's muted words. `terms` is the column
 * of a search table, which holds each word in the form that `fold` gives it, after a `t`. A key has letters, digits and
 * marks only, so that it means nothing to `like`.
 */
export function withoutMutedWords(viewerId: string, terms: string) {
  return sql<boolean>`not exists (
    select 1 from muted_words where muted_words.user_id = ${viewerId}
      and ' ' || ${sql.ref(terms)} || ' ' like '% t' || muted_words.word_key || ' %')`;
}
