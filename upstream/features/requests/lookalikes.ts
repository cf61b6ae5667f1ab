import { nameSkeleton } from '#shared/account/name-skeleton.ts';
import type { User } from '#shared/api/users.ts';
import type { Db } from '#upstream/db/connection.ts';

/** How many connections are compared in each direction, the newest: a skeleton takes some two microseconds. */
const mostCompared = 1000;

/** Those of these people whose name looks like that of somebody else whom the viewer is connected with. */
export async function findLookalikes(db: Db, viewerId: string, people: Iterable<User>): Promise<Set<string>> {
  const strangers = [...people];
  if (strangers.length === 0) return new Set();
  const known = new Map<string, string>();
  for (const [mine, theirs] of [
    ['from_id', 'to_id'],
    ['to_id', 'from_id'],
  ] as const) {
    const rows = await db
      .selectFrom('requests')
      .innerJoin('users', 'users.id', `requests.${theirs}`)
      .select(['users.id', 'users.first_name', 'users.last_name'])
      .where(`requests.${mine}`, '=', viewerId)
      .where('requests.status', '=', 'accepted')
      .orderBy('requests.updated_at', 'desc')
      .orderBy('requests.id', 'desc')
      .limit(mostCompared)
      .execute();
    for (const row of rows) known.set(nameSkeleton(`${row.first_name} ${row.last_name}`), row.id);
  }
  const isLike = ({ _id, firstName, lastName }: User) => {
    const other = known.get(nameSkeleton(`${firstName} ${lastName}`));
    return other !== undefined && other !== _id;
  };
  return new Set(strangers.filter(isLike).map((person) => person._id));
}
