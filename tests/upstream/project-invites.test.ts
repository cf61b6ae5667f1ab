import { beforeEach, expect, it } from 'vitest';
import { day, minute } from '#shared/durations.ts';
import { newProject } from '#tests/support/acts.ts';
import { type ProjectCast, signUpProjectCast } from '#tests/support/project-cast.ts';
import type { SignedUp } from '#tests/support/start-upstream.ts';
import { describeOnEachDatabase } from '#tests/support/test-database.ts';
import { useUpstream } from '#tests/support/use-upstream.ts';
import { transact } from '#upstream/db/transaction.ts';
import { suspendPerson } from '#upstream/features/moderation/suspension.ts';
import { newId } from '#upstream/ids.ts';
import { deleteExpired } from '#upstream/jobs/retention.ts';
import { quotas } from '#upstream/limits/quotas.ts';
import { retentions } from '#upstream/retentions.ts';

await describeOnEachDatabase('invitations into a project', (engine) => {
  let { ada, ben, cho, dan, id, ask } = {} as ProjectCast;
  let now = Date.now();
  const upstream = useUpstream({ engine, now: () => now, quotas: { ...quotas, projectAsks: 2 } });

  beforeEach(async () => {
    now += minute;
    ({ ada, ben, cho, dan, id, ask } = await signUpProjectCast(upstream, () => undefined));
  });

  const make = async ({ client }: SignedUp, { days = 7, uses = 5, project = id } = {}): Promise<string> => {
    now += 1000;
    const reply = await client.post(`/project/${project}/invite`, { days, uses });
    expect(reply.status, reply.text).toBe(200);
    now += 1000;
    return reply.body.url.split('#')[1];
  };
  const accept = ({ client }: SignedUp, token: string) => client.post('/invite/accept', { token });
  const look = (token: string) => upstream.client().post('/invite/look', { token });
  const relation = async ({ client }: SignedUp) =>
    (await client.get(`/project/view/${id}`)).body.project?.viewer.relation;
  const join = async (person: SignedUp) => expect((await accept(person, await make(ada))).status).toBe(200);
  const listed = async ({ client }: SignedUp) => (await client.get(`/project/${id}/invite`)).body.items;
  const rows = () => upstream.db.selectFrom('project_invites').selectAll().where('project_id', '=', id).execute();

  it('name project and inviter to people without an account, and make them members and connections', async () => {
    const reply = await ada.client.post(`/project/${id}/invite`, { days: 7, uses: 2 });
    expect(reply.body.url).toMatch(/^\/invite#[\w-]{43}$/);
    const token = reply.body.url.split('#')[1];
    const seen = await look(token);
    expect(seen.body).toEqual({
      project: { _id: id, projectName: 'Glyph', skills: [], description: '' },
      inviter: { firstName: 'Ada' },
      endsAt: new Date(now + 7 * day).toISOString(),
    });
    await ada.client.patch('/profile/edit', { isPublic: true });
    expect((await look(token)).body.inviter, 'as on a public page').toMatchObject({
      firstName: 'Ada',
      lastName: 'Tester',
    });
    expect((await accept(ben, token)).body).toMatchObject({ data: { status: 'accepted', projectId: id } });
    expect(await relation(ben)).toBe('accepted');
    expect((await ben.client.get(`/chat/${ada.id}`)).status, 'a connection').toBe(200);
    expect((await ada.client.get('/notifications')).body.items).toMatchObject([
      { kind: 'connected', actor: { _id: ben.id } },
    ]);
    expect((await ben.client.get(`/project/${id}/activity`)).body.items).toMatchObject([{ kind: 'joined' }]);
    expect((await accept(ben, token)).body.message, 'again').toBe('You are a member already.');
    expect((await accept(ada, token)).status, 'the creator needs none').toBe(409);
    expect(await listed(ada)).toMatchObject([{ by: { _id: ada.id }, uses: 2, used: 1 }]);
  });

  it('are made, listed and taken back by the creator, by a member for their own links, and by nobody else', async () => {
    await join(ben);
    await join(cho);
    await ask(dan);
    const [byAda, byBen] = [await make(ada), await make(ben)];
    expect(await listed(ada)).toHaveLength(4);
    expect(await listed(ben)).toMatchObject([{ by: { _id: ben.id } }]);
    expect(await listed(cho)).toEqual([]);
    const path = `/project/${id}/invite`;
    expect((await dan.client.post(path, { days: 1, uses: 1 })).status, 'by one who asks').toBe(404);
    expect((await dan.client.get(path)).status).toBe(404);
    const [{ _id: newest }] = await listed(ben);
    const oldest = (await listed(ada)).at(-1)._id;
    expect((await ben.client.delete(`${path}/${oldest}`)).status, 'the creator’s, by a member').toBe(404);
    expect((await cho.client.delete(`${path}/${newest}`)).status, 'another member’s').toBe(404);
    expect((await ada.client.delete(`${path}/${newest}`)).status).toBe(200);
    expect((await look(byBen)).status).toBe(404);
    expect((await look(byAda)).status).toBe(200);
  });

  it('take only so many days and people, and a project has only so many of them', async () => {
    const path = `/project/${id}/invite`;
    for (const body of [{ days: 0, uses: 1 }, { days: 31, uses: 1 }, { days: 1, uses: 0 }, { days: 1, uses: 101 }, {}])
      expect((await ada.client.post(path, body)).status, JSON.stringify(body)).toBe(422);
    const open = Array.from({ length: 50 }, (_, n) => ({
      ...{ id: newId(now), project_id: id, inviter_id: ada.id, token_hash: `${id}${n}`, uses: 1, used: 0 },
      ...{ created_at: now, ends_at: now + day },
    }));
    await upstream.db.insertInto('project_invites').values(open).execute();
    expect((await ada.client.post(path, { days: 1, uses: 1 })).body).toMatchObject({
      code: 'quota_reached',
      limit: 50,
    });
  });

  it('keep the hash of their token only, and say one thing of every link that does not work', async () => {
    const token = await make(ada, { days: 1, uses: 1 });
    expect(JSON.stringify(await rows())).not.toContain(token);
    expect((await listed(ada))[0]).not.toHaveProperty('url');
    const unknown = 'x'.repeat(43);
    const said = async (one: string) => {
      const { status, body } = await look(one);
      return [status, body.code, body.message];
    };
    const refusal = await said(unknown);
    expect(refusal[0]).toBe(404);
    expect((await look('short')).status).toBe(422);
    const spent = await make(ada, { uses: 1 });
    await accept(ben, spent);
    expect(await said(spent), 'used up').toEqual(refusal);
    now += day;
    expect(await said(token), 'ended').toEqual(refusal);
    expect((await accept(cho, token)).status).toBe(404);
    expect((await accept(cho, unknown)).body.message).toBe(refusal[2]);
  });

  it('make exactly as many members as they have uses, whoever comes at once', async () => {
    const people = await Promise.all(Array.from({ length: 6 }, () => upstream.signUp()));
    const token = await make(ada, { uses: 2 });
    const replies = await Promise.all(people.flatMap((person) => [accept(person, token), accept(person, token)]));
    const statuses = replies.map(({ status }) => status);
    expect(new Set(statuses)).toEqual(new Set([200, 404]));
    const { members } = (await ada.client.get(`/project/view/${id}`)).body.project;
    expect(members).toHaveLength(2);
    expect(await rows()).toMatchObject([{ uses: 2, used: 2 }]);
  });

  it('do not work for people behind a block, nor while the inviter, the creator or the project is gone', async () => {
    await join(ben);
    const token = await make(ben, { uses: 50 });
    const works = async () => (await look(token)).status === 200;
    await cho.client.post(`/user/block/${ben.id}`);
    expect((await accept(cho, token)).status, 'blocks the inviter').toBe(404);
    await ada.client.post(`/user/block/${dan.id}`);
    expect((await accept(dan, token)).status, 'blocked by the creator').toBe(404);
    await ada.client.delete(`/user/block/${dan.id}`);
    expect((await rows()).find(({ inviter_id }) => inviter_id === ben.id)?.used, 'no use is lost').toBe(0);

    await ada.client.patch(`/project/edit/${id}`, { status: 'archived' });
    expect(await works()).toBe(false);
    expect((await ada.client.post(`/project/${id}/invite`, { days: 1, uses: 1 })).status).toBe(409);
    await ada.client.patch(`/project/edit/${id}`, { status: 'live' });
    await ada.client.delete(`/project/${id}`);
    expect(await works()).toBe(false);
    await ada.client.post(`/project/${id}/restore`);
    const hide = (hidden_at: number | null) =>
      upstream.db.updateTable('projects').set({ hidden_at }).where('id', '=', id).execute();
    await hide(now);
    expect(await works()).toBe(false);
    expect((await ada.client.post(`/project/${id}/invite`, { days: 1, uses: 1 })).status).toBe(409);
    await hide(null);
    expect(await works()).toBe(true);
    await transact(upstream.db, (trx) => suspendPerson(trx, ben.id, { until: null, reason: 'x', by: '' }, now));
    expect(await works(), 'the inviter is suspended').toBe(false);
  });

  it('end when their member leaves, also for one who comes back', async () => {
    await join(ben);
    const token = await make(ben);
    await ben.client.delete(`/project/${id}/member/${ben.id}`);
    expect((await look(token)).status).toBe(404);
    await join(ben);
    expect((await look(token)).status).toBe(404);
    expect((await look(await make(ben))).status).toBe(200);
  });

  it('bring nobody back whom the creator has turned down since, and answer an open ask', async () => {
    await join(cho);
    const old = await make(ada, { uses: 50 });
    const byCho = await make(cho, { uses: 50 });
    await accept(ben, old);
    now += 1000;
    await ada.client.delete(`/project/${id}/member/${ben.id}`);
    for (const token of [old, byCho]) expect((await accept(ben, token)).status, 'removed').toBe(404);
    const refused = await ask(dan);
    now += 1000;
    await ada.client.post(`/project/interest/review/rejected/${refused}`, { note: 'No' });
    for (const token of [old, byCho, await make(cho)]) expect((await accept(dan, token)).status, 'refused').toBe(404);
    const later = await make(ada, { uses: 50 });
    for (const person of [ben, dan]) expect((await accept(person, later)).status).toBe(200);
    expect((await dan.client.get(`/project/view/${id}`)).body.project.viewer, 'the refusal is gone').not.toHaveProperty(
      'answer',
    );
    const eve = await upstream.signUp({ firstName: 'Eve' });
    await ask(eve);
    const askers = async () => (await ada.client.get('/notifications')).body.askers;
    expect(await askers()).toBe(1);
    expect((await accept(eve, byCho)).status).toBe(200);
    expect((await ada.client.get(`/project/interest/${id}`)).body.items).toEqual([]);
    expect(await askers()).toBe(0);
  });

  it('count for the quota of the person', async () => {
    for (const project of [await newProject(cho), await newProject(cho)])
      await ben.client.post(`/project/interest/${project}`, {});
    const token = await make(ada);
    expect((await accept(ben, token)).body).toMatchObject({ code: 'quota_reached', limit: 2 });
    expect((await rows())[0]?.used).toBe(0);
  });

  it('go with the account of their member, and are deleted at their end', async () => {
    await join(ben);
    await make(ben, { days: 2, uses: 3 });
    await ben.client.delete('/profile', { password: ben.password });
    expect((await rows()).map(({ inviter_id }) => inviter_id)).toEqual([ada.id]);
    now += 6 * day;
    await deleteExpired(upstream.db, retentions['project invitations'], now);
    expect(await rows()).toHaveLength(1);
    now += 2 * day;
    await deleteExpired(upstream.db, retentions['project invitations'], now);
    expect(await rows()).toEqual([]);
  });
});
