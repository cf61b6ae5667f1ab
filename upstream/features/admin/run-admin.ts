import type { Connection, Trx } from '#upstream/db/connection.ts';
import { removeSamples } from '#upstream/demo/sample-accounts.ts';
import { isId } from '#upstream/ids.ts';
import { iso } from '#upstream/iso.ts';
import type { Outbox } from '#upstream/mail/outbox.ts';
import { emptyLog, eraseAccount } from '../account/erase-account.ts';
import { findCredentials } from '../auth/credential-store.ts';
import { deleteOtherSessions, listSessions } from '../auth/session-store.ts';
import { secondFactorRemovedLetter } from '../email/sign-in-letters.ts';
import { noteEvent } from '../history/history-store.ts';
import { endSuspension, suspendPerson } from '../moderation/suspension.ts';
import { notify } from '../notifications/notification-store.ts';
import { deleteSecondFactor } from '../totp/second-factor-store.ts';
import { acceptSecret } from './accept-secret.ts';
import { act, actionsOn, countEverything, type Person, requirePerson } from './admin-store.ts';
import { onJobs } from './on-jobs.ts';
import { onModerators } from './on-moderators.ts';

export const usage = `npm run admin -- COMMAND   (in the image: node scripts/admin.ts COMMAND)

  counts                                how many people, sessions, connections, projects and messages there are
  sessions WHO                          a person's sessions
  moderator add WHO                     lets a person moderate; moderator remove WHO ends it, at once
  moderator list                        who moderates
  history WHO                           what was done to a person's account with this command; also of an erased one, by id
  end-sessions WHO --reason TEXT        logs a person out everywhere
  suspend WHO --reason TEXT             logs a person out and keeps them out
  unsuspend WHO --reason TEXT           lets them in again
  remove-second-factor WHO --reason TEXT
                                        the login asks for the password only; the person is told, by mail too
  erase WHO --reason TEXT --confirm ID  erases an account at once and for good; ID is that of the account
  jobs                                  background work, by kind: since when it is due, what fails and why, what is dead
  jobs retry KIND                       tries the failed and dead jobs of a kind now; jobs drop KIND deletes its dead ones
  remove-samples                        removes the accounts of the sample network and of the command seed, with all they wrote
  accept-secret                         lets the database be used with today's SECRET, where the one before is lost

WHO is an email address or an id. --operator NAME says who acts; the user of the machine otherwise.
DATABASE_URL, in .env too, says which database; --database overrides it.`;

const socketsEnd = 'Open sockets end within ten seconds.';

export interface AdminRequest {
  command: string;
  who: string | undefined;
  reason: string | undefined;
  operator: string;
  now: number;
  /** The id that is typed a second time, for what cannot be undone. */
  confirm?: string | undefined;
  /** SECRET of this deployment. */
  secret?: string | undefined;
  /** Writes the mails that tell people; an upstream sends them. Nobody is told by mail without it. */
  mail?: Outbox | undefined;
}

/** Runs one command and answers the lines to print; throws one sentence. */
export async function runAdmin(connection: Connection, request: AdminRequest): Promise<string[]> {
  const { db } = connection;
  const { command, now } = request;
  if (command === 'counts')
    return Object.entries(await countEverything(db, now)).map(([name, count]) => `${name.padEnd(12)} ${count}`);
  if (command === 'remove-samples') {
    const removed = await removeSamples(connection);
    return [removed === 0 ? 'There are no sample accounts.' : `${removed} sample accounts are removed.`];
  }
  if (command === 'accept-secret') return acceptSecret(connection, request.secret, now);
  if (command in onJobs) return onJobs[command as keyof typeof onJobs](connection, request);
  if (command in onModerators) return onModerators[command as keyof typeof onModerators](connection, request);
  if (!(command in onPerson)) throw new Error(`There is no command ${JSON.stringify(command)}.\n\n${usage}`);
  const person = await requirePerson(db, request.who).catch(async (error: unknown) => {
    const lines = command === 'history' && isId(request.who ?? '') ? await linesOfActs(db, request.who ?? '') : [];
    if (lines.length === 0) throw error;
    return [`The account ${request.who} is gone.`, ...lines];
  });
  return Array.isArray(person) ? person : onPerson[command as keyof typeof onPerson](connection, person, request);
}

type OnPerson = (connection: Connection, person: Person, request: AdminRequest) => Promise<string[]>;

const onPerson = {
  async sessions({ db }, person, { now }) {
    const rows = await listSessions(db, person.id, now);
    const lines = rows.map((row) => `${row.id}  last seen ${iso(row.last_seen_at)}  ${row.device}`);
    return [`${person.name} (${person.id}) has ${rows.length} sessions.`, ...lines];
  },
  async history({ db }, person) {
    const lines = await linesOfActs(db, person.id);
    const leaving =
      person.erase_at === null ? [] : [`Its owner is leaving: it will be erased on ${iso(person.erase_at)}.`];
    return [`${person.name} (${person.id}) ${person.suspended_at ? 'is' : 'is not'} suspended.`, ...leaving, ...lines];
  },
  async 'end-sessions'(connection, person, request) {
    requireReason(request);
    const ended = await act(connection, person, request, (trx) => deleteOtherSessions(trx, person.id, null));
    return [`${ended.length} sessions of ${person.name} (${person.id}) have ended. ${socketsEnd}`];
  },
  async suspend(connection, person, request) {
    // A suspension with an end can be made one without.
    if (person.suspended_at !== null && person.suspended_until === null)
      throw new Error(`${person.name} (${person.id}) is suspended already.`);
    const suspension = { until: null, reason: requireReason(request), by: '' };
    const ended = await act(connection, person, request, (trx) =>
      suspendPerson(trx, person.id, suspension, request.now),
    );
    return [`${person.name} (${person.id}) is suspended, and ${ended.length} sessions have ended. ${socketsEnd}`];
  },
  async unsuspend(connection, person, request) {
    if (person.suspended_at === null) throw new Error(`${person.name} (${person.id}) is not suspended.`);
    requireReason(request);
    await act(connection, person, request, (trx) => endSuspension(trx, person.id));
    return [`${person.name} (${person.id}) can log in again.`];
  },
  async 'remove-second-factor'(connection, person, request) {
    requireReason(request);
    if (!(await act(connection, person, request, (trx) => removeSecondFactor(trx, person.id, request))))
      throw new Error(`${person.name} (${person.id}) has no second factor.`);
    return [`${person.name} (${person.id}) can log in with the password only.`];
  },
  /** As its owner can, without the days in between. Nothing brings the account back, so that its id must be typed twice. */
  async erase(connection, person, request) {
    const { id, name } = person;
    const { now, mail, confirm } = request;
    requireReason(request);
    if (confirm !== id)
      throw new Error(
        `This erases ${name} (${id}) for good, with projects, pictures and requests. Nothing brings it back. To do it, add --confirm ${id}.`,
      );
    const { engine } = connection;
    const erased = await act(connection, person, request, async (trx) => {
      const ended = await eraseAccount(trx, { engine, mail }, { userId: id, now, byOperator: true });
      return ended !== undefined;
    });
    if (!erased) throw new Error(`${id} is erased already.`);
    await emptyLog(connection);
    return [`${name} (${id}) is erased. ${socketsEnd}`];
  },
} satisfies Record<string, OnPerson>;

/** The reason that the operator gave; throws where it is missing. */
function requireReason({ reason }: AdminRequest): string {
  if (!reason?.trim()) throw new Error('Say why, with --reason: it is kept with the action.');
  return reason;
}

/** For a person who has lost the app and the recovery codes. False where none is on. */
async function removeSecondFactor(trx: Trx, userId: string, { mail, now }: AdminRequest): Promise<boolean> {
  if (!(await deleteSecondFactor(trx, userId))) return false;
  await noteEvent(trx, { userId, kind: 'second-factor-off', visit: { device: '', address: '' }, now });
  await notify(trx, { userId, kind: 'account', subject: 'second-factor-off', now });
  const account = await findCredentials(trx, { userId });
  if (mail !== undefined && account !== undefined && account.emailId !== '') {
    const letter = secondFactorRemovedLetter({ name: account.firstName, site: mail.site });
    await mail.queue(trx, { userId, to: account.emailId, kind: 'second-factor-off', letter });
  }
  return true;
}

async function linesOfActs(db: Connection['db'], userId: string): Promise<string[]> {
  const rows = await actionsOn(db, userId);
  return rows.map((row) => `${iso(row.created_at)}  ${row.action} by ${row.operator}: ${row.reason}`);
}
