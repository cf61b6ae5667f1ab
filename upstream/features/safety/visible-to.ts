import { type RawBuilder, sql } from 'kysely';

/**
 * The condition that nobody of the two has blocked the other. `person` is the column with the other person's id. Every
 * query that answers something of another person to `viewerId` needs it: to each of the two, the other's account is gone.
 */
export function visibleTo(viewerId: string | RawBuilder<unknown>, person: string) {
  return sql<boolean>`(not exists (
      select 1 from blocks where blocks.blocker_id = ${viewerId} and blocks.blocked_id = ${sql.ref(person)})
    and not exists (
      select 1 from blocks where blocks.blocker_id = ${sql.ref(person)} and blocks.blocked_id = ${viewerId}))`;
}

/** The same for one direction: the person has not blocked `viewerId`, who may have blocked them. */
export function notBlocking(viewerId: string, person: string) {
  return sql<boolean>`not exists (
    select 1 from blocks where blocks.blocker_id = ${sql.ref(person)} and blocks.blocked_id = ${viewerId})`;
}
