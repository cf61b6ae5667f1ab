import { expect, it } from 'vitest';
import { day } from '#shared/durations.ts';
import { everyPage } from '#tests/support/every-page.ts';
import type { SignedUp } from '#tests/support/start-upstream.ts';
import { storedRelations } from '#tests/support/stored-relations.ts';
import { describeOnEachDatabase } from '#tests/support/test-database.ts';
import { useUpstream } from '#tests/support/use-upstream.ts';

await describeOnEachDatabase('requests and connections', (engine) => {
  let now = Date.now();
  const upstream = useUpstream({ engine, behindGateway: true, now: () => now });

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

  it('refuses a second request, and one to oneself', async () => {
    const [ann, ben] = await two();
    await ann.client.post(`/request/interested/${ben.id}`);
    expect((await ann.client.post(`/request/interested/${ben.id}`)).body).toMatchObject({ code: 'already_related' });
    expect((await ann.client.post(`/request/ignored/${ben.id}`)).status).toBe(409);
    expect((await ann.client.post(`/request/interested/${ann.id}`)).status).toBe(409);
    expect((await ann.client.post(`/request/liked/${ben.id}`)).status).toBe(404);
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

  const ask = (from: SignedUp, to: SignedUp, body?: object) => from.client.post(`/request/interested/${to.id}`, body);
  const note = 'Shall we pair on the parser?';

  it('carries a note of at most 200 characters, which the two alone read, and which goes with the request', async () => {
    const [ann, ben, cid] = [...(await two()), await upstream.signUp()];
    await ann.client.patch('/profile/edit', { lookingFor: ['pair'] });
    expect((await ask(ann, ben, { note: 'x'.repeat(201) })).status).toBe(422);
    expect((await ask(ann, ben, { note: ` ${note} ` })).body.data).toMatchObject({ status: 'interested', note });
    expect(await receivedBy(ben)).toMatchObject([{ note, fromUserID: { _id: ann.id, lookingFor: ['pair'] } }]);
    for (const { client } of [ann, ben])
      expect((await client.get('/profile/export')).body.requestsAndConnections).toMatchObject([{ note }]);
    await ben.client.post(`/request/review/rejected/${(await receivedBy(ben))[0]._id}`);
    const [pending] = await sentBy(ann);
    expect(pending).toMatchObject({ note, status: 'interested' });
    await ann.client.delete(`/request/${pending._id}`);
    expect(await storedRelations(upstream.db, [ann.id])).toMatchObject([{ kind: 'rejected', note: '' }]);
    await ask(ann, cid);
    expect((await receivedBy(cid))[0]).not.toHaveProperty('note');
    expect((await ben.client.post(`/request/ignored/${cid.id}`, { note })).body.data).not.toHaveProperty('note');
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
