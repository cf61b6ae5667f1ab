import type { Connection, Trx } from '#upstream/db/connection.ts';
import { transact } from '#upstream/db/transaction.ts';
import { removeSamples } from '#upstream/demo/sample-accounts.ts';
import { isId } from '#upstream/ids.ts';
import { iso } from '#upstream/iso.ts';
import type { Outbox } from '#upstream/mail/outbox.ts';
import { listSessions } from '../auth/session-store.ts';
import { acceptSecret } from './accept-secret.ts';
import {
  type Act,
  actionsOn,
  countEverything,
  endSessions,
  findPerson,
  type Person,
  reasonOfAct,
  removeSecondFactor,
  suspend,
  unsuspend,
} from './admin-store.ts';
import { eraseByOperator } from './erase-by-operator.ts';
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
  const person = request.who === undefined ? undefined : await findPerson(db, request.who);
  if (person === undefined && command === 'history' && isId(request.who ?? '')) {
    const lines = await linesOfActs(db, request.who ?? '');
    if (lines.length > 0) return [`The account ${request.who} is gone.`, ...lines];
  }
  if (person === undefined) throw new Error(`There is no account ${request.who ?? '(no WHO was given)'}.`);
  return onPerson[command as keyof typeof onPerson](connection, person, request);
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
    const ended = await act(connection, person, request, endSessions);
    return [`${ended} sessions of ${person.name} (${person.id}) have ended. Open sockets end within a minute.`];
  },
  async suspend(connection, person, request) {
    // A suspension with an end can be made one without.
    if (person.suspended_at !== null && person.suspended_until === null)
      throw new Error(`${person.name} (${person.id}) is suspended already.`);
    const ended = await act(connection, person, request, suspend);
    return [`${person.name} (${person.id}) is suspended, and ${ended} sessions have ended.`];
  },
  async unsuspend(connection, person, request) {
    if (person.suspended_at === null) throw new Error(`${person.name} (${person.id}) is not suspended.`);
    await act(connection, person, request, unsuspend);
    return [`${person.name} (${person.id}) can log in again.`];
  },
  async 'remove-second-factor'(connection, person, request) {
    const removed = await act(connection, person, request, (trx, userId, made) =>
      removeSecondFactor(trx, userId, made, request.mail),
    );
    if (!removed) throw new Error(`${person.name} (${person.id}) has no second factor.`);
    return [`${person.name} (${person.id}) can log in with the password only.`];
  },
  erase: eraseByOperator,
} satisfies Record<string, OnPerson>;

function act<Result>(
  { db }: Connection,
  { id }: Person,
  request: AdminRequest,
  work: (trx: Trx, userId: string, act: Act) => Promise<Result>,
): Promise<Result> {
  const { operator, now } = request;
  const reason = reasonOfAct(request);
  return transact(db, (trx) => work(trx, id, { operator, reason, now }));
}

async function linesOfActs(db: Connection['db'], userId: string): Promise<string[]> {
  const rows = await actionsOn(db, userId);
  return rows.map((row) => `${iso(row.created_at)}  ${row.action} by ${row.operator}: ${row.reason}`);
}
