import { afterAll, beforeAll, expect, it } from 'vitest';
import { type SignedUp, type StartedUpstream, startUpstream } from '#tests/support/start-upstream.ts';
import { describeOnEachDatabase } from '#tests/support/test-database.ts';

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

await describeOnEachDatabase('facts of projects', (engine) => {
  let upstream: StartedUpstream;
  let ada: SignedUp;
  let ben: SignedUp;
  beforeAll(async () => {
    upstream = await startUpstream({ engine });
    ada = await upstream.signUp({ firstName: 'Ada' });
    ben = await upstream.signUp({ firstName: 'Ben' });
  });
  afterAll(() => upstream.close());

  async function create(fields: object = {}, by = ada) {
    const reply = await by.client.post('/create-project', { projectName: 'Kite', ...fields });
    expect(reply.status, JSON.stringify(reply.body)).toBe(200);
    return reply.body.project;
  }

  it('are said at creation and in an edit, are read by others, and can be taken back', async () => {
    const { _id } = await create(facts);
    const view = async () => (await ben.client.get(`/project/view/${_id}`)).body.project;
    expect(await view()).toMatchObject(facts);
    await ada.client.patch(`/project/edit/${_id}`, { description: 'x' });
    expect(await view(), 'an edit of something else').toMatchObject(facts);
    await ada.client.patch(`/project/edit/${_id}`, { roles: [{ name: 'Writing', filled: false }], status: 'live' });
    expect(await view()).toMatchObject({ status: 'live', roles: [{ name: 'Writing', filled: false }] });
    const none = { status: null, repositoryUrl: '', demoUrl: '', roles: [], hoursPerWeek: null };
    await ada.client.patch(`/project/edit/${_id}`, none);
    const bare = await view();
    expect(bare.roles).toEqual([]);
    for (const name of ['status', 'repositoryUrl', 'demoUrl', 'hoursPerWeek']) expect(bare).not.toHaveProperty(name);
  });

  it.each([
    [{ status: 'dead' }],
    [{ repositoryUrl: 'javascript:alert(1)' }],
    [{ demoUrl: 'no link' }],
    [{ hoursPerWeek: 0 }],
    [{ hoursPerWeek: 61 }],
    [{ hoursPerWeek: 1.5 }],
    [{ roles: [{ name: ' ', filled: false }] }],
    [{ roles: [{ name: 'x'.repeat(41), filled: false }] }],
    [{ roles: ['Design', ' design'].map((name) => ({ name, filled: false })) }],
    [{ roles: Array.from({ length: 11 }, (_, i) => ({ name: `Role ${i}`, filled: false })) }],
  ])('refuses %j', async (fields) => {
    const { _id } = await create();
    expect((await ada.client.patch(`/project/edit/${_id}`, fields)).status).toBe(422);
    expect((await ada.client.post('/create-project', { projectName: 'X', ...fields })).status).toBe(422);
  });

  it('narrow the list of projects and the search', async () => {
    const cleo = await upstream.signUp();
    const word = 'Zephyrine';
    const named = { projectName: word, skills: ['Elm'] };
    const wanted = (await create({ ...named, ...facts }, cleo))._id;
    const filled = (await create({ ...named, roles: [{ name: 'Design', filled: true }], status: 'live' }, cleo))._id;
    const silent = (await create({ projectName: word }, cleo))._id;
    const listed = async (query: string) => {
      const { project } = (await ben.client.get(`/projects?limit=50&${query}`)).body;
      return project
        .map(({ _id }: { _id: string }) => _id)
        .filter((id: string) => [wanted, filled, silent].includes(id));
    };
    expect(await listed('')).toEqual([silent, filled, wanted]);
    expect(await listed('role=design')).toEqual([wanted]);
    expect(await listed('status=live')).toEqual([filled]);
    expect(await listed('skill=elm')).toEqual([filled, wanted]);
    expect(await listed('skill=elm&status=building&role=Design')).toEqual([wanted]);
    expect((await ben.client.get('/projects?status=dead')).status).toBe(400);
    const found = async (query: string) => {
      const { items } = (await ben.client.get(`/search/projects?${query}`)).body;
      return items.map(({ _id }: { _id: string }) => _id);
    };
    expect(await found(`q=${word}`)).toHaveLength(3);
    expect(await found(`q=${word}&role=Design`)).toEqual([wanted]);
    expect(await found(`q=${word}&status=live`)).toEqual([filled]);
    expect(await found(`q=${word}%20design`), 'an open role is a word of the project').toEqual([wanted]);
  });

  it('let an ask name its role with a note, and the creator answer with a line', async () => {
    const { _id } = await create(facts);
    const cleo = await upstream.signUp({ firstName: 'Cleo' });
    const ask = (body: object, by = cleo) => by.client.post(`/project/interest/${_id}`, body);
    expect((await ask({ role: 'Back end' })).status, 'a filled role').toBe(422);
    expect((await ask({ role: 'Cooking' })).body.fields).toHaveProperty('role');
    expect((await ask({ role: 'design', note: 'I draw.' })).body.data).toMatchObject({
      role: 'Design',
      note: 'I draw.',
    });
    const { items } = (await ada.client.get(`/project/interest/${_id}`)).body;
    expect(items).toMatchObject([{ role: 'Design', note: 'I draw.', user: { firstName: 'Cleo' } }]);
    const review = `/project/interest/review/rejected/${items[0]._id}`;
    expect((await ada.client.post(review, { note: 'x'.repeat(281) })).status).toBe(422);
    const answered = await ada.client.post(review, { note: 'We have just found somebody.' });
    expect(answered.body.data).toMatchObject({ status: 'rejected', answer: 'We have just found somebody.' });
    expect((await cleo.client.get(`/project/view/${_id}`)).body.project.viewer).toMatchObject({
      relation: 'rejected',
      role: 'Design',
      answer: 'We have just found somebody.',
    });
    const dana = await upstream.signUp();
    const { data } = (await ask({}, dana)).body;
    expect(data).not.toHaveProperty('role');
    expect((await ada.client.post(`/project/interest/review/accepted/${data._id}`)).status, 'without a body').toBe(200);
    expect((await ben.client.get(`/project/view/${_id}`)).body.project.viewer).toEqual({
      relation: 'none',
      follows: false,
    });
  });

  it('are in the export of both, and go with the project', async () => {
    const eve = await upstream.signUp();
    const { _id } = await create({ ...facts, projectName: 'Leaving' }, eve);
    await ben.client.post(`/project/interest/${_id}`, { role: 'Design' });
    const { items } = (await eve.client.get(`/project/interest/${_id}`)).body;
    await eve.client.post(`/project/interest/review/accepted/${items[0]._id}`, { note: 'Welcome!' });
    expect((await eve.client.get('/profile/export')).body.projects).toMatchObject([facts]);
    expect((await ben.client.get('/profile/export')).body.projectInterests).toContainEqual(
      expect.objectContaining({ projectId: _id, role: 'Design', answer: 'Welcome!' }),
    );
    // With a member, the project would pass to that member.
    await ben.client.delete(`/project/interest/${_id}`);
    await eve.client.delete('/profile', { password: eve.password });
    const left = upstream.db.selectFrom('project_roles').select('name').where('project_id', '=', _id);
    expect(await left.execute()).toEqual([]);
  });
});
