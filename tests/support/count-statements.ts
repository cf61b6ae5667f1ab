import type { Db } from '#upstream/db/connection.ts';

/** The same database or transaction, with the number of the statements that went through it. */
export function countStatements<Counted extends Db>(db: Counted): { db: Counted; count: () => number } {
  let statements = 0;
  const counted = db.withPlugin({
    transformQuery: ({ node }) => {
      statements += 1;
      return node;
    },
    transformResult: async ({ result }) => result,
  });
  return { db: counted as Counted, count: () => statements };
}
