import { createHash } from 'node:crypto';
import { expect, it } from 'vitest';
import { day } from '#shared/durations.ts';
import { startUpstream, testPassword } from '#tests/support/start-upstream.ts';
import { createTestDatabase, describeOnBothDatabases } from '#tests/support/test-database.ts';
import { connect } from '#upstream/db/connect.ts';
import type { Connection } from '#upstream/db/connection.ts';
import { migrate } from '#upstream/db/migrate.ts';
import { firstSchema } from '#upstream/db/migrations/001-first-schema.ts';
import { search } from '#upstream/db/migrations/002-search.ts';
import { receipts } from '#upstream/db/migrations/003-receipts.ts';
import { unread } from '#upstream/db/migrations/004-unread.ts';
import { decidedRuns } from '#upstream/db/migrations/005-decided-runs.ts';
import { hashPassword } from '#upstream/features/auth/passwords.ts';
import { newId } from '#upstream/ids.ts';

const released = [firstSchema, search, receipts, unread, decidedRuns];
const hashOf = (token: string) => createHash('sha256').update(token).digest('hex');
const tokenOf = (letter: string) => letter.repeat(43);

/** The statements of the released version, which know none of the new columns. */
function releasedVersion({ db }: Connection) {
  return {
    addUser: (id: string, email: string, passwordHash: string | null) =>
      db
        .insertInto('users')
        .values({
          ...{ id, first_name: 'Ada', last_name: 'Lovelace', email, email_key: email, password_hash: passwordHash },
          ...{ photo_url: '', about: '', headline: '', location: '', github_url: '', website_url: '' },
          ...{ created_at: 1, updated_at: 1, deleted_at: null },
        } as never)
        .execute(),
    addSession: (userId: string, token: string, now: number) =>
      db
        .insertInto('sessions')
        .values({
          ...{ id: newId(now), token_hash: hashOf(token), user_id: userId, device: 'Firefox' },
          ...{ created_at: now, last_seen_at: now, expires_at: now + 30 * day },
        } as never)
        .execute(),
    userOf: async (token: string, now: number) => {
      const row = await db
        .selectFrom('sessions')
        .select('user_id')
        .where('token_hash', '=', hashOf(token))
        .where('expires_at', '>', now)
        .executeTakeFirst();
      return row?.user_id;
    },
  };
}

await describeOnBothDatabases('accounts and sessions of the version before', (engine) => {
  it('go on working, beside an instance of that version', async () => {
    const database = await createTestDatabase(engine);
    const connection = await connect(database.url);
    const old = releasedVersion(connection);
    let now = Date.now();
    const [ada, sample, demo, person] = [newId(), newId(), newId(), newId()];
    await migrate(connection, released);
    await old.addUser(ada, 'ada@mail.test', await hashPassword(testPassword));
    await old.addUser(sample, 'mei@example.com', null);
    await old.addUser(demo, 'demo@example.com', 'hash');
    await old.addUser(person, 'real@example.com', 'hash');
    await old.addSession(ada, tokenOf('a'), now);

    const upstream = await startUpstream({ databaseUrl: database.url, now: () => now });
    const marked = await upstream.db.selectFrom('users').select('id').where('is_sample', '=', 1).execute();
    expect(marked.map((row) => row.id).sort()).toEqual([sample, demo].sort());

    await old.addSession(ada, tokenOf('b'), now);
    for (const letter of ['a', 'b']) {
      const client = upstream.client();
      client.cookies.set('token', tokenOf(letter));
      expect((await client.get('/profile/view')).body._id).toBe(ada);
      now += day;
      const before = client.cookies.get('token') ?? '';
      expect((await client.get('/profile/view')).setCookies).toHaveLength(1);
      // A call with the new cookie, and one that was sent before it arrived, may reach the old instance.
      expect(await old.userOf(client.cookies.get('token') ?? '', now)).toBe(ada);
      expect(await old.userOf(before, now)).toBe(ada);
    }
    expect((await upstream.client().post('/login', { emailId: 'ada@mail.test', password: testPassword })).status).toBe(
      200,
    );
    await upstream.close();
    await connection.close();
    await database.drop();
  });
});
