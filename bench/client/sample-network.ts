import { demoAccount } from '#shared/account/demo-account.ts';
import { type StoredPerson, storeConnections, storeSession, storeUsers } from '#tests/support/chat-people.ts';
import type { Connection } from '#upstream/db/connection.ts';
import { fillDemo } from '#upstream/demo/fill-demo.ts';

/** The sample network with its pictures, as `npm start` makes it; its own user can have more connections than there. */
export async function fillSampleNetwork(connection: Connection, moreConnections = 0) {
  await fillDemo(connection);
  const { db } = connection;
  const idOf = async (email: string) =>
    (await db.selectFrom('users').select('id').where('email_key', '=', email).executeTakeFirstOrThrow()).id;
  const me: StoredPerson = await storeSession(connection, await idOf(demoAccount.emailId));
  const others = await storeUsers(connection, moreConnections);
  await storeConnections(
    connection,
    others.map((id) => [me.id, id] as const),
  );
  const peer = await storeSession(connection, await idOf('sofia@example.com'));
  const project = await db
    .selectFrom('projects')
    .select('id')
    .where('creator_id', '=', me.id)
    .executeTakeFirstOrThrow();
  return { me, peer, projectId: project.id };
}
