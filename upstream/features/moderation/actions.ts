import type { AccountEventKind } from '#shared/api/account/account.ts';
import { type CaseActionKind, caseActionKinds } from '#shared/api/moderation.ts';
import type { Trx } from '#upstream/db/connection.ts';
import type { CaseRow } from '#upstream/db/schema.ts';
import type { Deps } from '#upstream/deps.ts';
import { conflict } from '#upstream/http/api-error.ts';
import { priorities } from '#upstream/jobs/job-store.ts';
import type { Letter } from '#upstream/mail/letter.ts';
import { findCredentials } from '../auth/credential-store.ts';
import { noteEvent } from '../history/history-store.ts';
import { erasePicture } from '../media/media-store.ts';
import { notify, removeNotice } from '../notifications/notification-store.ts';
import { connectedWith } from '../requests/relations.ts';
import { standing } from './case-log.ts';
import type { CaseState } from './case-store.ts';
import { hideName, subjects } from './subjects.ts';
import { lockSuspension, suspendPerson, takeSuspensionBack } from './suspension.ts';
import { suspendedLetter, warningLetter } from './warning-store.ts';

/** The notifications and socket events to send after the commit. */
export interface Effects {
  accusedId: string;
  /** Sessions of the person that have ended. */
  endedSessions: string[];
  notificationIds: string[];
  /** People whose open pages show something that has changed. */
  seenBy: string[];
  /** The person whose name others read differently now. */
  renamedId?: string;
}

/** An action that is under way, or is being taken back. */
export interface Acting {
  deps: Deps;
  trx: Trx;
  row: CaseRow;
  state: CaseState;
  /** Of the action; of the one that is taken back. */
  id: string;
  reason: string;
  until: number | null;
  now: number;
  effects: Effects;
}

interface CaseAction {
  /** Why it cannot be done now; undefined where it can. */
  mayNot(state: CaseState): string | undefined;
  apply(acting: Acting): Promise<void>;
  /** Why it cannot be taken back now. */
  mayNotUndo?(state: CaseState, id: string): string | undefined;
  undo(acting: Acting): Promise<void>;
}

const isGone = 'This is not here any more.';
const isRead = 'They have read the warning.';
const isErased = 'An erased picture cannot be brought back.';

export const caseActions: Readonly<Record<Exclude<CaseActionKind, 'undo'>, CaseAction>> = {
  dismiss: {
    mayNot: ({ row }) => (row.closed_at === null ? undefined : 'This case is closed.'),
    apply: async () => undefined,
    undo: async () => undefined,
  },
  hide: {
    mayNot(state) {
      if (state.row.kind === 'picture') return 'A picture is erased, not hidden.';
      if (state.isGone) return isGone;
      return state.isHidden ? 'This is hidden already.' : undefined;
    },
    async apply(acting) {
      await showOrHide(acting, acting);
      await tellOwner(acting, 'content-hidden');
    },
    async undo(acting) {
      await showOrHide(acting, null);
      await tellShown(acting);
    },
  },
  'hide-name': {
    mayNot(state) {
      if (state.row.kind !== 'person') return 'Only a person has a name to hide.';
      if (state.isGone) return isGone;
      return state.isNameHidden ? 'The name is hidden already.' : undefined;
    },
    async apply(acting) {
      await hideName(acting.trx, acting.row.subject, acting);
      acting.effects.renamedId = acting.row.accused_id;
      await tellOwner(acting, 'content-hidden');
    },
    async undo(acting) {
      await hideName(acting.trx, acting.row.subject, null);
      acting.effects.renamedId = acting.row.accused_id;
      await tellShown(acting);
    },
  },
  warn: {
    mayNot: ({ log, waiting }) =>
      log.some(({ id }) => waiting.has(id)) ? 'They have not read the last warning yet.' : undefined,
    async apply(acting) {
      const { trx, row, id, reason, now, deps, effects } = acting;
      const warning = { id, user_id: row.accused_id, reason, created_at: now, acknowledged_at: null };
      await trx.insertInto('warnings').values(warning).execute();
      await mail(acting, 'warned', (name) => warningLetter(name, reason, deps.mail.site));
      await tellOwner(acting, 'warned');
      effects.seenBy = [row.accused_id];
    },
    mayNotUndo: ({ waiting }, id) => (waiting.has(id) ? undefined : isRead),
    async undo({ trx, row, id, effects }) {
      const unread = trx.deleteFrom('warnings').where('id', '=', id).where('acknowledged_at', 'is', null);
      // Of both at the same time, the acknowledgement or this, the first counts.
      if ((await unread.executeTakeFirst()).numDeletedRows === 0n) throw conflict(isRead);
      await removeNotice(trx, { userId: row.accused_id, kind: 'account', subject: 'warned' });
      effects.seenBy = [row.accused_id];
    },
  },
  suspend: {
    mayNot: (state) => (state.isSuspendedForEver ? 'They are suspended without an end already.' : undefined),
    async apply(acting) {
      const { deps, trx, row, id, reason, until, now, effects } = acting;
      const userId = row.accused_id;
      const current = await lockSuspension(trx, deps.engine, userId);
      if (current !== undefined && until !== null && (current.until === null || current.until >= until))
        throw conflict('They are suspended for longer already.');
      effects.endedSessions = await suspendPerson(trx, userId, { until, reason, by: id }, now);
      await mail(acting, 'suspended', (name) => suspendedLetter(name, { reason, until, contact: deps.config.contact }));
      await note(acting, 'suspended');
      effects.seenBy = await connectedWith(trx, userId);
    },
    async undo(acting) {
      const { trx, row, id, now, effects } = acting;
      if (await takeSuspensionBack(trx, row.accused_id, id, now)) await note(acting, 'suspension-ended');
      effects.seenBy = await connectedWith(trx, row.accused_id);
    },
  },
  erase: {
    mayNot: ({ pictures }) => (pictures.length === 0 ? 'There is no uploaded picture here.' : undefined),
    async apply(acting) {
      const { trx, row, state, now, effects } = acting;
      for (const id of state.pictures.toSorted()) await erasePicture(trx, id, now);
      await tellOwner(acting, 'picture-erased');
      effects.seenBy = [row.accused_id];
    },
    mayNotUndo: () => isErased,
    async undo() {
      throw conflict(isErased);
    },
  },
};

/** Why an action cannot be done now; undefined for one that can. */
export function whyNot(action: CaseActionKind, state: CaseState): string | undefined {
  if (action !== 'undo') return caseActions[action].mayNot(state);
  const [last] = standing(state.log);
  return last === undefined ? 'There is nothing to take back.' : caseActions[last.action].mayNotUndo?.(state, last.id);
}

export function allowedActions(state: CaseState): CaseActionKind[] {
  return caseActionKinds.filter((action) => whyNot(action, state) === undefined);
}

async function showOrHide({ trx, row, effects }: Acting, hidden: { reason: string; now: number } | null) {
  const { hide, seenBy } = subjects[row.kind];
  await hide?.(trx, row.subject, hidden);
  effects.seenBy = (await seenBy?.(trx, row)) ?? [row.accused_id];
}

/** In the account's history, without a device and an address: nobody is told who moderates, or from where. */
function note({ trx, row, now }: Acting, kind: AccountEventKind): Promise<void> {
  return noteEvent(trx, { userId: row.accused_id, kind, visit: { device: '', address: '' }, now });
}

/** As a notification and in the account's history. */
async function tellOwner(acting: Acting, kind: 'content-hidden' | 'warned' | 'picture-erased'): Promise<void> {
  const { trx, row, now, effects } = acting;
  await note(acting, kind);
  const told = await notify(trx, { userId: row.accused_id, kind: 'account', subject: kind, now });
  if (told !== undefined) effects.notificationIds.push(told);
}

/** Tells the person that something of theirs is shown again, instead of that it is hidden. */
async function tellShown(acting: Acting): Promise<void> {
  await note(acting, 'content-shown');
  await removeNotice(acting.trx, { userId: acting.row.accused_id, kind: 'account', subject: 'content-hidden' });
}

async function mail({ deps, trx, row }: Acting, kind: 'warned' | 'suspended', write: (name: string) => Letter) {
  const userId = row.accused_id;
  const account = await findCredentials(trx, { userId });
  if (!account || account.emailId === '') return;
  const letter = write(account.firstName);
  await deps.mail.queue(trx, { userId, to: account.emailId, kind, priority: priorities.usual, letter });
}
