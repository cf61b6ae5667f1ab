import { afterAll, beforeAll, expect, it } from 'vitest';
import { newProject } from '#tests/support/acts.ts';
import { everyPage } from '#tests/support/every-page.ts';
import { type SignedUp, type StartedUpstream, startUpstream } from '#tests/support/start-upstream.ts';
import { describeOnEachDatabase } from '#tests/support/test-database.ts';
import { areConnected } from '#upstream/features/requests/relations.ts';

const nobody = 'f'.repeat(24);

await describeOnEachDatabase('projects', (engine) => {
  let upstream: StartedUpstream;
  let ada: SignedUp;
  let ben: SignedUp;
  beforeAll(async () => {
    upstream = await startUpstream({ engine });
    ada = await upstream.signUp({ firstName: 'Ada' });
    ben = await upstream.signUp({ firstName: 'Ben' });
  });
  afterAll(() => upstream.close());

  async function create(person: SignedUp, fields: object = {}) {
    const reply = await person.client.post('/create-project', { projectName: 'A project', ...fields });
    expect(reply.status).toBe(200);
    return reply.body.project;
  }

  it('creates a project with its image and all fields, or with only a name', async () => {
    const full = await create(ada, {
      projectName: ' Kindform ',
      projectImage: 'https://pictures.test/a.png',
      skills: ['React', ' react ', 'C++'],
      description: '# Hello',
    });
    expect(full).toMatchObject({
      projectName: 'Kindform',
      projectImage: 'https://pictures.test/a.png',
      skills: ['React', 'C++'],
      description: '# Hello',
      creator: { _id: ada.id, firstName: 'Ada' },
      viewer: { relation: 'owner' },
      members: [],
      interestedCount: 0,
    });
    expect(Date.parse(full.createdAt)).toBeGreaterThan(0);
    const bare = await create(ben, { projectName: 'Bare' });
    expect(bare).toMatchObject({ projectName: 'Bare', skills: [], description: '' });
    expect(bare).not.toHaveProperty('projectImage');
    const seen = await ben.client.get(`/project/view/${full._id}`);
    const creator = { ...full.creator, viewer: { relation: 'none' } };
    const { askers, ...others } = { ...full, creator, viewer: { relation: 'none', follows: false } };
    expect(askers, 'for the creator only').toBe(0);
    expect(seen.body).toEqual({ message: expect.any(String), project: others });
  });

  it.each([
    [{}, 422, ['projectName']],
    [{ projectName: '  ' }, 422, ['projectName']],
    [{ projectName: 'x'.repeat(81) }, 422, ['projectName']],
    [{ projectName: 'x', projectImage: 'javascript:alert(1)' }, 422, ['projectImage']],
    [{ projectName: 'x', skills: Array.from({ length: 21 }, (_, i) => `s${i}`) }, 422, ['skills']],
    [{ projectName: 'x', description: 'x'.repeat(20_001) }, 422, ['description']],
    [{ projectName: 'x', creator: 'somebody' }, 400, ['creator']],
  ])('refuses %j by field', async (body, status, fields) => {
    const reply = await ada.client.post('/create-project', body);
    expect(reply.status).toBe(status);
    expect(Object.keys(reply.body.fields)).toEqual(fields);
  });

  it('answers 404 for a project that is unknown, malformed or deleted', async () => {
    for (const id of [nobody, 'nonsense', '%F0']) {
      expect((await ada.client.get(`/project/view/${id}`)).status).toBe(404);
      expect((await ada.client.patch(`/project/edit/${id}`, {})).status).toBe(404);
      expect((await ada.client.delete(`/project/${id}`)).status).toBe(404);
    }
  });

  it('edits what is given and keeps the rest', async () => {
    const project = await create(ada, { projectName: 'Old', skills: ['Go'], description: 'Stays' });
    const reply = await ada.client.patch(`/project/edit/${project._id}`, { projectName: 'New', skills: ['Rust', 'C'] });
    expect(reply.body).toMatchObject({
      success: true,
      project: { projectName: 'New', skills: ['Rust', 'C'], description: 'Stays' },
    });
    expect((await ben.client.get(`/project/view/${project._id}`)).body.project).toMatchObject({
      projectName: 'New',
      skills: ['Rust', 'C'],
    });
    const bad = await ada.client.patch(`/project/edit/${project._id}`, { projectName: '' });
    expect(bad.status).toBe(422);
  });

  it('lists everybody’s projects newest first, page by page, each once', async () => {
    const made: string[] = [];
    for (let i = 0; i < 5; i++) made.unshift((await create(ada, { projectName: `Listed ${i}` }))._id);
    const seen = (await everyPage(ben.client, '/projects', 2)).map(({ _id }) => _id);
    expect(seen.slice(0, 5)).toEqual(made);
    expect(new Set(seen).size).toBe(seen.length);
  });

  it.each(['?limit=0', '?limit=51', '?limit=x', '?cursor=nonsense'])(
    'refuses a page that cannot be: %s',
    async (query) => {
      const reply = await ada.client.get(`/projects${query}`);
      expect(reply.status).toBe(400);
      expect(reply.body.code).toBe('invalid_request');
    },
  );

  it('lists one person’s projects, the caller’s own without an id', async () => {
    const cleo = await upstream.signUp({ firstName: 'Cleo' });
    const project = await create(cleo);
    for (const reply of [await cleo.client.get('/myprojects'), await ben.client.get(`/myprojects/${cleo.id}`)]) {
      expect(reply.body.success).toBe(true);
      expect(reply.body.project.map((one: { _id: string }) => one._id)).toEqual([project._id]);
    }
  });
});

await describeOnEachDatabase('joining a project', (engine) => {
  let upstream: StartedUpstream;
  let creator: SignedUp;
  let projectId: string;
  const now = Date.now();
  beforeAll(async () => {
    upstream = await startUpstream({ engine, now: () => now });
    creator = await upstream.signUp({ firstName: 'Creator' });
    projectId = await newProject(creator, { projectName: 'Together' });
  });
  afterAll(() => upstream.close());

  const ask = async (person: SignedUp, note?: string) =>
    (await person.client.post(`/project/interest/${projectId}`, note === undefined ? {} : { note })).body.data;
  const review = (person: SignedUp, status: string, interestId: string) =>
    person.client.post(`/project/interest/review/${status}/${interestId}`);
  const relation = async (person: SignedUp) =>
    (await person.client.get(`/project/view/${projectId}`)).body.project.viewer;

  it('shows the creator who asks, and makes an accepted person a member and connected', async () => {
    const dana = await upstream.signUp({ firstName: 'Dana' });
    expect(await relation(dana)).toEqual({ relation: 'none', follows: false });
    const interest = await ask(dana, ' Let me help. ');
    expect(interest).toMatchObject({ projectId, user: { _id: dana.id }, status: 'interested', note: 'Let me help.' });
    expect(await relation(dana)).toEqual({ relation: 'interested', interestId: interest._id, follows: false });
    const asking = await creator.client.get(`/project/interest/${projectId}`);
    expect(asking.body.items).toContainEqual(interest);
    const before = (await dana.client.get(`/project/view/${projectId}`)).body.project;

    const reply = await review(creator, 'accepted', interest._id);
    expect(reply.body.data).toMatchObject({ _id: interest._id, status: 'accepted' });
    const after = (await dana.client.get(`/project/view/${projectId}`)).body.project;
    expect(after.viewer.relation).toBe('accepted');
    expect(after.members.map((member: { _id: string }) => member._id)).toContain(dana.id);
    expect(after.interestedCount).toBe(before.interestedCount - 1);
    expect(await areConnected(upstream.db, creator.id, dana.id)).toBe(true);
    expect((await dana.client.get(`/chat/${creator.id}`)).status).toBe(200);
    const joined = await dana.client.get('/projects/interested&accepted');
    expect(joined.body.project).toMatchObject([{ _id: projectId, viewer: { relation: 'accepted' } }]);
  });

  it('connects an accepted person whatever was between the two before', async () => {
    const erin = await upstream.signUp({ firstName: 'Erin' });
    await creator.client.post(`/request/ignored/${erin.id}`);
    const interest = await ask(erin);
    await review(creator, 'accepted', interest._id);
    expect(await areConnected(upstream.db, creator.id, erin.id)).toBe(true);
  });

  it('does not connect a person who is rejected, and shows them the answer', async () => {
    const finn = await upstream.signUp({ firstName: 'Finn' });
    const interest = await ask(finn);
    await review(creator, 'rejected', interest._id);
    expect((await relation(finn)).relation).toBe('rejected');
    expect(await areConnected(upstream.db, creator.id, finn.id)).toBe(false);
    expect((await finn.client.get('/projects/interested&accepted')).body.project).toEqual([]);
    expect((await finn.client.post(`/project/interest/${projectId}`, {})).status).toBe(409);
    expect((await finn.client.delete(`/project/interest/${projectId}`)).status).toBe(409);
  });

  it('lets a person take interest back, and a member leave', async () => {
    const gina = await upstream.signUp({ firstName: 'Gina' });
    expect((await gina.client.delete(`/project/interest/${projectId}`)).status).toBe(404);
    await ask(gina);
    expect((await gina.client.delete(`/project/interest/${projectId}`)).status).toBe(200);
    expect(await relation(gina)).toEqual({ relation: 'none', follows: false });
    const again = await ask(gina);
    await review(creator, 'accepted', again._id);
    expect((await gina.client.delete(`/project/interest/${projectId}`)).status).toBe(200);
    const members = (await gina.client.get(`/project/view/${projectId}`)).body.project.members;
    expect(members.map((member: { _id: string }) => member._id)).not.toContain(gina.id);
  });

  it('refuses to ask for one’s own or an unknown project, and lets only the creator list and review', async () => {
    const [hugo, iris] = [await upstream.signUp(), await upstream.signUp()];
    const interest = await ask(hugo);
    expect((await creator.client.post(`/project/interest/${projectId}`, {})).status).toBe(409);
    expect((await hugo.client.post(`/project/interest/${nobody}`, {})).status).toBe(404);
    expect((await hugo.client.post(`/project/interest/${projectId}`, { note: 'x'.repeat(281) })).status).toBe(422);
    expect((await iris.client.get(`/project/interest/${projectId}`)).status).toBe(404);
    for (const outsider of [hugo, iris]) expect((await review(outsider, 'accepted', interest._id)).status).toBe(404);
    expect((await review(creator, 'maybe', interest._id)).status).toBe(404);
    expect((await relation(hugo)).relation).toBe('interested');
  });

  it('keeps one interest per person when they ask many times at once', async () => {
    const jack = await upstream.signUp();
    const replies = await Promise.all(
      Array.from({ length: 12 }, () => jack.client.post(`/project/interest/${projectId}`, {})),
    );
    expect(replies.map((reply) => reply.status).sort()).toEqual([200, ...Array(11).fill(409)]);
    expect(replies.filter((reply) => reply.status === 409).every((r) => r.body.code === 'already_related')).toBe(true);
    const rows = await upstream.db
      .selectFrom('project_interests')
      .select('id')
      .where('user_id', '=', jack.id)
      .execute();
    expect(rows).toHaveLength(1);
  });

  it('lets the first of many simultaneous reviews win', async () => {
    const kim = await upstream.signUp();
    const interest = await ask(kim);
    const replies = await Promise.all(
      Array.from({ length: 12 }, (_, i) => review(creator, i % 2 === 0 ? 'accepted' : 'rejected', interest._id)),
    );
    const winners = replies.filter((reply) => reply.status === 200);
    expect(winners).toHaveLength(1);
    expect(replies.filter((reply) => reply.status === 409)).toHaveLength(11);
    expect((await relation(kim)).relation).toBe(winners[0]?.body.data.status);
  });

  it('answers complete replies while another request deletes the project', async () => {
    const leo = await upstream.signUp();
    for (let round = 0; round < 5; round++) {
      const id = await newProject(creator, { projectName: 'Short' });
      const [gone, ...asked] = await Promise.all([
        creator.client.delete(`/project/${id}`),
        leo.client.post(`/project/interest/${id}`, {}),
        creator.client.post(`/project/interest/${id}`, {}),
        leo.client.get(`/project/view/${id}`),
      ]);
      expect(gone?.status).toBe(200);
      for (const reply of asked) expect([200, 404, 409]).toContain(reply.status);
    }
  });
});
