import { afterAll, beforeAll, expect, it } from 'vitest';
import { demoAccount } from '#shared/account/demo-account.ts';
import { type StartedUpstream, startUpstream } from '#tests/support/start-upstream.ts';
import type { TestClient } from '#tests/support/test-client.ts';
import { describeOnEachDatabase } from '#tests/support/test-database.ts';
import { connect } from '#upstream/db/connect.ts';
import type { Connection } from '#upstream/db/connection.ts';
import { fillDemo } from '#upstream/demo/fill-demo.ts';

await describeOnEachDatabase('the sample network', (engine) => {
  let upstream: StartedUpstream;
  let instances: Connection[];
  let client: TestClient;
  beforeAll(async () => {
    upstream = await startUpstream({ engine });
    instances = await Promise.all(Array.from({ length: 3 }, () => connect(upstream.databaseUrl)));
    const filled = await Promise.all([upstream.connection, ...instances].map((instance) => fillDemo(instance)));
    expect(filled.filter(Boolean), 'instances that filled it').toHaveLength(1);
    client = upstream.client();
    expect((await client.post('/login', demoAccount)).status).toBe(200);
  });
  afterAll(async () => {
    await Promise.all(instances.map((instance) => instance.close()));
    await upstream.close();
  });

  const count = async (table: 'users' | 'projects'): Promise<number> =>
    (await upstream.db.selectFrom(table).select('id').execute()).length;

  it('is filled in once when several instances start together, and never into a database with people', async () => {
    expect(await fillDemo(upstream.connection)).toBe(false);
    expect([await count('users'), await count('projects')]).toEqual([40, 25]);
    const other = await startUpstream({ engine });
    try {
      await other.signUp();
      expect(await fillDemo(other.connection)).toBe(false);
      expect(await other.db.selectFrom('projects').select('id').execute()).toEqual([]);
    } finally {
      await other.close();
    }
  });

  it('gives the sample account a complete profile', async () => {
    const own = (await client.get('/profile/view')).body;
    expect(own).toMatchObject({ emailId: demoAccount.emailId, firstName: 'Robin' });
    expect(own.about.length).toBeGreaterThan(80);
    expect(own.skills.length).toBeGreaterThanOrEqual(3);
    expect((await client.get('/myprojects')).body.project).toHaveLength(2);
  });

  it('has conversations, projects, and people still to meet', async () => {
    const chats = (await client.get('/chats')).body.items;
    expect(chats.map((chat: { unread: number }) => chat.unread)).toEqual([2, 1, 0, 0]);
    const first = (await client.get(`/chat/${chats[0].user._id}`)).body.chat;
    expect(first.messages.at(-1).text).toBe(chats[0].lastMessage.text);
    expect((await client.get('/user/feed?limit=50')).body).toHaveLength(27);
    expect((await client.get('/projects/interested&accepted')).body.project).toHaveLength(5);
  });

  it('can be searched', async () => {
    const people = (await client.get('/search/people?q=sofia')).body.items;
    expect(people[0]).toMatchObject({ firstName: 'Sofía' });
    const projects = (await client.get('/search/projects?skill=rust')).body.items;
    expect(projects.length).toBeGreaterThanOrEqual(3);
  });

  it('lets nobody log in as the other people', async () => {
    const reply = await upstream
      .client()
      .post('/login', { emailId: 'amara@example.com', password: demoAccount.password });
    expect(reply.status).toBe(401);
  });
});
