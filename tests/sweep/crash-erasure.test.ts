// @module-tag once
import { readFileSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import pg from 'pg';
import { afterEach, expect, it } from 'vitest';
import { chatClient, connected } from '#tests/support/chat-client.ts';
import { eventually } from '#tests/support/start-product.ts';
import { TestClient } from '#tests/support/test-client.ts';
import { createTestDatabase, describeOnEachDatabase, type TestDatabase } from '#tests/support/test-database.ts';
import { startUpstreamProcess, type UpstreamProcess } from '#tests/support/upstream-process.ts';
import { connect } from '#upstream/db/connect.ts';
import type { Connection } from '#upstream/db/connection.ts';

const password = 'Test#Passw0rd';

/** Holds an erasure up near its end, where it changes the conversations, until it is released. */
interface Obstacle {
  /** Whether the erasure waits there. */
  isReached(): Promise<boolean>;
  release(): Promise<void>;
}

async function lockConversations(url: string): Promise<Obstacle> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query('begin');
  await client.query('select * from conversations for update');
  return {
    async isReached() {
      // A transaction sees the same activities all the time otherwise.
      await client.query('select pg_stat_clear_snapshot()');
      const { rows } = await client.query(
        "select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock' and query ilike '%conversations%'",
      );
      return rows.length > 0;
    },
    async release() {
      await client.query('rollback');
      await client.end();
    },
  };
}

/** SQLite has one writer: a trigger that counts for a long time holds the erasure up. */
async function slowConversations(url: string): Promise<Obstacle> {
  const file = url.slice('sqlite:'.length);
  const change = (sql: string): void => {
    const database = new DatabaseSync(file, { timeout: 5000 });
    database.exec(sql);
    database.close();
  };
  change(`
    create view long as with recursive c(n) as (select 1 union all select n + 1 from c where n < 1000000000) select n from c;
    create trigger slow before update of unread_low on conversations begin select count(*) from long; end`);
  let timesBusy = 0;
  return {
    async isReached() {
      const database = new DatabaseSync(file, { timeout: 0 });
      try {
        database.exec('begin immediate; rollback');
        timesBusy = 0;
        return false;
      } catch {
        // Other writers are done within moments.
        timesBusy += 1;
        return timesBusy > 20;
      } finally {
        database.close();
      }
    },
    async release() {
      change('drop trigger slow; drop view long');
    },
  };
}

await describeOnEachDatabase('an erasure whose process is killed', (engine) => {
  let database: TestDatabase;
  let connection: Connection | undefined;
  let upstream: UpstreamProcess | undefined;
  let obstacle: Obstacle | undefined;
  afterEach(async () => {
    await upstream?.kill();
    await obstacle?.release();
    await connection?.close();
    [upstream, obstacle, connection] = [undefined, undefined, undefined];
    await database.drop();
  });

  async function start(): Promise<string> {
    upstream = await startUpstreamProcess({ DATABASE_URL: database.url, LEAVING_DAYS: '14' });
    return `http://127.0.0.1:${upstream.port}`;
  }

  async function stop(how: 'kill' | 'stop'): Promise<void> {
    await upstream?.[how]();
    upstream = undefined;
  }

  async function signUp(url: string, firstName: string) {
    const client = new TestClient(url);
    const login = { emailId: `${firstName.toLowerCase()}@mail.test`, password };
    const { body } = await client.post('/signup', { ...login, firstName, lastName: 'Byron' });
    return { client, login, id: body.data.savedUser._id as string };
  }

  it('leaves nothing half erased, and is finished by the next start', async () => {
    database = await createTestDatabase(engine);
    const url = await start();
    const [ada, ben] = [await signUp(url, 'Ada'), await signUp(url, 'Ben')];
    await ada.client.patch('/profile/edit', { about: 'Quokkas and zeppelins', skills: ['Go'] });
    await ada.client.post('/create-project', { projectName: 'Zeppelin' });
    await ada.client.post(`/request/interested/${ben.id}`);
    await ben.client.post(`/request/interested/${ada.id}`);
    const socket = await connected(chatClient(url, { cookie: ben.client.cookieHeader }));
    await socket.ask('sendMessage', { targetUserId: ada.id, text: 'Hello there' });
    socket.close();
    expect((await ada.client.delete('/profile', { password })).body.state).toBe('leaving');
    await stop('stop');

    connection = await connect(database.url);
    const { db } = connection;
    await db
      .updateTable('departures')
      .set({ erase_at: Date.now() - 1000, reminded_at: 1 })
      .execute();
    const stored = async () => ({
      users: await db.selectFrom('users').selectAll().orderBy('id').execute(),
      skills: await db.selectFrom('user_skills').selectAll().execute(),
      decisions: await db.selectFrom('decisions').selectAll().execute(),
      connections: await db.selectFrom('connections').selectAll().execute(),
      projects: await db.selectFrom('projects').selectAll().execute(),
      notifications: await db.selectFrom('notifications').selectAll().orderBy('id').execute(),
      departures: await db.selectFrom('departures').selectAll().execute(),
      conversations: await db.selectFrom('conversations').selectAll().execute(),
      messages: await db.selectFrom('messages').selectAll().execute(),
    });
    const before = await stored();
    expect(before.projects).toHaveLength(1);

    obstacle = await (engine === 'postgres' ? lockConversations(database.url) : slowConversations(database.url));
    await start();
    await eventually(() => obstacle?.isReached() ?? false);
    expect(await stored(), 'to others, while it runs').toEqual(before);
    await stop('kill');
    await obstacle.release();
    obstacle = undefined;
    expect(await stored(), 'after the crash').toEqual(before);

    const again = await start();
    await eventually(async () => (await stored()).departures.length === 0);
    const after = await stored();
    expect(after.users.find(({ id }) => id === ada.id)).toMatchObject({ first_name: 'Former', email: null, about: '' });
    expect([after.projects, after.skills, after.decisions, after.connections]).toEqual([[], [], [], []]);
    expect(after.messages).toEqual(before.messages);
    expect((await new TestClient(again).post('/login', ada.login)).status).toBe(401);
    const bens = new TestClient(again);
    expect((await bens.post('/login', ben.login)).status).toBe(200);
    expect((await bens.get(`/chat/${ada.id}`)).body.chat).toMatchObject({ closed: true });
    if (engine === 'postgres') return;
    await connection.close();
    connection = undefined;
    const file = database.url.slice('sqlite:'.length);
    await eventually(() => ['', '-wal'].every((suffix) => !readFileSync(file + suffix).includes('Quokkas')));
  });
});
