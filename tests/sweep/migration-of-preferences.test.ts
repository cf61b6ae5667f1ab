import { expect, it } from 'vitest';
import { storeConnections, storeUsers } from '#tests/support/chat-people.ts';
import { startUpstream, testPassword } from '#tests/support/start-upstream.ts';
import { createTestDatabase, describeOnBothDatabases } from '#tests/support/test-database.ts';
import { connect } from '#upstream/db/connect.ts';
import { migrate, migrations } from '#upstream/db/migrate.ts';
import { hashPassword } from '#upstream/features/auth/passwords.ts';

const before = migrations.slice(0, migrations.findIndex(({ name }) => name === '019-reports') + 1);

await describeOnBothDatabases(
  'accounts of the version without preferences, two-step login and moderation',
  (engine) => {
    it('go on working, and so do those that an instance of that version makes beside a new one', async () => {
      const database = await createTestDatabase(engine);
      const connection = await connect(database.url);
      const password_hash = await hashPassword(testPassword);
      const setPasswords = () => connection.db.updateTable('users').set({ password_hash }).execute();
      try {
        await migrate(connection, before);
        const [ada = '', ben = ''] = await storeUsers(connection, 2);
        await storeConnections(connection, [[ada, ben]]);
        expect(await migrate(connection)).toEqual(migrations.slice(before.length).map(({ name }) => name));
        await connection.db
          .updateTable('users')
          .set({ email: 'ada@mail.test', email_key: 'ada@mail.test' })
          .where('id', '=', ada)
          .execute();
        const [late = ''] = await storeUsers(connection, 1);
        await setPasswords();

        const upstream = await startUpstream({ databaseUrl: database.url });
        const login = async (emailId: string) => {
          const client = upstream.client();
          const { status, body } = await client.post('/login', { emailId, password: testPassword });
          return { client, status, id: body._id };
        };
        const old = await login('ada@mail.test');
        const beside = await login('person0@stored.test');
        expect([old, beside].map(({ status, id }) => [status, id])).toEqual([
          [200, ada],
          [200, late],
        ]);
        const { body } = await old.client.get('/profile/preferences');
        expect(body.privacy).toMatchObject({ discoverable: true, presence: true, whoMayAsk: 'everybody' });
        expect((await old.client.get('/totp')).body.on).toBe(false);
        const connections = await old.client.get('/user/connections');
        expect(connections.body.data.map(({ _id }: { _id: string }) => _id)).toEqual([ben]);
        const feed = await old.client.get('/user/feed');
        expect(feed.body.map(({ _id }: { _id: string }) => _id)).toEqual([late]);
        expect((await old.client.get('/moderation/cases')).status).toBe(404);
        await upstream.close();
      } finally {
        await connection.close();
        await database.drop();
      }
    });
  },
);
