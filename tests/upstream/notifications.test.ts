import { beforeEach, expect, it } from 'vitest';
import type { NotificationsReply } from '#shared/api/notifications.ts';
import { askToJoin, befriend, newProject } from '#tests/support/acts.ts';
import { everyPage } from '#tests/support/every-page.ts';
import { type SignedUp, testPassword } from '#tests/support/start-upstream.ts';
import { describeOnEachDatabase } from '#tests/support/test-database.ts';
import { useUpstream } from '#tests/support/use-upstream.ts';

await describeOnEachDatabase('notifications', (engine) => {
  let now = Date.now();
  let ada: SignedUp;
  let ben: SignedUp;
  let cho: SignedUp;

  const upstream = useUpstream({ engine, now: () => now }, 'each');
  beforeEach(async () => {
    ada = await upstream.signUp({ firstName: 'Ada' });
    ben = await upstream.signUp({ firstName: 'Ben' });
    cho = await upstream.signUp({ firstName: 'Cho' });
  });

  const listen = (person: SignedUp) => upstream.connect(person);

  async function of(person: SignedUp, query = ''): Promise<NotificationsReply> {
    const reply = await person.client.get(`/notifications${query}`);
    expect(reply.status, reply.text).toBe(200);
    return reply.body;
  }

  async function kinds(person: SignedUp): Promise<string[]> {
    return (await of(person)).items.map(({ kind }) => kind);
  }

  it('keeps a request for somebody who was away, and an acceptance for its sender; that of a project connects, too', async () => {
    const { _id } = (await ben.client.post(`/request/interested/${ada.id}`)).body.data;
    const before = await of(ada);
    expect(before).toMatchObject({ unread: 1, unreadOf: { request: 1 }, askers: 0, nextCursor: null });
    expect(before.items).toMatchObject([{ kind: 'request', count: 1, readAt: null, actor: { _id: ben.id } }]);
    now += 1000;
    await ada.client.post(`/request/review/accepted/${_id}`);
    expect(await of(ada), 'answering is reading').toMatchObject({ unread: 0, items: [{ kind: 'request' }] });
    expect(await of(ben)).toMatchObject({ unread: 1, items: [{ kind: 'connected', actor: { _id: ada.id } }] });
    const projectId = await newProject(ada);
    await ada.client.post(`/project/interest/review/accepted/${await askToJoin(cho, projectId)}`);
    expect((await kinds(cho)).toSorted()).toEqual(['connected', 'interest-reviewed']);
  });

  it('lists some kinds, all but some, or the unread ones, and leaves out kinds that it does not know', async () => {
    await ben.client.post(`/request/interested/${ada.id}`);
    now += 1000;
    await askToJoin(cho, await newProject(ada));
    now += 1000;
    await cho.client.post(`/request/interested/${ada.id}`);
    const kindsWith = async (query: string) => (await of(ada, query)).items.map(({ kind }) => kind);
    expect(await kindsWith('')).toEqual(['request', 'interest', 'request']);
    expect(await kindsWith('?kinds=interest,later')).toEqual(['interest']);
    for (const query of ['unread=maybe', `kinds=${'a'.repeat(501)}`, 'limit=0', 'cursor=rubbish'])
      expect((await ada.client.get(`/notifications?${query}`)).status, query).toBe(400);
    expect(await kindsWith('?without=request,later')).toEqual(['interest']);
    const unread = await of(ada, '?unread=true');
    expect(unread.items.map(({ readAt }) => readAt)).toEqual(unread.items.map(() => null));
    expect(unread.items).toHaveLength(unread.unread);
  });

  it('groups those who ask to join one project, names the latest, and counts who still asks', async () => {
    const projectId = await newProject(ada);
    const other = await newProject(ada, { projectName: 'Loom' });
    const bens = await askToJoin(ben, projectId);
    now += 1000;
    await askToJoin(cho, projectId);
    await askToJoin(cho, other);
    const both = await of(ada);
    expect(both.items).toHaveLength(2);
    expect(both).toMatchObject({ unread: 2, askers: 3 });
    const row = () => of(ada).then(({ items }) => items.find(({ project }) => project?._id === projectId));
    expect(await row()).toMatchObject({ count: 2, actor: { _id: cho.id }, project: { projectName: 'Kite' } });
    await cho.client.delete(`/project/interest/${projectId}`);
    expect(await row(), 'the latest took it back').toMatchObject({ count: 1, actor: { _id: ben.id } });
    await ada.client.post(`/project/interest/review/rejected/${bens}`);
    expect(await row()).toBeUndefined();
    expect(await of(ben)).toMatchObject({ items: [{ kind: 'interest-reviewed', status: 'rejected' }] });
    const seen = await ada.client.get(`/project/view/${other}`);
    expect(seen.body.project.askers).toBe(1);
    expect((await ben.client.get(`/project/view/${other}`)).body.project).not.toHaveProperty('askers');
  });

  it('has one row per conversation with the number of unread messages, read when they are read', async () => {
    await befriend(ada, ben);
    const [adas, bens] = [await listen(ada), await listen(ben)];
    for (const text of ['one', 'two', 'three']) await bens.ask('sendMessage', { targetUserId: ada.id, text });
    const { items, unreadOf } = await of(ada);
    expect(items.filter(({ kind }) => kind === 'message')).toMatchObject([{ count: 3, actor: { _id: ben.id } }]);
    expect(unreadOf.message).toBe(1);
    const last = (await adas.next('messageReceived', ({ text }) => text === 'three'))._id;
    await adas.ask('messagesRead', { targetUserId: ben.id, messageId: last });
    await adas.next('notificationsRead', (event) => event.unreadOf.message === undefined);
    expect((await of(ada)).unreadOf.message).toBeUndefined();
    now += 1000;
    await bens.ask('sendMessage', { targetUserId: ada.id, text: 'four' });
    expect(await of(ada)).toMatchObject({ items: [{ kind: 'message', count: 1, readAt: null }, {}] });
  });

  it('are marked as read singly and all at once, and the other devices are told', async () => {
    const elsewhere = await listen(ada);
    for (const person of [ben, cho]) await person.client.post(`/request/interested/${ada.id}`);
    const [first] = (await of(ada)).items;
    expect(await elsewhere.next('notification', ({ _id }) => _id === first?._id), 'the whole row').toMatchObject({
      ...first,
    });
    const one = await ada.client.post('/notifications/read', { ids: [first?._id] });
    expect(one.body).toEqual({ unread: 1, unreadOf: { request: 1 }, askers: 0 });
    expect(await elsewhere.next('notificationsRead')).toEqual(one.body);
    expect((await ada.client.post('/notifications/read', { all: true })).body).toMatchObject({ unread: 0 });
    expect((await of(ada)).items.map(({ readAt }) => readAt)).not.toContain(null);
    for (const body of [{}, { all: false }, { ids: [] }, { ids: ['x'], all: true }])
      expect((await ada.client.post('/notifications/read', body)).status, JSON.stringify(body)).toBeGreaterThan(399);
  });

  it('pages by cursor, newest first, each row once', async () => {
    for (let i = 0; i < 7; i += 1) {
      const person = await upstream.signUp();
      if (i % 3 > 0) now += 1;
      await person.client.post(`/request/interested/${ada.id}`);
    }
    const seen = await everyPage(ada.client, '/notifications', 2);
    expect(new Set(seen.map(({ _id }) => _id)).size).toBe(7);
    const times = seen.map(({ createdAt }) => createdAt);
    expect(times).toEqual(times.toSorted().toReversed());
  });

  it('are gone with their subject: the project, the connection, the account', async () => {
    const projectId = await newProject(ada);
    await askToJoin(ben, projectId);
    await ada.client.delete(`/project/${projectId}`);
    expect(await kinds(ada)).toEqual([]);
    await befriend(ada, ben);
    expect(await kinds(ada)).toEqual(['connected']);
    await ben.client.delete(`/user/connections/${ada.id}`);
    expect(await kinds(ada)).toEqual([]);
    await cho.client.post(`/request/interested/${ada.id}`);
    const second = await newProject(ada);
    await askToJoin(cho, second);
    now += 1;
    await askToJoin(ben, second);
    await cho.client.delete('/profile', { password: testPassword });
    expect((await of(ada)).items).toMatchObject([{ kind: 'interest', count: 1, actor: { _id: ben.id } }]);
    await ben.client.delete('/profile', { password: testPassword });
    expect(await of(ada)).toMatchObject({ items: [], unread: 0, askers: 0 });
  });
});
