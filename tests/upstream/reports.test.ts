import { expect, it } from 'vitest';
import { befriend, sendMessage, upload } from '#tests/support/acts.ts';
import type { SignedUp } from '#tests/support/start-upstream.ts';
import { describeOnEachDatabase } from '#tests/support/test-database.ts';
import { useUpstream } from '#tests/support/use-upstream.ts';
import { deleteExpired } from '#upstream/jobs/retention.ts';
import { retentions } from '#upstream/retentions.ts';

await describeOnEachDatabase('reports', (engine) => {
  const upstream = useUpstream({ engine });

  const report = ({ client }: SignedUp, body: object) => client.post('/report', { reason: 'spam', ...body });
  const evidenceOf = async (id: string) => {
    const row = await upstream.db.selectFrom('reports').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
    return { accused: row.accused_id, ...JSON.parse(row.evidence) };
  };

  it('keep a copy of the person, message, project and picture, once for each author', async () => {
    const [own, other] = [await upstream.signUp(), await upstream.signUp({ firstName: 'Mallory' })];
    await befriend(own, other);
    const socket = await upstream.connect(other);
    const messageId = await sendMessage(socket, { targetUserId: own.id, text: 'an insult' });
    const project = (await other.client.post('/create-project', { projectName: 'Bad', description: 'worse' })).body;
    const media = await upload(other);
    const made = new Map<string, string>();
    for (const [kind, id] of [
      ['person', other.id],
      ['message', messageId],
      ['project', project.project._id],
      ['picture', media.body._id],
    ] as const) {
      const reply = await report(own, { kind, id, details: 'Look at this.' });
      expect(reply.status, `${kind}: ${reply.text}`).toBe(200);
      made.set(kind, reply.body._id);
      expect((await report(own, { kind, id, details: 'Look at this.' })).body, 'again').toEqual(reply.body);
    }
    await other.client.delete(`/project/${project.project._id}`);
    expect(await evidenceOf(made.get('person') ?? '')).toMatchObject({ accused: other.id, firstName: 'Mallory' });
    expect(await evidenceOf(made.get('message') ?? '')).toEqual({ accused: other.id, sealed: expect.any(String) });
    expect(await evidenceOf(made.get('project') ?? '')).toMatchObject({ name: 'Bad', description: 'worse' });
    expect(await evidenceOf(made.get('picture') ?? '')).toEqual({ accused: other.id, url: media.body.url });
    const { items } = (await own.client.get('/reports')).body;
    expect(items).toHaveLength(4);
    expect(items[0]).toMatchObject({ kind: 'picture', reason: 'spam', user: { _id: other.id }, outcome: null });
    expect((await other.client.get('/reports')).body.items, 'the accused learns nothing').toEqual([]);
    expect((await other.client.get('/profile/export')).body.reports).toEqual([]);
  });

  it('count a second offence: the closed report is open again, with the words and the copy of both', async () => {
    const [own, other] = [await upstream.signUp(), await upstream.signUp({ firstName: 'Nora' })];
    const first = await report(own, { kind: 'person', id: other.id, details: 'the first time' });
    const { db } = upstream;
    const rowOf = () => db.selectFrom('reports').selectAll().where('id', '=', first.body._id).executeTakeFirstOrThrow();
    await db
      .updateTable('reports')
      .set({ closed_at: 1, outcome: 'dismissed', answer: 'No.' })
      .where('id', '=', first.body._id)
      .execute();
    await db.updateTable('cases').set({ closed_at: 1 }).where('subject', '=', other.id).execute();
    await other.client.patch('/profile/edit', { headline: 'an insult' });
    const second = { kind: 'person', id: other.id, reason: 'harassment', details: 'the second time' };
    expect((await report(own, second)).body).toEqual(first.body);
    const row = await rowOf();
    expect(row).toMatchObject({ closed_at: null, outcome: '', answer: '', reason: 'harassment' });
    expect(row.details).toMatch(/^the second time\n\nReported before, on .*, for spam: the first time$/);
    const copy = JSON.parse(row.evidence);
    expect([copy.headline, copy.earlier[0].headline]).toEqual(['an insult', undefined]);
    const cases = await db.selectFrom('cases').select('closed_at').where('subject', '=', other.id).execute();
    expect(cases).toEqual([{ closed_at: null }]);

    // Joins the open case; the same once more, as a client that has lost the reply sends it, adds nothing.
    const third = { ...second, reason: 'spam', details: 'the third time' };
    for (let time = 0; time < 2; time += 1) expect((await report(own, third)).body).toEqual(first.body);
    const joined = await rowOf();
    for (const words of ['the first time', 'the second time', 'the third time'])
      expect(joined.details.split(words)).toHaveLength(2);
  });

  it('are refused for what the author cannot see, and for their own', async () => {
    const [own, one] = [await upstream.signUp(), await upstream.signUp()];
    expect((await report(own, { kind: 'person', id: own.id })).status).toBe(404);
    expect((await report(own, { kind: 'project', id: 'f'.repeat(24) })).status).toBe(404);
    await one.client.post(`/user/block/${own.id}`);
    expect((await report(own, { kind: 'person', id: one.id })).status, 'gone for the author').toBe(404);
    for (const body of [
      { kind: 'planet', id: own.id },
      { kind: 'person', id: 'x' },
      { kind: 'person', id: own.id, reason: '' },
    ])
      expect((await report(own, body)).status).toBe(422);
  });

  it('are deleted with their evidence some time after the answer', async () => {
    const [own, other] = [await upstream.signUp(), await upstream.signUp()];
    const { _id } = (await report(own, { kind: 'person', id: other.id })).body;
    const closed = { closed_at: Date.now(), outcome: 'acted', answer: 'Done.' } as const;
    await upstream.db.updateTable('reports').set(closed).where('id', '=', _id).execute();
    await deleteExpired(upstream.db, retentions.reports, Date.now());
    expect((await own.client.get('/reports')).body.items).toMatchObject([{ _id, outcome: 'acted', answer: 'Done.' }]);
    await deleteExpired(upstream.db, retentions.reports, Date.now() + 1000 + retentions.reports.keptMs);
    expect((await own.client.get('/reports')).body.items).toEqual([]);
  });
});
