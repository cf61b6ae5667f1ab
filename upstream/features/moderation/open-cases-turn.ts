import { hour } from '#shared/durations.ts';
import { transact } from '#upstream/db/transaction.ts';
import type { Deps } from '#upstream/deps.ts';
import type { BatchTurn } from '#upstream/jobs/turns.ts';
import { deleteEmptyOpenCases } from './empty-cases.ts';
import { adoptReports } from './open-case.ts';

/** Cases that reports and erasures leave behind. The open ones are a queue that people work off, and few. */
export function openCasesTurn({ db }: Pick<Deps, 'db'>): BatchTurn {
  return {
    kind: 'open cases',
    everyMs: hour,
    async batch() {
      await transact(db, adoptReports);
      await deleteEmptyOpenCases(db);
      return false;
    },
  };
}
