import { CompiledQuery, type KyselyPlugin } from 'kysely';
import type { Connection, Db, Trx } from '#upstream/db/connection.ts';

/** How many statements a call that reads a list may take, however many people there are. */
export const mostStatements = 40;

export interface Plan {
  statement: string;
  plan: string;
}

export interface Captured {
  query: CompiledQuery;
  /** Statements of one transaction have the same number, others a number of their own. */
  transaction: number;
}

/** Every statement that `work` runs, with the plan that the engine chooses for it, given the tables as they are. */
export async function plansOf(connection: Connection, work: (db: Db) => Promise<unknown>): Promise<Plan[]> {
  const noted = noteStatements(connection.db);
  await work(noted.db);
  const plans: Plan[] = [];
  await inTheirTransactions(connection.db, noted.take(), async (trx, query) => {
    plans.push({ statement: query.sql, plan: await explain(trx, connection.engine === 'postgres', query) });
  });
  return plans;
}

export interface NotedStatements {
  /** Use this one instead of the database that was given. */
  db: Db;
  /** The statements since the last time. */
  take(): Captured[];
}

/** Notes the statements that run on a database, of one piece of work at a time. */
export function noteStatements(db: Db): NotedStatements {
  let captured: Captured[] = [];
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
  const take = () => {
    const taken = captured;
    captured = [];
    return taken;
  };
  return { db: Object.assign(noted, { transaction: counting }), take };
}

/** Calls `ask` for each statement, after the settings that precede it: they hold for its transaction, and for no other. */
async function inTheirTransactions(
  db: Db,
  captured: readonly Captured[],
  ask: (trx: Trx, query: CompiledQuery) => Promise<void>,
): Promise<void> {
  for (const [, statements] of Map.groupBy(captured, ({ transaction }) => transaction))
    await db.transaction().execute(async (trx) => {
      for (const { query } of statements) {
        if (isSetting(query)) await trx.executeQuery(query);
        else await ask(trx, query);
      }
    });
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
