import type { Connection } from '#upstream/db/connection.ts';
import { iso } from '#upstream/iso.ts';
import { addModerator, listModerators, removeModerator } from '../moderation/moderator-store.ts';
import { act, type Person, requirePerson } from './admin-store.ts';
import type { AdminRequest } from './run-admin.ts';

type OnModerators = (connection: Connection, request: AdminRequest) => Promise<string[]>;

/** The commands that give somebody the role of a moderator, and take it away. */
export const onModerators = {
  async 'moderator list'({ db }) {
    const rows = await listModerators(db);
    const lines = rows.map(
      (row) => `${row.id}  since ${iso(row.granted_at)}  ${row.first_name} ${row.last_name}  ${row.email}`,
    );
    return [`There are ${rows.length} moderators.`, ...lines];
  },
  async 'moderator add'(connection, request) {
    const person = await change(connection, request, addModerator);
    if (!person.isChanged) throw new Error(`${person.name} (${person.id}) is a moderator already.`);
    return [`${person.name} (${person.id}) is a moderator now.`];
  },
  async 'moderator remove'(connection, request) {
    const person = await change(connection, request, removeModerator);
    if (!person.isChanged) throw new Error(`${person.name} (${person.id}) is no moderator.`);
    return [`${person.name} (${person.id}) is no moderator any more.`];
  },
} satisfies Record<string, OnModerators>;

async function change(
  connection: Connection,
  request: AdminRequest,
  work: typeof addModerator,
): Promise<Person & { isChanged: boolean }> {
  const person = await requirePerson(connection.db, request.who);
  return { ...person, isChanged: await act(connection, person, request, (trx) => work(trx, person.id, request.now)) };
}
