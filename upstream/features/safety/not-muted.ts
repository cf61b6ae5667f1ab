import { sql } from 'kysely';

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
