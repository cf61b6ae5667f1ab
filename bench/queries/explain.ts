import { CompiledQuery, type KyselyPlugin } from 'kysely';
import type { Connection, Db, Trx } from '#upstream/db/connection.ts';

export interface Plan {
  statement: string;
  plan: string;
}

interface Captured {
  query: CompiledQuery;
  /** Statements of one transaction have the same number, others a number of their own. */
  transaction: number;
}

/** Every statement that `work` runs, with the plan that the engine chooses for it, given the tables as they are. */
export async function plansOf(connection: Connection, work: (db: Db) => Promise<unknown>): Promise<Plan[]> {
  const captured = await capture(connection.db, work);
  const plans: Plan[] = [];
  // Settings that precede a statement hold for its transaction, and for no other.
  for (const [, statements] of Map.groupBy(captured, ({ transaction }) => transaction))
    await connection.db.transaction().execute(async (trx) => {
      for (const { query } of statements) {
        if (isSetting(query)) await trx.executeQuery(query);
        else plans.push({ statement: query.sql, plan: await explain(trx, connection.engine === 'postgres', query) });
      }
    });
  return plans;
}

async function capture(db: Db, work: (db: Db) => Promise<unknown>): Promise<Captured[]> {
  const captured: Captured[] = [];
  const executor = db.getExecutor();
  let [transactions, isInside] = [0, false];
  const noted = db.withPlugin({
    transformQuery: ({ node, queryId }) => {
      if (!isInside) transactions += 1;
      captured.push({ query: executor.compileQuery(node, queryId), transaction: transactions });
      return node;
    },
    transformResult: async ({ result }) => result,
  } satisfies KyselyPlugin);
  const transaction = noted.transaction.bind(noted);
  const counting = () => {
    const builder = transaction();
    const execute = builder.execute.bind(builder);
    const executeCounted: typeof execute = async (callback) => {
      transactions += 1;
      isInside = true;
      try {
        return await execute(callback);
      } finally {
        isInside = false;
      }
    };
    return Object.assign(builder, { execute: executeCounted });
  };
  await work(Object.assign(noted, { transaction: counting }));
  return captured;
}

function isSetting({ sql }: CompiledQuery): boolean {
  return /^\s*(set |select set_config)/.test(sql);
}

async function explain(trx: Trx, isPostgres: boolean, query: CompiledQuery): Promise<string> {
  const prefix = isPostgres ? 'explain (costs off)' : 'explain query plan';
  const { rows } = await trx.executeQuery<Record<string, unknown>>(
    CompiledQuery.raw(`${prefix} ${query.sql}`, [...query.parameters]),
  );
  return rows.map((row) => String(row['QUERY PLAN'] ?? row.detail)).join('\n');
}

/** Tables that grow with the number of people; reading one of them from end to end is never right. */
const large =
  'users|user_skills|sessions|requests|projects|project_skills|project_interests|conversations|messages|notifications|people_search|project_search';
const sequential = new RegExp(`Seq Scan on (${large})\\b|^SCAN (${large})(?! USING)\\b`, 'm');

export function readsWholeTable(plan: string): boolean {
  return sequential.test(plan);
}
