import { afterAll, beforeAll, expect, it } from 'vitest';
import { day } from '#shared/durations.ts';
import { befriend } from '#tests/support/acts.ts';
import { everyPage } from '#tests/support/every-page.ts';
import { type SignedUp, type StartedUpstream, startUpstream } from '#tests/support/start-upstream.ts';
import { storedRelations } from '#tests/support/stored-relations.ts';
import { describeOnEachDatabase } from '#tests/support/test-database.ts';

await describeOnEachDatabase('requests and connections', (engine) => {
  let upstream: StartedUpstream;
  let now = Date.now();
  beforeAll(async () => {
    upstream = await startUpstream({ engine, behindGateway: true, now: () => now });
  });
  afterAll(() => upstream.close());

  const two = async (): Promise<[SignedUp, SignedUp]> => [await upstream.signUp(), await upstream.signUp()];
  const receivedBy = async (person: SignedUp) => (await person.client.get('/user/request/received')).body.data;
  const connectionsOf = async (person: SignedUp): Promise<string[]> =>
    (await person.client.get('/user/connections')).body.data.map((user: { _id: string }) => user._id);
  const sentBy = async (person: SignedUp) => (await person.client.get('/user/request/sent')).body.data;

  it('carries interest to the other person, who accepts: both are connected', async () => {
    const [ann, ben] = await two();
    const sent = await ann.client.post(`/request/interested/${ben.id}`);
    expect(sent.status).toBe(200);
    expect(sent.body.data).toMatchObject({ fromUserID: ann.id, toUserID: ben.id, status: 'interested' });
    const [received] = await receivedBy(ben);
    expect(received).toMatchObject({ _id: sent.body.data._id, toUserID: ben.id, status: 'interested' });
    expect(received.fromUserID).toMatchObject({ _id: ann.id, firstName: ann.firstName, skills: [] });
    const accepted = await ben.client.post(`/request/review/accepted/${received._id}`);
    expect(accepted.body.data.status).toBe('accepted');
    expect(await connectionsOf(ann)).toEqual([ben.id]);
    expect(await connectionsOf(ben)).toEqual([ann.id]);
    expect(await receivedBy(ben)).toEqual([]);
  });

  it('refuses a second request, one to oneself and one to nobody', async () => {
    const [ann, ben] = await two();
    await ann.client.post(`/request/interested/${ben.id}`);
    expect((await ann.client.post(`/request/interested/${ben.id}`)).body).toMatchObject({ code: 'already_related' });
    expect((await ann.client.post(`/request/ignored/${ben.id}`)).status).toBe(409);
    expect((await ann.client.post(`/request/interested/${ann.id}`)).status).toBe(409);
    for (const id of ['f'.repeat(24), 'nope', `${ben.id}0`])
      expect((await ann.client.post(`/request/interested/${id}`)).status, id).toBe(404);
    expect((await ann.client.post(`/request/liked/${ben.id}`)).status).toBe(404);
  });

  it('does not show the sender a rejection, and withdrawing does not allow a new request', async () => {
    const [ann, ben] = await two();
    const { _id, createdAt } = (await ann.client.post(`/request/interested/${ben.id}`)).body.data;
    await ben.client.post(`/request/review/rejected/${_id}`);
    const [pending] = await sentBy(ann);
    expect(pending).toMatchObject({ _id, status: 'interested', createdAt, updatedAt: createdAt });
    expect(pending.toUserID._id).toBe(ben.id);
    expect((await ann.client.delete(`/request/${_id}`)).status).toBe(200);
    expect(await sentBy(ann)).toEqual([]);
    expect((await ann.client.delete(`/request/${_id}`)).status).toBe(404);
    const again = await ann.client.post(`/request/interested/${ben.id}`);
    expect(again.body.data.status).toBe('interested');
    expect(await sentBy(ann)).toHaveLength(1);
    expect(await receivedBy(ben)).toEqual([]);
  });

  it('tells a person at most once a day of the same person’s requests, and as often of their acceptance', async () => {
    const [ann, ben] = await two();
    const told: unknown[] = [];
    const stop = upstream.events.on('notified', ({ notificationId }) => void told.push(notificationId));
    const askAndWithdraw = async () => {
      const asked = await ann.client.post(`/request/interested/${ben.id}`);
      await ann.client.delete(`/request/${asked.body.data._id}`);
      now += 11_000;
    };
    for (let i = 0; i < 8; i += 1) await askAndWithdraw();
    expect(told).toHaveLength(1);
    now += day;
    for (let i = 0; i < 3; i += 1) await askAndWithdraw();
    expect(told).toHaveLength(2);
    now += 8 * day;
    for (let i = 0; i < 3; i += 1) {
      await ann.client.post(`/request/interested/${ben.id}`);
      const [received] = await receivedBy(ben);
      await ben.client.post(`/request/review/accepted/${received._id}`);
      await ann.client.delete(`/user/connections/${ben.id}`);
    }
    stop();
    expect(told, 'one more request, one acceptance').toHaveLength(4);
  });

  it('keeps an `ignored` of the person who is asked, through the request and its withdrawal', async () => {
    const [ann, ben] = await two();
    const bensFeed = async () =>
      (await ben.client.get('/user/feed?limit=50')).body.map((user: { _id: string }) => user._id);
    const ignored = (await ben.client.post(`/request/ignored/${ann.id}`)).body.data;
    const { _id } = (await ann.client.post(`/request/interested/${ben.id}`)).body.data;
    expect(await receivedBy(ben)).toHaveLength(1);
    await ann.client.delete(`/request/${_id}`);
    expect(await receivedBy(ben)).toEqual([]);
    expect(await bensFeed()).not.toContain(ann.id);
    const own = (await ann.client.post(`/request/ignored/${ben.id}`)).body.data;
    expect(own).toMatchObject({ fromUserID: ann.id, toUserID: ben.id, status: 'ignored' });
    expect((await ann.client.delete(`/request/${own._id}`)).status).toBe(200);
    expect(await bensFeed()).not.toContain(ann.id);
    expect((await ben.client.delete(`/request/${ignored._id}`)).status).toBe(200);
    expect(await bensFeed()).toContain(ann.id);
  });

  it('takes a pending request and an `ignored` back', async () => {
    const [ann, ben] = await two();
    const feedIds = async () =>
      (await ann.client.get('/user/feed?limit=50')).body.map((user: { _id: string }) => user._id);
    for (const status of ['interested', 'ignored']) {
      const { _id } = (await ann.client.post(`/request/${status}/${ben.id}`)).body.data;
      expect(await feedIds()).not.toContain(ben.id);
      expect((await ben.client.delete(`/request/${_id}`)).status).toBe(404);
      expect((await ann.client.delete(`/request/${_id}`)).status).toBe(200);
      expect(await feedIds()).toContain(ben.id);
    }
    expect(await receivedBy(ben)).toEqual([]);
  });

  it('pages every list by cursor, each item once', async () => {
    const hub = await upstream.signUp();
    const others = await Promise.all(Array.from({ length: 7 }, () => upstream.signUp()));
    const walk = async (path: string) => (await everyPage(hub.client, path, 3)).map(({ _id }) => _id);
    for (const other of others) await hub.client.post(`/request/interested/${other.id}`);
    expect(new Set(await walk('/user/request/sent')).size).toBe(7);
    for (const other of others.slice(0, 4)) await other.client.post(`/request/interested/${hub.id}`);
    for (const other of others.slice(4)) {
      const { _id } = (await sentBy(hub)).find((item: { toUserID: { _id: string } }) => item.toUserID._id === other.id);
      await hub.client.delete(`/request/${_id}`);
      await other.client.post(`/request/interested/${hub.id}`);
    }
    expect(await walk('/user/request/received')).toHaveLength(3);
    for (const request of await receivedBy(hub)) await hub.client.post(`/request/review/accepted/${request._id}`);
    const connections = await walk('/user/connections');
    expect(connections.toSorted()).toEqual(others.map((other) => other.id).toSorted());
    expect((await hub.client.get('/user/connections?cursor=rubbish')).status).toBe(400);
  });

  it('says beside a person what is between them and the viewer, with the request to answer or to take back', async () => {
    const ann = await upstream.signUp({ firstName: 'Annika', lastName: 'Relation' });
    const ben = await upstream.signUp({ firstName: 'Benedikt', lastName: 'Relation' });
    const project = await ben.client.post('/create-project', { projectName: 'Bridge' });
    const seenBy = async (viewer: SignedUp, other: SignedUp) => {
      const profile = (await viewer.client.get(`/profile/${other.id}`)).body.user.viewer;
      const found = (await viewer.client.get(`/search/people?q=${other.firstName}`)).body.items;
      expect(found).toEqual([expect.objectContaining({ _id: other.id, viewer: profile })]);
      const { creator } = (await viewer.client.get(`/project/view/${project.body.project._id}`)).body.project;
      if (viewer === ann) expect(creator.viewer).toEqual(profile);
      else expect(creator).not.toHaveProperty('viewer');
      return profile;
    };
    expect(await seenBy(ann, ben)).toEqual({ relation: 'none' });
    const ignored = (await ann.client.post(`/request/ignored/${ben.id}`)).body.data._id;
    expect(await seenBy(ann, ben)).toEqual({ relation: 'ignored', requestId: ignored });
    expect(await seenBy(ben, ann), 'who is ignored learns nothing').toEqual({ relation: 'none' });
    const requestId = (await ann.client.post(`/request/interested/${ben.id}`)).body.data._id;
    expect(await seenBy(ann, ben)).toEqual({ relation: 'sent', requestId });
    expect(await seenBy(ben, ann)).toEqual({ relation: 'received', requestId });
    await ben.client.post(`/request/review/rejected/${requestId}`);
    expect(await seenBy(ann, ben), 'who is rejected learns nothing').toEqual({ relation: 'sent', requestId });
    expect(await seenBy(ben, ann)).toEqual({ relation: 'none' });
    await ben.client.post(`/request/interested/${ann.id}`);
    expect([await seenBy(ann, ben), await seenBy(ben, ann)]).toEqual([
      { relation: 'connected' },
      { relation: 'connected' },
    ]);
  });

  it('emits each event once, after the commit', async () => {
    const [ann, ben] = await two();
    const told: unknown[] = [];
    const stop = upstream.events.on('connected', (event) => void told.push(['connected', event.byId, event.otherId]));
    await befriend(ann, ben);
    stop();
    expect(told).toEqual([['connected', ben.id, ann.id]]);
  });

  const ask = (from: SignedUp, to: SignedUp, body?: object) => from.client.post(`/request/interested/${to.id}`, body);
  const note = 'Shall we pair on the parser?';

  it('carries a note, which the two alone read, beside what the sender looks for, and in their exports', async () => {
    const [ann, ben] = await two();
    await ann.client.patch('/profile/edit', { lookingFor: ['pair'] });
    expect((await ask(ann, ben, { note: ` ${note} ` })).body.data).toMatchObject({ status: 'interested', note });
    expect(await receivedBy(ben)).toMatchObject([{ note, fromUserID: { _id: ann.id, lookingFor: ['pair'] } }]);
    expect(await sentBy(ann)).toMatchObject([{ note }]);
    for (const { client } of [ann, ben])
      expect((await client.get('/profile/export')).body.requestsAndConnections).toMatchObject([{ note }]);
  });

  it('has no note where none is sent, none of more than 200 characters, and none with an ignore', async () => {
    const [ann, ben] = await two();
    expect((await ask(ann, ben, { note: 'x'.repeat(201) })).status).toBe(422);
    expect((await ask(ann, ben)).status).toBe(200);
    expect((await receivedBy(ben))[0]).not.toHaveProperty('note');
    const cid = await upstream.signUp();
    expect((await ask(ann, cid, {})).status).toBe(200);
    const ignored = await ben.client.post(`/request/ignored/${cid.id}`, { note });
    expect(ignored.body.data).not.toHaveProperty('note');
  });

  it('keeps the note while it is rejected; it goes when its sender takes it back, also from the database', async () => {
    const [ann, ben] = await two();
    await ask(ann, ben, { note });
    await ben.client.post(`/request/review/rejected/${(await receivedBy(ben))[0]._id}`);
    const [pending] = await sentBy(ann);
    expect(pending).toMatchObject({ note, status: 'interested' });
    await ann.client.delete(`/request/${pending._id}`);
    expect(await storedRelations(upstream.db, [ann.id])).toMatchObject([{ kind: 'rejected', note: '' }]);
  });

  it('has its note beside the profile that its receiver reports, and no more after their block', async () => {
    const [ann, ben] = await two();
    await ask(ann, ben, { note });
    await ben.client.post('/report', { kind: 'person', id: ann.id, reason: 'spam', alsoBlock: true });
    const report = await upstream.db
      .selectFrom('reports')
      .select('evidence')
      .where('accused_id', '=', ann.id)
      .executeTakeFirstOrThrow();
    expect(JSON.parse(report.evidence)).toMatchObject({ note });
    expect(await receivedBy(ben)).toEqual([]);
    expect(await storedRelations(upstream.db, [ann.id])).toEqual([]);
  });
});
