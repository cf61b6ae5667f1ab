import { sql } from 'kysely';
import { hour } from '#shared/durations.ts';
import type { Db } from '#upstream/db/connection.ts';
import type { Deps } from '#upstream/deps.ts';
import type { Retention } from '#upstream/jobs/retention.ts';
import type { BatchTurn } from '#upstream/jobs/turns.ts';
import { closedReportsKeptMs } from '../safety/report-store.ts';

const hasReport = sql<boolean>`exists (
  select 1 from reports where reports.subject = cases.subject and reports.kind = cases.kind)`;

/** Cases end with their last report. Closed ones end by `emptyCases`; the open ones are few. */
export async function deleteEmptyOpenCases(db: Db): Promise<void> {
  await db.deleteFrom('cases').where('closed_at', 'is', null).where(sql<boolean>`not ${hasReport}`).execute();
}

export const emptyCases: Retention = {
  name: 'cases',
  table: 'cases',
  keys: ['id'],
  age: sql`closed_at`,
  expired: (now) => sql<boolean>`closed_at < ${now - closedReportsKeptMs}`,
  // Its reports are as old as the decision, and are deleted by themselves.
  keptWhile: hasReport,
  index: 'cases_closed',
};

/** Open cases whose reports are gone. They are a queue that people work off, and few. */
export function openCasesTurn({ db }: Pick<Deps, 'db'>): BatchTurn {
  return {
    kind: 'open cases',
    everyMs: hour,
    async batch() {
      await deleteEmptyOpenCases(db);
      return false;
    },
  };
}
