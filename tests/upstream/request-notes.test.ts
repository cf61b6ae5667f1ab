import { afterAll, beforeAll, expect, it } from 'vitest';
import { type SignedUp, type StartedUpstream, startUpstream } from '#tests/support/start-upstream.ts';
import { storedRelations } from '#tests/support/stored-relations.ts';
import { describeOnEachDatabase } from '#tests/support/test-database.ts';

await describeOnEachDatabase('a note with a request', (engine) => {
  let upstream: StartedUpstream;
  beforeAll(async () => {
    upstream = await startUpstream({ engine });
  });
  afterAll(() => upstream.close());

  const ask = (from: SignedUp, to: SignedUp, body?: object) => from.client.post(`/request/interested/${to.id}`, body);
  const received = async ({ client }: SignedUp) => (await client.get('/user/request/received')).body.data;
  const sent = async ({ client }: SignedUp) => (await client.get('/user/request/sent')).body.data;
  const note = 'Shall we pair on the parser?';

  it('is read by the two alone, beside what the sender looks for, and is in their exports', async () => {
    const [ann, ben] = [await upstream.signUp(), await upstream.signUp()];
    expect((await ann.client.get('/capabilities')).body.capabilities).toContain('requests.note');
    await ann.client.patch('/profile/edit', { lookingFor: ['pair'] });
    expect((await ask(ann, ben, { note: ` ${note} ` })).body.data).toMatchObject({ status: 'interested', note });
    expect(await received(ben)).toMatchObject([{ note, fromUserID: { _id: ann.id, lookingFor: ['pair'] } }]);
    expect(await sent(ann)).toMatchObject([{ note }]);
    for (const { client } of [ann, ben])
      expect((await client.get('/profile/export')).body.requestsAndConnections).toMatchObject([{ note }]);
  });

  it('may be missing, as from a client of before, and has at most 200 characters', async () => {
    const [ann, ben] = [await upstream.signUp(), await upstream.signUp()];
    expect((await ask(ann, ben, { note: 'x'.repeat(201) })).status).toBe(422);
    expect((await ask(ann, ben)).status).toBe(200);
    expect((await received(ben))[0]).not.toHaveProperty('note');
    const cid = await upstream.signUp();
    expect((await ask(ann, cid, {})).status).toBe(200);
  });

  it('stays with a request that is rejected, and goes when its sender takes it back, also from the database', async () => {
    const [ann, ben] = [await upstream.signUp(), await upstream.signUp()];
    await ask(ann, ben, { note });
    await ben.client.post(`/request/review/rejected/${(await received(ben))[0]._id}`);
    const [pending] = await sent(ann);
    expect(pending).toMatchObject({ note, status: 'interested' });
    await ann.client.delete(`/request/${pending._id}`);
    expect(await storedRelations(upstream.db, [ann.id])).toMatchObject([{ kind: 'rejected', note: '' }]);
  });

  it('is no part of an ignore', async () => {
    const [ann, ben] = [await upstream.signUp(), await upstream.signUp()];
    const ignored = await ann.client.post(`/request/ignored/${ben.id}`, { note });
    expect(ignored.body.data).not.toHaveProperty('note');
  });

  it('is beside the profile that its receiver reports, and gone after their block', async () => {
    const [ann, ben] = [await upstream.signUp(), await upstream.signUp()];
    await ask(ann, ben, { note });
    await ben.client.post('/report', { kind: 'person', id: ann.id, reason: 'spam', alsoBlock: true });
    const report = await upstream.db
      .selectFrom('reports')
      .select('evidence')
      .where('accused_id', '=', ann.id)
      .executeTakeFirstOrThrow();
    expect(JSON.parse(report.evidence)).toMatchObject({ note });
    expect(await received(ben)).toEqual([]);
    expect(await storedRelations(upstream.db, [ann.id])).toEqual([]);
  });
});
