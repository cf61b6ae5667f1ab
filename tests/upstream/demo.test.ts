import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest';
import { demoAccount } from '#shared/account/demo-account.ts';
import type { Project } from '#shared/api/projects.ts';
import { day } from '#shared/durations.ts';
import { pictureIdOf, pictureUrl, pictureVariants } from '#shared/pictures.ts';
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

  it('is filled in once when several instances start together, and never into a database with people', {
    tags: ['once'],
  }, async () => {
    expect(await fillDemo(upstream.connection)).toBe(false);
    expect([await count('users'), await count('projects')]).toEqual([40, 25]);
    const other = await startUpstream({ engine });
    onTestFinished(() => other.close());
    await other.signUp();
    expect(await fillDemo(other.connection)).toBe(false);
    expect(await other.db.selectFrom('projects').select('id').execute()).toEqual([]);
  });

  it('has a sample account with a complete profile, conversations, projects, and people still to meet', async () => {
    const own = (await client.get('/profile/view')).body;
    expect(own).toMatchObject({
      emailId: demoAccount.emailId,
      firstName: 'Robin',
      about: expect.stringMatching(/.{80}/),
    });
    expect(own.skills.length).toBeGreaterThanOrEqual(3);
    expect((await client.get('/myprojects')).body.project).toHaveLength(2);
    const chats = (await client.get('/chats')).body.items;
    expect(chats.map((chat: { unread: number }) => chat.unread)).toEqual([2, 1, 1, 0, 0, 0, 0]);
    expect((await client.get('/user/feed?limit=50')).body).toHaveLength(27);
    expect((await client.get('/projects/interested&accepted')).body.project).toHaveLength(5);
    expect((await client.get('/search/people?q=sofia')).body.items[0]).toMatchObject({ firstName: 'Sofía' });
    expect((await client.get('/search/projects?skill=rust')).body.items.length).toBeGreaterThanOrEqual(3);
  });

  it('has portraits, covers and project pictures in every size, and others keep the drawn ones', async () => {
    const own = (await client.get('/profile/view')).body;
    const people = (await client.get('/user/feed?limit=50')).body;
    const projects: Project[] = (await client.get('/projects?limit=50')).body.project;
    const faces = [own, ...people].flatMap(({ photoUrl, coverUrl }) => [photoUrl, coverUrl]);
    expect(faces.filter(Boolean).length).toBeGreaterThan(30);
    expect(faces.filter((url) => !url).length).toBeGreaterThan(10);
    expect(projects.filter(({ projectImage }) => projectImage)).toHaveLength(20);
    for (const url of [own.photoUrl, own.coverUrl, projects.find((one) => one.projectImage)?.projectImage])
      for (const { file, format } of pictureVariants) {
        const reply = await fetch(`${upstream.url}${pictureUrl(pictureIdOf(url) ?? '', file).replace('/api', '')}`);
        expect([reply.status, reply.headers.get('content-type')]).toEqual([200, `image/${format}`]);
      }
    for (const one of projects) expect(Boolean(one.projectImageAlt), one.projectName).toBe(Boolean(one.projectImage));
  });

  it('has notifications of the last days, of which the latest are unread', async () => {
    const { items, unreadOf, askers } = (await client.get('/notifications')).body;
    const kinds = new Set(items.map(({ kind }: { kind: string }) => kind));
    expect([...kinds].sort()).toEqual(['connected', 'interest', 'interest-reviewed', 'message', 'request']);
    expect(unreadOf).toEqual({ request: 2, message: 3, interest: 1, 'interest-reviewed': 1 });
    expect(askers).toBe(3);
    const days = items.map(({ createdAt }: { createdAt: string }) => (Date.now() - Date.parse(createdAt)) / day);
    expect(days.filter((age: number) => age < 4).length).toBeGreaterThanOrEqual(8);
    expect(days).toEqual([...days].sort((a, b) => a - b));
  });

  it('lets nobody log in as the other people', async () => {
    const login = { emailId: 'amara@example.com', password: demoAccount.password };
    expect((await upstream.client().post('/login', login)).status).toBe(401);
  });
});
