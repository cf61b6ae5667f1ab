import type { AccountEventKind } from '#shared/api/account.ts';
import type { Trx } from '#upstream/db/connection.ts';
import type { CaseRow } from '#upstream/db/schema.ts';
import type { Deps } from '#upstream/deps.ts';
import { conflict } from '#upstream/http/api-error.ts';
import { priorities } from '#upstream/jobs/job-store.ts';
import { findCredentials } from '../auth/credential-store.ts';
import { noteEvent } from '../history/history-store.ts';
import { erasePicture } from '../media/media-store.ts';
import { notify } from '../notifications/notification-store.ts';
import { connectedWith } from '../requests/relations.ts';
import type { Action } from './act-on-case.ts';
import type { CaseState } from './case-state.ts';
import { hideContent, hideName, whoSees } from './hide-content.ts';
import { lockSuspension, suspendPerson } from './suspension.ts';
import { insertWarning, suspendedLetter, warningLetter } from './warning-store.ts';

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

type Apply = (deps: Deps, trx: Trx, row: CaseRow, state: CaseState, action: Action) => Promise<Effects>;

/** Does one action to the person or the thing. The caller has checked that it can be done. */
export function applyAction(...[deps, trx, row, state, action]: Parameters<Apply>): Promise<Effects> {
  return effectOf[action.kind as keyof typeof effectOf](deps, trx, row, state, action);
}

const effectOf = {
  async hide(_deps, trx, row, _state, { reason, now }) {
    await hideContent(trx, row, { reason, now });
    const told = await tellOwner(trx, row.accused_id, 'content-hidden', now);
    return { endedSessions: [], notificationIds: told, seenBy: await whoSees(trx, row) };
  },
  async 'hide-name'(_deps, trx, row, _state, { reason, now }) {
    await hideName(trx, row.subject, { reason, now });
    const told = await tellOwner(trx, row.accused_id, 'content-hidden', now);
    return { endedSessions: [], notificationIds: told, seenBy: [], renamedId: row.accused_id };
  },
  async warn({ mail }, trx, row, _state, { id, reason, now }) {
    await insertWarning(trx, { id, userId: row.accused_id, reason, now });
    const account = await findCredentials(trx, { userId: row.accused_id });
    if (account && account.emailId !== '') {
      const letter = warningLetter(account.firstName, reason, mail.site);
      await mail.queue(trx, {
        userId: account.userId,
        to: account.emailId,
        kind: 'warned',
        priority: priorities.usual,
        letter,
      });
    }
    const told = await tellOwner(trx, row.accused_id, 'warned', now);
    return { endedSessions: [], notificationIds: told, seenBy: [row.accused_id] };
  },
  async suspend({ mail, config, engine }, trx, row, _state, { id, reason, until, now }) {
    const userId = row.accused_id;
    const current = await lockSuspension(trx, engine, userId);
    if (current !== undefined && until !== null && (current.until === null || current.until >= until))
      throw conflict('They are suspended for longer already.');
    const account = await findCredentials(trx, { userId });
    const endedSessions = await suspendPerson(trx, userId, { until, reason, by: id }, now);
    if (account && account.emailId !== '') {
      const letter = suspendedLetter(account.firstName, { reason, until, contact: config.contact });
      await mail.queue(trx, { userId, to: account.emailId, kind: 'suspended', priority: priorities.usual, letter });
    }
    await noteFor(trx, userId, 'suspended', now);
    return { endedSessions, notificationIds: [], seenBy: await connectedWith(trx, userId) };
  },
  async erase(_deps, trx, row, { pictures }, { now }) {
    for (const id of pictures.toSorted()) await erasePicture(trx, id, now);
    const told = await tellOwner(trx, row.accused_id, 'picture-erased', now);
    return { endedSessions: [], notificationIds: told, seenBy: [row.accused_id] };
  },
} satisfies Record<string, Apply>;

/** As a notification and in the account's history. */
async function tellOwner(
  trx: Trx,
  userId: string,
  kind: 'content-hidden' | 'warned' | 'picture-erased',
  now: number,
): Promise<string[]> {
  await noteFor(trx, userId, kind, now);
  const told = await notify(trx, { userId, kind: 'account', subject: kind, now });
  return told === undefined ? [] : [told];
}

/** Without a device and an address: nobody is told who moderates, or from where. */
export function noteFor(trx: Trx, userId: string, kind: AccountEventKind, now: number): Promise<void> {
  return noteEvent(trx, { userId, kind, visit: { device: '', address: '' }, now });
}
