import type { Updateable } from 'kysely';
import type { z } from 'zod';
import {
  type NotifyKind,
  type NotifyWays,
  notifyKinds,
  type Preferences,
  type Privacy,
  type preferencesChangeSchema,
} from '#shared/api/account/preferences.ts';
import type { Db, Engine, Trx } from '#upstream/db/connection.ts';
import type { PreferencesRow } from '#upstream/db/schema.ts';

export type PreferencesChanges = z.output<typeof preferencesChangeSchema>;

/** Push messages go to browsers that the person has switched on; until then there is none to send to. */
const defaultWays: NotifyWays = { page: true, mail: true, push: true };

const defaults: PreferencesRow = {
  user_id: '',
  notify: '{}',
  time_zone: '',
  discoverable: 1,
  presence: 1,
  receipts: 1,
  typing: 1,
  who_may_ask: 'everybody',
  show_address: 0,
  show_time_zone: 0,
};

/** The preferences of an account, with the defaults for everything that it has not chosen; also without a row. */
export async function preferencesOf(db: Db, userId: string): Promise<Preferences> {
  const row = await db.selectFrom('preferences').selectAll().where('user_id', '=', userId).executeTakeFirst();
  return present(row ?? defaults);
}

/** The same for many people: every id has an entry. */
export async function preferencesOfMany(db: Db, userIds: readonly string[]): Promise<Map<string, Preferences>> {
  const found = new Map<string, Preferences>(userIds.map((id) => [id, present(defaults)]));
  if (found.size === 0) return found;
  const rows = await db
    .selectFrom('preferences')
    .selectAll()
    .where('user_id', 'in', [...found.keys()])
    .execute();
  for (const row of rows) found.set(row.user_id, present(row));
  return found;
}

/** The kinds of notifications that the person does not want on the page. */
export async function kindsOffPage(db: Db, userId: string): Promise<NotifyKind[]> {
  const { notify } = await preferencesOf(db, userId);
  return notifyKinds.filter((kind) => !notify[kind].page);
}

/** Changes what is named, and nothing else: the row is held, so that of two changes at once neither is lost. */
export async function changePreferences(
  trx: Trx,
  engine: Engine,
  userId: string,
  changes: PreferencesChanges,
): Promise<Preferences> {
  await trx
    .insertInto('preferences')
    .values({ user_id: userId })
    .onConflict((conflict) => conflict.column('user_id').doNothing())
    .execute();
  const row = await trx
    .selectFrom('preferences')
    .selectAll()
    .where('user_id', '=', userId)
    .$if(engine === 'postgres', (query) => query.forUpdate())
    .executeTakeFirstOrThrow();
  const columns = columnsOf(changes, row);
  if (Object.keys(columns).length > 0)
    await trx.updateTable('preferences').set(columns).where('user_id', '=', userId).execute();
  return preferencesOf(trx, userId);
}

const switches = {
  discoverable: 'discoverable',
  presence: 'presence',
  receipts: 'receipts',
  typing: 'typing',
  showAddress: 'show_address',
  showTimeZone: 'show_time_zone',
} as const satisfies Partial<Record<keyof Privacy, keyof PreferencesRow>>;

function columnsOf({ notify, timeZone, privacy }: PreferencesChanges, row: PreferencesRow): Updateable<PreferencesRow> {
  const columns: Updateable<PreferencesRow> = {};
  if (notify !== undefined) columns.notify = JSON.stringify(merged(chosenWays(row.notify), notify));
  // One name for each zone, because the feed compares names.
  if (timeZone !== undefined) columns.time_zone = listedZone(timeZone);
  else if (privacy?.showTimeZone) columns.time_zone = listedZone(row.time_zone);
  if (privacy?.whoMayAsk !== undefined) columns.who_may_ask = privacy.whoMayAsk;
  for (const [name, column] of Object.entries(switches)) {
    const isOn = privacy?.[name as keyof typeof switches];
    if (isOn !== undefined) columns[column] = isOn ? 1 : 0;
  }
  return columns;
}

/** The name under which this program lists a zone: `Asia/Calcutta` for `Asia/Kolkata`. */
function listedZone(name: string): string {
  return name === '' ? '' : new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone;
}

/** Only what was chosen is stored, so that a later default reaches everybody who has not chosen. */
type ChosenWays = Partial<Record<NotifyKind, { [Way in keyof NotifyWays]?: boolean | undefined }>>;

function chosenWays(stored: string): ChosenWays {
  return JSON.parse(stored);
}

function merged(chosen: ChosenWays, changes: NonNullable<PreferencesChanges['notify']>): ChosenWays {
  const kinds = notifyKinds.filter((kind) => chosen[kind] ?? changes[kind]);
  return Object.fromEntries(kinds.map((kind) => [kind, { ...chosen[kind], ...changes[kind] }]));
}

function present(row: PreferencesRow): Preferences {
  const chosen = chosenWays(row.notify);
  const notify = Object.fromEntries(notifyKinds.map((kind) => [kind, { ...defaultWays, ...chosen[kind] }]));
  return {
    notify: notify as Preferences['notify'],
    timeZone: row.time_zone === '' ? null : row.time_zone,
    privacy: {
      discoverable: row.discoverable === 1,
      presence: row.presence === 1,
      receipts: row.receipts === 1,
      typing: row.typing === 1,
      whoMayAsk: row.who_may_ask,
      showAddress: row.show_address === 1,
      showTimeZone: row.show_time_zone === 1,
    },
  };
}
