import { pictureIdOf } from '#shared/pictures.ts';
import type { Db } from '#upstream/db/connection.ts';
import type { CaseRow } from '#upstream/db/schema.ts';
import { picturesAmong } from '../media/media-store.ts';
import { copiesOf } from '../safety/report-copies.ts';
import { actionsOfCase, type LoggedAction } from './case-log.ts';
import { reportsOfCase, stateOfSubject } from './case-store.ts';
import { findSuspension } from './suspension.ts';
import { waitingWarnings } from './warning-store.ts';

/** The facts that decide which actions a case allows. */
export interface CaseState {
  row: CaseRow;
  isHidden: boolean;
  isNameHidden: boolean;
  isGone: boolean;
  /** Uploaded pictures that the evidence shows, and that are still there. */
  pictures: string[];
  log: LoggedAction[];
  /** Warnings of the person that they have not acknowledged. */
  waiting: ReadonlySet<string>;
  isSuspendedForEver: boolean;
}

export async function readCaseState(db: Db, row: CaseRow): Promise<CaseState> {
  const reports = await reportsOfCase(db, row);
  const shown = reports.flatMap(({ evidence }) => picturesIn(evidence));
  return {
    row,
    ...(await stateOfSubject(db, row)),
    pictures: await picturesAmong(db, [...new Set(shown)]),
    log: await actionsOfCase(db, row.id),
    waiting: await waitingWarnings(db, row.accused_id),
    isSuspendedForEver: await isSuspendedForEver(db, row.accused_id),
  };
}

/** The ids of uploaded pictures in a report's copies: a photo, a cover, a project's picture, a reported one. */
function picturesIn(stored: string): string[] {
  const { evidence, earlier = [] } = copiesOf(stored);
  return [evidence, ...earlier].flatMap((copy) => {
    const fields: Record<string, unknown> = { ...copy };
    return ['photoUrl', 'coverUrl', 'image', 'url'].flatMap((field) => {
      const url = fields[field];
      return typeof url === 'string' ? (pictureIdOf(url) ?? []) : [];
    });
  });
}

async function isSuspendedForEver(db: Db, userId: string): Promise<boolean> {
  const suspension = await findSuspension(db, userId);
  return suspension?.until === null;
}
