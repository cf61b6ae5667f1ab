import type { Db } from '#upstream/db/connection.ts';

/** The rows between one of these people and others: decisions by or about them, and connections. */
export async function storedRelations(db: Db, ids: readonly string[]) {
  const decisions = await db
    .selectFrom('decisions')
    .selectAll()
    .where(({ eb, or }) => or([eb('by_id', 'in', ids), eb('about_id', 'in', ids)]))
    .execute();
  const connections = await db
    .selectFrom('connections')
    .selectAll()
    .where(({ eb, or }) => or([eb('low_id', 'in', ids), eb('high_id', 'in', ids)]))
    .execute();
  return [...decisions, ...connections];
}
