import type { AccountEventKind } from '#shared/api/account.ts';
import type { Trx } from '#upstream/db/connection.ts';
import type { CaseRow } from '#upstream/db/schema.ts';
import type { Deps } from '#upstream/deps.ts';
import { noteEvent } from '#upstream/features/history/history-store.ts';
import { notify, removeNotice } from '#upstream/features/notifications/notification-store.ts';
import type { Action } from '../act-on-case.ts';
import type { LoggedAction } from '../case-log.ts';
import type { CaseState } from '../case-state.ts';

/** The notifications and socket events to send after the commit. */
export interface Effects {
  /** Sessions of the person that have ended. */
  endedSessions: string[];
  notificationIds: string[];
  /** People whose open pages show something that has changed. */
  seenBy: string[];
  /** The person whose name others read differently now. */
  renamedId?: string;
}

export const noEffects: Effects = { endedSessions: [], notificationIds: [], seenBy: [] };

/** What a moderator may do to the person or the thing of a case. */
export interface CaseAction {
  /** Why it cannot be done now; undefined where it can. */
  mayNot: (state: CaseState) => string | undefined;
  apply: (deps: Deps, trx: Trx, row: CaseRow, state: CaseState, action: Action) => Promise<Effects>;
  undo: {
    /** Why it cannot be taken back now. */
    mayNot?: (state: CaseState, done: LoggedAction) => string | undefined;
    apply: (trx: Trx, row: CaseRow, done: LoggedAction, now: number) => Promise<Effects>;
  };
}

/** As a notification and in the account's history. */
export async function tellOwner(
  trx: Trx,
  userId: string,
  kind: 'content-hidden' | 'warned' | 'picture-erased',
  now: number,
): Promise<string[]> {
  await noteFor(trx, userId, kind, now);
  const told = await notify(trx, { userId, kind: 'account', subject: kind, now });
  return told === undefined ? [] : [told];
}

/** Tells the person that something of theirs is shown again, instead of that it is hidden. */
export async function tellShown(trx: Trx, userId: string, now: number): Promise<void> {
  await noteFor(trx, userId, 'content-shown', now);
  await removeNotice(trx, { userId, kind: 'account', subject: 'content-hidden' });
}

/** Without a device and an address: nobody is told who moderates, or from where. */
export function noteFor(trx: Trx, userId: string, kind: AccountEventKind, now: number): Promise<void> {
  return noteEvent(trx, { userId, kind, visit: { device: '', address: '' }, now });
}
