import { CompiledQuery, type KyselyPlugin } from 'kysely';
import type { Connection, Db, Trx } from '#upstream/db/connect.ts';

export interface Plan {
  statement: string;
  plan: string;
}

/** Every statement that `work` runs, with the plan that the engine chooses for it, given the tables as they are. */
export async function plansOf(connection: Connection, work: (db: Db) => Promise<unknown>): Promise<Plan[]> {
  const { db, engine } = connection;
  const queries: CompiledQuery[] = [];
  const executor = db.getExecutor();
  const capture: KyselyPlugin = {
    transformQuery: ({ node, queryId }) => {
      queries.push(executor.compileQuery(node, queryId));
      return node;
    },
    transformResult: async ({ result }) => result,
  };
  await work(db.withPlugin(capture));
  const plans: Plan[] = [];
  // One transaction, because a statement may be preceded by settings that hold for its transaction.
  await db.transaction().execute(async (trx) => {
    for (const query of queries) {
      if (isSetting(query)) await trx.executeQuery(query);
      else plans.push({ statement: query.sql, plan: await explain(trx, engine === 'postgres', query) });
    }
  });
  return plans;
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
