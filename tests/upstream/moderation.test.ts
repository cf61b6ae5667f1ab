import { beforeEach, expect, it } from 'vitest';
import { hour } from '#shared/durations.ts';
import { newProject } from '#tests/support/acts.ts';
import type { SignedUp } from '#tests/support/start-upstream.ts';
import { describeOnEachDatabase } from '#tests/support/test-database.ts';
import { useUpstream } from '#tests/support/use-upstream.ts';
import { addModerator, removeModerator } from '#upstream/features/moderation/moderator-store.ts';

await describeOnEachDatabase('moderators', (engine) => {
  let mod: SignedUp;
  let now = Date.parse('2026-01-01T00:00:00Z');
  const upstream = useUpstream({ engine, now: () => now });
  beforeEach(async () => {
    mod = await upstream.signUp({ firstName: 'Moda' });
    await addModerator(upstream.db, mod.id, now);
    // Every test has the queue for itself.
    await upstream.db.deleteFrom('cases').execute();
    await upstream.db.deleteFrom('reports').execute();
  });

  const report = async ({ client }: SignedUp, body: object) => {
    const reply = await client.post('/report', { reason: 'spam', ...body });
    expect(reply.status, reply.text).toBe(200);
  };
  const read = async ({ client }: SignedUp, path: string) => {
    const reply = await client.get(`/moderation/cases${path}`);
    expect(reply.status, reply.text).toBe(200);
    return reply.body;
  };
  const cases = (person: SignedUp, query = '') => read(person, query);
  const caseOf = (person: SignedUp, id: string) => read(person, `/${id}`);

  it('are told apart by the own user only, and lose the calls with the role at once', async () => {
    const [other, mallory] = [await upstream.signUp(), await upstream.signUp()];
    await report(other, { kind: 'person', id: mallory.id });
    const { items } = await cases(mod);
    expect((await mod.client.get('/profile/view')).body.role).toBe('moderator');
    expect((await other.client.get('/profile/view')).body).not.toHaveProperty('role');
    expect((await other.client.get(`/profile/${mod.id}`)).text).not.toContain('moderator');
    const unknown = (await other.client.get('/no-such-call')).body;
    const one = `/moderation/cases/${items[0]._id}`;
    const malformed = { body: '{', headers: { 'content-type': 'application/json' } };
    for (const { status, body } of [
      ...(await Promise.all(['/moderation/cases', one, '/moderation/cases/x'].map(other.client.get))),
      await other.client.post(`${one}/actions`, { action: 'dismiss', reason: 'Nothing.', expectedVersion: 1 }),
      await other.client.post(`${one}/actions`, {}),
      await other.client.send('POST', `${one}/actions`, undefined, malformed),
    ])
      expect({ status, ...body, requestId: '' }).toEqual({ status: 404, ...unknown, requestId: '' });
    expect(await removeModerator(upstream.db, mod.id, now)).toBe(true);
    expect((await mod.client.get('/moderation/cases')).status).toBe(404);
    expect(await addModerator(upstream.db, mod.id, now)).toBe(true);
    expect((await mod.client.get('/moderation/cases')).status).toBe(200);
  });

  it('see one case for each thing, the most urgent first: by reason, reporters and age', async () => {
    const [one, two, three] = [await upstream.signUp(), await upstream.signUp(), await upstream.signUp()];
    const [oldSpam, spamOfMany, violence, lateSpam] = await upstream.signUpMany(4);
    await report(one, { kind: 'person', id: oldSpam.id });
    now += 3 * hour;
    for (const by of [one, two, three]) await report(by, { kind: 'person', id: spamOfMany.id });
    now += hour;
    await report(one, { kind: 'person', id: lateSpam.id });
    await report(one, { kind: 'person', id: violence.id, reason: 'violence' });
    const { items, nextCursor } = await cases(mod);
    const ids = items.map((item: { person: { _id: string } }) => item.person._id);
    expect(ids).toEqual([violence, spamOfMany, oldSpam, lateSpam].map(({ id }) => id));
    expect(items[1]).toMatchObject({ reporters: 3, reasons: ['spam'], state: 'open', version: 3, firstSeenAt: null });
    expect(nextCursor).toBeNull();
    const first = await cases(mod, '?limit=3');
    const rest = await cases(mod, `?limit=3&cursor=${first.nextCursor}`);
    expect([...first.items, ...rest.items]).toEqual(items);
    expect((await mod.client.get('/moderation/cases?cursor=x')).status).toBe(400);
    expect((await mod.client.get('/moderation/cases?state=lost')).status).toBe(400);
    expect((await cases(mod, '?state=closed')).items).toEqual([]);
  });

  it('see the evidence and who has reported it, whoever blocks whom; the first look is noted', async () => {
    const [author, mallory] = [await upstream.signUp({ firstName: 'Rea' }), await upstream.signUp()];
    await report(author, { kind: 'person', id: mallory.id, reason: 'harassment', details: 'Rude.' });
    const project = await newProject(mallory, { projectName: 'Bad', description: 'worse' });
    await report(author, { kind: 'project', id: project });
    await mallory.client.post(`/user/block/${mod.id}`);
    const { items } = await cases(mod);
    const [person, ofProject] = items;
    now += hour;
    expect(await caseOf(mod, person._id)).toMatchObject({
      person: { _id: mallory.id },
      reports: [
        {
          reason: 'harassment',
          details: 'Rude.',
          evidence: { _id: mallory.id, firstName: mallory.firstName },
          reporter: { _id: author.id, firstName: 'Rea' },
          reporterHistory: { open: 1, acted: 0, dismissed: 0 },
        },
      ],
      history: { reports: { open: 1, acted: 0, dismissed: 0 }, actions: [] },
      isHidden: false,
      isGone: false,
    });
    await mallory.client.delete(`/project/${project}`);
    const gone = await caseOf(mod, ofProject._id);
    expect(gone).toMatchObject({ isGone: true, reports: [{ evidence: { name: 'Bad', description: 'worse' } }] });
    const seen = (await cases(mod)).items[0];
    expect(seen.firstSeenAt).toBe(new Date(now).toISOString());
    now += hour;
    expect((await caseOf(mod, person._id)).firstSeenAt).toBe(seen.firstSeenAt);
    expect((await mod.client.get(`/moderation/cases/${'f'.repeat(24)}`)).body.message).toBe('There is no such case.');
  });

  it('neither see nor decide the cases that they have reported, nor those about themselves', async () => {
    const [author, second] = [await upstream.signUp(), await upstream.signUp()];
    await addModerator(upstream.db, second.id, now);
    await report(author, { kind: 'person', id: mod.id });
    await report(mod, { kind: 'person', id: author.id });
    const { items } = await cases(second);
    expect(items).toHaveLength(2);
    expect(items.find((item: { person: { _id: string } }) => item.person._id === mod.id).person.isModerator).toBe(true);
    expect((await cases(mod)).items).toEqual([]);
    const dismissal = { action: 'dismiss', reason: 'Nothing.', expectedVersion: 1 };
    for (const { _id } of items) {
      const path = `/moderation/cases/${_id}`;
      expect((await mod.client.get(path)).status).toBe(404);
      expect((await mod.client.post(`${path}/actions`, dismissal)).status).toBe(404);
      expect((await second.client.post(`${path}/actions`, dismissal)).status).toBe(200);
    }
  });
});
