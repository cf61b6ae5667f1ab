import { hour } from '#shared/durations.ts';
import type { Deps } from '#upstream/deps.ts';
import type { BatchTurn } from '#upstream/jobs/turns.ts';
import { deleteEmptyOpenCases } from './empty-cases.ts';

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
