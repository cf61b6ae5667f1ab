import { beforeEach, expect, it } from 'vitest';
import { minute, second } from '#shared/durations.ts';
import { newProject, upload } from '#tests/support/acts.ts';
import { storeUsers } from '#tests/support/chat-people.ts';
import { type ProjectCast, signUpProjectCast } from '#tests/support/project-cast.ts';
import type { SignedUp } from '#tests/support/start-upstream.ts';
import { describeOnEachDatabase } from '#tests/support/test-database.ts';
import { useUpstream } from '#tests/support/use-upstream.ts';
import { transact } from '#upstream/db/transaction.ts';
import { endSuspension, suspendPerson } from '#upstream/features/moderation/suspension.ts';
import { newId } from '#upstream/ids.ts';
import { quotas } from '#upstream/limits/quotas.ts';

await describeOnEachDatabase('members of a project', (engine) => {
  let { ada, ben, cho, dan, id, join } = {} as ProjectCast;
  let now = Date.now();
  const upstream = useUpstream({ engine, now: () => now, quotas: { ...quotas, projects: 2 } });

  beforeEach(async () => {
    now += minute;
    const fields = { roles: [{ name: 'Design', filled: false }], skills: ['Elm'] };
    ({ ada, ben, cho, dan, id, join } = await signUpProjectCast(upstream, () => (now += second), fields));
    await join(ben, 'Design');
    await join(cho);
  });

  const view = async ({ client }: SignedUp) => (await client.get(`/project/view/${id}`)).body.project;
  const names = async (person: SignedUp) =>
    (await view(person))?.members.map(({ firstName }: { firstName: string }) => firstName);
  const member = (person: SignedUp) => `/project/${id}/member/${person.id}`;
  const news = async ({ client }: SignedUp) =>
    (await client.get('/notifications')).body.items
      .map(({ event }: { event?: string }) => event)
      .filter((event?: string) => event?.startsWith('project-'));
  const suspended = (person: SignedUp) =>
    transact(upstream.db, (trx) => suspendPerson(trx, person.id, { until: null, reason: 'x', by: '' }, now));

  it('have the role that they asked for, which the creator changes and takes away', async () => {
    expect((await view(ada)).members).toMatchObject([{ canChat: true }, { canChat: true }]);
    expect((await view(ben)).viewer.canChat).toBe(true);
    expect((await view(dan)).members).toMatchObject([
      { firstName: 'Ben', role: 'Design', since: expect.any(String) },
      { firstName: 'Cho' },
    ]);
    expect((await ada.client.patch(member(cho), { role: ' Back end ' })).status).toBe(200);
    expect((await view(cho)).viewer).toMatchObject({ relation: 'accepted', role: 'Back end' });
    expect((await view(dan)).members[1].role).toBe('Back end');
    await ada.client.patch(member(ben), { role: '' });
    expect((await view(dan)).members[0]).not.toHaveProperty('role');
    expect((await ada.client.patch(member(ben), { role: 'x'.repeat(41) })).status).toBe(422);
    expect((await ben.client.patch(member(ben), { role: 'Boss' })).status, 'not by a member').toBe(404);
    expect((await ada.client.patch(member(dan), { role: 'Boss' })).status, 'no member').toBe(404);
    const { project } = (await dan.client.get('/projects?limit=50')).body;
    const listed = project.find((one: { _id: string }) => one._id === id);
    expect(listed.members[1], 'not in lists').not.toHaveProperty('role');
  });

  it('leave, and are removed by the creator alone', async () => {
    expect((await cho.client.delete(member(ben))).status).toBe(404);
    expect((await ada.client.delete(member(ada))).status, 'the creator stays').toBe(409);
    expect((await ada.client.delete(member(ben))).status).toBe(200);
    expect((await ada.client.delete(member(ben))).status, 'once').toBe(404);
    expect((await cho.client.delete(member(cho))).status).toBe(200);
    expect((await cho.client.delete(member(cho))).status, 'once').toBe(404);
    expect(await names(dan)).toEqual([]);
    expect((await view(ben)).viewer).toEqual({ relation: 'none', follows: false });
  });

  it('are offered the project one at a time, and nobody else takes it', async () => {
    const offer = (person: SignedUp, by = ada) => by.client.post(`/project/${id}/owner`, { userId: person.id });
    const accept = ({ client }: SignedUp) => client.post(`/project/${id}/owner/accept`);
    expect((await offer(dan)).status, 'no member').toBe(404);
    expect((await offer(ada)).status, 'the creator').toBe(404);
    expect((await offer(cho, ben)).status, 'by a member').toBe(404);
    expect((await offer(ben)).status).toBe(202);
    expect(await news(ben)).toEqual(['project-offer']);
    const isTold = async (person: SignedUp) =>
      (await view(person)).members.some((one: { isOffered?: true }) => one.isOffered);
    expect([await isTold(ada), await isTold(ben), await isTold(cho), await isTold(dan)]).toEqual([
      ...[true, true, false, false],
    ]);
    expect((await accept(cho)).status).toBe(404);
    expect((await offer(cho)).status, 'in place of the other').toBe(202);
    expect([await news(ben), await news(cho)]).toEqual([[], ['project-offer']]);
    expect((await accept(ben)).status).toBe(404);
    expect((await ben.client.delete(`/project/${id}/owner`)).status, 'somebody else’s offer').toBe(404);
    expect((await cho.client.delete(`/project/${id}/owner`)).status, 'declined').toBe(200);
    expect((await accept(cho)).status).toBe(404);
    expect((await ada.client.delete(`/project/${id}/owner`)).status, 'none is left').toBe(404);
    await offer(cho);
    expect(await news(cho), 'one notification a day').toEqual([]);
    expect((await ada.client.delete(`/project/${id}/owner`)).status, 'taken back').toBe(200);
    await offer(cho);
    await cho.client.delete(`/project/interest/${id}`);
    expect((await accept(cho)).status, 'has left').toBe(404);
    expect((await view(ada)).viewer.relation).toBe('owner');
  });

  it('become the creator by accepting, and the creator before stays a member', async () => {
    const picture = (await upload(ada)).body;
    await ada.client.patch(`/project/edit/${id}`, { projectImage: picture.url });
    await dan.client.post(`/project/interest/${id}`, {});
    await ada.client.post(`/project/${id}/owner`, { userId: ben.id });
    const reply = await ben.client.post(`/project/${id}/owner/accept`);
    expect(reply.status, JSON.stringify(reply.body)).toBe(200);
    expect(reply.body.project).toMatchObject({ viewer: { relation: 'owner' }, askers: 1, projectImage: picture.url });
    expect(await names(cho)).toEqual(['Cho', 'Ada']);
    expect((await view(ada)).viewer).toMatchObject({ relation: 'accepted' });
    expect((await view(ada)).creator.firstName).toBe('Ben');
    // Ada has accepted both, which connected them with her; nobody has connected Ben and Cho.
    expect((await view(cho)).viewer.canChat).toBe(false);
    expect((await view(ben)).members.map((one: { canChat: boolean }) => one.canChat)).toEqual([false, true]);
    expect(await view(dan)).not.toHaveProperty('viewer.canChat');
    expect(await news(ada)).toEqual(['project-handed']);
    expect(await news(ben)).toEqual([]);
    expect((await ada.client.patch(`/project/edit/${id}`, { description: 'x' })).status).toBe(404);
    expect((await ben.client.patch(`/project/edit/${id}`, { description: 'x' })).status).toBe(200);
    const uses = await upstream.db
      .selectFrom('media_owners')
      .select(['user_id', 'uses'])
      .where('media_id', '=', picture._id)
      .execute();
    expect(Object.fromEntries(uses.map((row) => [row.user_id, row.uses]))).toEqual({ [ada.id]: 0, [ben.id]: 1 });
    const { items } = (await ben.client.get(`/project/interest/${id}`)).body;
    expect((await ben.client.post(`/project/interest/review/accepted/${items[0]._id}`)).status).toBe(200);
    expect((await ben.client.post(`/project/${id}/owner/accept`)).status, 'once').toBe(404);
  });

  it('take no project when they have no room for it', async () => {
    for (const projectName of ['One', 'Two']) await ben.client.post('/create-project', { projectName });
    await ada.client.post(`/project/${id}/owner`, { userId: ben.id });
    expect((await ben.client.post(`/project/${id}/owner/accept`)).body.code).toBe('quota_reached');
    expect((await view(ada)).viewer.relation).toBe('owner');
  });

  it('who block each other do not see each other in it, and a new creator keeps nobody behind a block', async () => {
    await ben.client.post(`/user/block/${cho.id}`);
    expect([await names(ben), await names(cho), await names(dan)]).toEqual([['Ben'], ['Cho'], ['Ben', 'Cho']]);
    await ada.client.post(`/project/${id}/owner`, { userId: ben.id });
    await ben.client.post(`/project/${id}/owner/accept`);
    expect(await names(dan)).toEqual(['Ada']);
    expect((await cho.client.get(`/project/view/${id}`)).status).toBe(404);
  });

  it('lose an offer with a block, and cannot take the project any more', async () => {
    await ada.client.post(`/project/${id}/owner`, { userId: ben.id });
    await ada.client.post(`/user/block/${ben.id}`);
    expect((await ben.client.post(`/project/${id}/owner/accept`)).status).toBe(404);
    expect(await news(ben)).toEqual([]);
  });

  it('get the project of a suspended creator, the longest member who is here first', async () => {
    await suspended(ben);
    await suspended(ada);
    expect(await names(dan)).toEqual([]);
    expect((await view(dan)).creator.firstName).toBe('Cho');
    expect(await news(cho)).toEqual(['project-owner']);
    const { items } = (await dan.client.get('/search/projects?q=glyph&limit=50')).body;
    expect(items.map((one: { _id: string }) => one._id)).toContain(id);
    await transact(upstream.db, (trx) => endSuspension(trx, ada.id));
    expect(await names(dan), 'as a member').toEqual(['Ada']);
  });

  it('leave a suspended creator’s project archived where there is nobody to take it', async () => {
    for (const person of [ben, cho]) await ada.client.delete(member(person));
    await suspended(ada);
    expect((await dan.client.get(`/project/view/${id}`)).status).toBe(404);
    await transact(upstream.db, (trx) => endSuspension(trx, ada.id));
    expect(await view(dan)).toMatchObject({ status: 'archived', creator: { firstName: 'Ada' } });
  });

  it('get the project of an erased creator, without the picture that goes with the account', async () => {
    const picture = (await upload(ada)).body;
    await ada.client.patch(`/project/edit/${id}`, { projectImage: picture.url });
    const alone = await newProject(ada, { projectName: 'Alone' });
    await ada.client.delete('/profile', { password: ada.password });
    expect(await view(dan)).toMatchObject({ projectName: 'Glyph', creator: { firstName: 'Ben' } });
    expect(await names(dan)).toEqual(['Cho']);
    expect(await view(dan)).not.toHaveProperty('projectImage');
    expect((await dan.client.get(`/project/view/${alone}`)).status).toBe(404);
    await ben.client.delete('/profile', { password: ben.password });
    expect(await view(dan)).toMatchObject({ creator: { firstName: 'Cho' }, members: [] });
    await cho.client.delete('/profile', { password: cho.password });
    expect((await dan.client.get(`/project/view/${id}`)).status).toBe(404);
  });

  it('are 200 at most', async () => {
    const others = await storeUsers(upstream.connection, 198);
    const accepted = { project_id: id, status: 'accepted', note: '', created_at: now, updated_at: now } as const;
    await upstream.db
      .insertInto('project_interests')
      .values(others.map((user_id) => ({ ...accepted, id: newId(now), user_id })))
      .execute();
    const { data } = (await dan.client.post(`/project/interest/${id}`, {})).body;
    const full = await ada.client.post(`/project/interest/review/accepted/${data._id}`);
    expect([full.status, full.body.code]).toEqual([409, 'quota_reached']);
    expect((await view(ada)).members).toHaveLength(200);
    await ada.client.delete(member(ben));
    expect((await ada.client.post(`/project/interest/review/accepted/${data._id}`)).status).toBe(200);
  });

  it('give the project to one person only, whoever is quicker: the acceptance or the end of the offer', async () => {
    await ada.client.post(`/project/${id}/owner`, { userId: ben.id });
    const [accepted, ended] = await Promise.all([
      ben.client.post(`/project/${id}/owner/accept`),
      ada.client.delete(`/project/${id}/owner`),
    ]);
    const owner = (await view(dan)).creator.firstName;
    expect([
      [200, 404, 'Ben'],
      [404, 200, 'Ada'],
    ]).toContainEqual([accepted.status, ended.status, owner]);
  });
});
