import { beforeAll, expect, it } from 'vitest';
import { newProject } from '#tests/support/acts.ts';
import { everyPage } from '#tests/support/every-page.ts';
import type { SignedUp } from '#tests/support/start-upstream.ts';
import { describeOnEachDatabase } from '#tests/support/test-database.ts';
import { useUpstream } from '#tests/support/use-upstream.ts';
import { areConnected } from '#upstream/features/requests/relations.ts';

const facts = {
  status: 'building',
  repositoryUrl: 'https://github.com/ada/kite',
  demoUrl: 'https://kite.test/',
  roles: [
    { name: 'Design', filled: false },
    { name: 'Back end', filled: true },
  ],
  hoursPerWeek: 4,
};

await describeOnEachDatabase('projects', (engine) => {
  const upstream = useUpstream({ engine });
  let ada: SignedUp;
  let ben: SignedUp;
  beforeAll(async () => {
    ada = await upstream.signUp({ firstName: 'Ada' });
    ben = await upstream.signUp({ firstName: 'Ben' });
  });

  async function create(person: SignedUp, fields: object = {}) {
    const reply = await person.client.post('/create-project', { projectName: 'A project', ...fields });
    expect(reply.status, reply.text).toBe(200);
    return reply.body.project;
  }
  const seenBy = async ({ client }: SignedUp, id: string) => (await client.get(`/project/view/${id}`)).body.project;
  const edit = (id: string, fields: object) => ada.client.patch(`/project/edit/${id}`, fields);
  const idsOf = (items: { _id: string }[]) => items.map(({ _id }) => _id);

  it('are created with an image and all fields, or with only a name', async () => {
    const full = await create(ada, {
      ...{ projectName: ' Kindform ', projectImage: 'https://pictures.test/a.png', description: '# Hello' },
      ...{ skills: ['React', ' react ', 'C++'], ...facts },
    });
    expect(full).toMatchObject({
      ...{ projectName: 'Kindform', projectImage: 'https://pictures.test/a.png', description: '# Hello' },
      ...{ skills: ['React', 'C++'], ...facts, members: [], interestedCount: 0 },
      ...{ creator: { _id: ada.id, firstName: 'Ada' }, viewer: { relation: 'owner' } },
    });
    expect(Date.parse(full.createdAt)).toBeGreaterThan(0);
    const bare = await create(ben, { projectName: 'Bare' });
    expect(bare).toMatchObject({ projectName: 'Bare', skills: [], description: '', roles: [] });
    for (const name of ['projectImage', 'status', 'hoursPerWeek']) expect(bare).not.toHaveProperty(name);
    const creator = { ...full.creator, viewer: { relation: 'none' } };
    const { askers, ...others } = { ...full, creator, viewer: { relation: 'none', follows: false } };
    expect(askers, 'for the creator only').toBe(0);
    expect(await seenBy(ben, full._id)).toEqual(others);
  });

  it.each([
    [{ projectName: '  ' }, 'projectName'],
    [{ projectName: 'x'.repeat(81) }, 'projectName'],
    [{ projectImage: 'javascript:alert(1)' }, 'projectImage'],
    [{ skills: Array.from({ length: 21 }, (_, i) => `s${i}`) }, 'skills'],
    [{ description: 'x'.repeat(20_001) }, 'description'],
    [{ creator: 'somebody' }, 'creator'],
    [{ status: 'dead' }, 'status'],
    [{ repositoryUrl: 'javascript:alert(1)' }, 'repositoryUrl'],
    [{ hoursPerWeek: 61 }, 'hoursPerWeek'],
    [{ roles: [{ name: ' ', filled: false }] }, 'roles'],
    [{ roles: ['Design', ' design'].map((name) => ({ name, filled: false })) }, 'roles'],
    [{ roles: Array.from({ length: 11 }, (_, i) => ({ name: `Role ${i}`, filled: false })) }, 'roles'],
  ])('are refused with %j, by field', async (fields, field) => {
    const { _id } = await create(ada);
    for (const reply of [
      await ada.client.post('/create-project', { projectName: 'x', ...fields }),
      await edit(_id, fields),
    ]) {
      expect(reply.status).toBe(field === 'creator' ? 400 : 422);
      expect(Object.keys(reply.body.fields)[0]).toMatch(new RegExp(`^${field}`));
    }
  });

  it('are edited by what is given and keep the rest; every fact can be taken back', async () => {
    const { _id } = await create(ada, { projectName: 'Old', skills: ['Go'], description: 'Stays', ...facts });
    const edited = { projectName: 'New', skills: ['Rust', 'C'], roles: [{ name: 'Writing', filled: false }] };
    expect((await edit(_id, edited)).body.project).toMatchObject({ ...facts, description: 'Stays', ...edited });
    expect(await seenBy(ben, _id)).toMatchObject({ ...facts, description: 'Stays', ...edited });
    await edit(_id, { status: null, repositoryUrl: '', demoUrl: '', roles: [], hoursPerWeek: null });
    const bare = await seenBy(ben, _id);
    expect(bare.roles).toEqual([]);
    for (const name of ['status', 'repositoryUrl', 'demoUrl', 'hoursPerWeek']) expect(bare).not.toHaveProperty(name);
  });

  it('are listed newest first, page by page, each once, and one person’s alone', async () => {
    const made: string[] = [];
    for (let i = 0; i < 5; i++) made.unshift((await create(ada, { projectName: `Listed ${i}` }))._id);
    const seen = idsOf(await everyPage(ben.client, '/projects', 2));
    expect(seen.slice(0, 5)).toEqual(made);
    expect(new Set(seen).size).toBe(seen.length);
    for (const query of ['limit=51', 'cursor=nonsense', 'status=dead'])
      expect((await ada.client.get(`/projects?${query}`)).body.code, query).toBe('invalid_request');
    const cleo = await upstream.signUp();
    const { _id } = await create(cleo);
    for (const reply of [await cleo.client.get('/myprojects'), await ben.client.get(`/myprojects/${cleo.id}`)])
      expect(idsOf(reply.body.project)).toEqual([_id]);
  });

  it('are narrowed by skill, open role and status, in the list and in the search', async () => {
    const cleo = await upstream.signUp();
    const word = 'Zephyrine';
    const named = { projectName: word, skills: ['Elm'] };
    const wanted = (await create(cleo, { ...named, ...facts }))._id;
    const filled = (await create(cleo, { ...named, roles: [{ name: 'Design', filled: true }], status: 'live' }))._id;
    const silent = (await create(cleo, { projectName: word }))._id;
    const listed = async (query: string) =>
      idsOf((await ben.client.get(`/projects?limit=50&${query}`)).body.project).filter((id) =>
        [wanted, filled, silent].includes(id),
      );
    expect(await listed('role=design')).toEqual([wanted]);
    expect(await listed('status=live')).toEqual([filled]);
    expect(await listed('skill=elm')).toEqual([filled, wanted]);
    expect(await listed('skill=elm&status=building&role=Design')).toEqual([wanted]);
    const found = async (query: string) => idsOf((await ben.client.get(`/search/projects?q=${query}`)).body.items);
    expect(await found(word)).toHaveLength(3);
    expect(await found(`${word}&role=Design`)).toEqual([wanted]);
    expect(await found(`${word}&status=live`)).toEqual([filled]);
    expect(await found(`${word}%20design`), 'an open role is a word of the project').toEqual([wanted]);
  });
});

await describeOnEachDatabase('joining a project', (engine) => {
  const now = Date.now();
  const upstream = useUpstream({ engine, now: () => now });
  let creator: SignedUp;
  let projectId: string;
  beforeAll(async () => {
    creator = await upstream.signUp({ firstName: 'Creator' });
    projectId = await newProject(creator, { projectName: 'Together', roles: facts.roles });
  });

  const send = ({ client }: SignedUp, body: object = {}) => client.post(`/project/interest/${projectId}`, body);
  const ask = async (person: SignedUp, body?: object) => (await send(person, body)).body.data;
  const takeBack = ({ client }: SignedUp) => client.delete(`/project/interest/${projectId}`);
  const review = (status: string, interestId: string, body?: object) =>
    creator.client.post(`/project/interest/review/${status}/${interestId}`, body);
  const view = async ({ client }: SignedUp) => (await client.get(`/project/view/${projectId}`)).body.project;
  const isMember = async ({ id }: SignedUp) =>
    (await view(creator)).members.some(({ _id }: { _id: string }) => _id === id);

  it('shows the creator who asks, for which role, and makes an accepted person a member and connected', async () => {
    const dana = await upstream.signUp({ firstName: 'Dana' });
    expect((await view(dana)).viewer).toEqual({ relation: 'none', follows: false });
    expect((await send(dana, { role: 'Back end' })).status, 'a filled role').toBe(422);
    expect((await send(dana, { role: 'Cooking' })).body.fields).toHaveProperty('role');
    const interest = await ask(dana, { role: 'design', note: ' Let me help. ' });
    expect(interest).toMatchObject({
      user: { _id: dana.id },
      status: 'interested',
      role: 'Design',
      note: 'Let me help.',
    });
    const before = await view(dana);
    expect(before.viewer).toMatchObject({ relation: 'interested', interestId: interest._id, follows: false });
    const asking = await creator.client.get(`/project/interest/${projectId}`);
    expect(asking.body.items).toContainEqual(interest);

    const reply = await review('accepted', interest._id);
    expect(reply.body.data).toMatchObject({ _id: interest._id, status: 'accepted' });
    const after = await view(dana);
    expect([after.viewer.relation, after.interestedCount]).toEqual(['accepted', before.interestedCount - 1]);
    expect(await isMember(dana)).toBe(true);
    expect(await areConnected(upstream.db, creator.id, dana.id)).toBe(true);
    const joined = await dana.client.get('/projects/interested&accepted');
    expect(joined.body.project).toMatchObject([{ _id: projectId, viewer: { relation: 'accepted' } }]);
  });

  it('does not connect a person who is rejected, and shows them the answer', async () => {
    const finn = await upstream.signUp({ firstName: 'Finn' });
    const interest = await ask(finn);
    expect(interest).not.toHaveProperty('role');
    expect((await review('rejected', interest._id, { note: 'x'.repeat(281) })).status).toBe(422);
    const answer = 'We have just found somebody.';
    expect((await review('rejected', interest._id, { note: answer })).body.data).toMatchObject({ answer });
    expect((await view(finn)).viewer).toMatchObject({ relation: 'rejected', answer });
    expect(await areConnected(upstream.db, creator.id, finn.id)).toBe(false);
    expect((await finn.client.get('/projects/interested&accepted')).body.project).toEqual([]);
    for (const late of [await send(finn), await takeBack(finn)]) expect(late.status).toBe(409);
  });

  it('lets a person take interest back, and a member leave', async () => {
    const gina = await upstream.signUp({ firstName: 'Gina' });
    expect((await takeBack(gina)).status).toBe(404);
    await ask(gina);
    expect((await takeBack(gina)).status).toBe(200);
    expect((await view(gina)).viewer).toEqual({ relation: 'none', follows: false });
    await review('accepted', (await ask(gina))._id);
    expect((await takeBack(gina)).status).toBe(200);
    expect(await isMember(gina)).toBe(false);
  });

  it('is refused for one’s own project and with a long note; one who asks cannot answer', async () => {
    const hugo = await upstream.signUp();
    const { _id } = await ask(hugo);
    expect((await send(creator)).status).toBe(409);
    expect((await send(await upstream.signUp(), { note: 'x'.repeat(281) })).status).toBe(422);
    expect((await hugo.client.post(`/project/interest/review/accepted/${_id}`)).status).toBe(404);
    expect((await review('maybe', _id)).status).toBe(404);
    expect((await view(hugo)).viewer.relation).toBe('interested');
  });

  it('counts once when a person asks many times at once, and the first of many answers wins', async () => {
    const kim = await upstream.signUp();
    const many = Array.from({ length: 12 }, (_, i) => i);
    const asked = await Promise.all(many.map(() => send(kim)));
    const refused = asked.filter(({ status }) => status === 409);
    expect([asked.length - refused.length, new Set(refused.map(({ body }) => body.code))]).toEqual([
      1,
      new Set(['already_related']),
    ]);
    const { interestId } = (await view(kim)).viewer;
    const replies = await Promise.all(many.map((i) => review(i % 2 === 0 ? 'accepted' : 'rejected', interestId)));
    const winners = replies.filter(({ status }) => status === 200);
    expect([winners.length, replies.filter(({ status }) => status === 409).length]).toEqual([1, 11]);
    expect((await view(kim)).viewer.relation).toBe(winners[0]?.body.data.status);
  });

  it('has complete answers while another call deletes the project', async () => {
    const leo = await upstream.signUp();
    for (let round = 0; round < 5; round++) {
      const id = await newProject(creator, { projectName: 'Short' });
      const [gone, ...asked] = await Promise.all([
        creator.client.delete(`/project/${id}`),
        leo.client.post(`/project/interest/${id}`, {}),
        leo.client.get(`/project/view/${id}`),
      ]);
      expect(gone?.status).toBe(200);
      for (const reply of asked) expect([200, 404, 409]).toContain(reply.status);
    }
  });
});
