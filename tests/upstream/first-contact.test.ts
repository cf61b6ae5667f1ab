import { expect, it } from 'vitest';
import { day, hour } from '#shared/durations.ts';
import { newProject } from '#tests/support/acts.ts';
import type { SignedUp } from '#tests/support/start-upstream.ts';
import type { TestReply } from '#tests/support/test-client.ts';
import { describeOnEachDatabase } from '#tests/support/test-database.ts';
import { useTwoInstances } from '#tests/support/use-upstream.ts';
import { quotas as usual } from '#upstream/limits/quotas.ts';

const quotas = { ...usual, newAsksFirstWeek: 3, newAsksFirstMonth: 4, newAsks: 5 };

await describeOnEachDatabase('the daily limit of new people whom a person may ask', (engine) => {
  let now = Date.parse('2026-03-01T10:00:00Z');
  const { first, second } = useTwoInstances({ engine, now: () => now, quotas });
  const ask = (person: SignedUp, other: SignedUp, at = first) =>
    person.client.copy(at.url).post(`/request/interested/${other.id}`);
  const askToJoin = (person: SignedUp, projectId: string) => person.client.post(`/project/interest/${projectId}`, {});

  function expectRefused(reply: TestReply, limit: number, waitMs: number): void {
    expect(reply.status, reply.text).toBe(409);
    expect(reply.body).toMatchObject({ code: 'quota_reached', limit });
    expect(reply.body.message).toContain(`${limit} new people`);
    expect(reply.headers.get('retry-after')).toBe(String(waitMs / 1000));
  }

  it('counts requests to connect and to join of the last 24 hours together, and not whom the person ignores', async () => {
    const [ann, ...others] = await first.signUpMany(8);
    const [ben, cho, dan, eve, fay] = others;
    const bens = await newProject(ben);
    const dans = await newProject(dan);
    expect((await ask(ann, ben)).status).toBe(200);
    expect((await askToJoin(ann, bens)).status, 'the same person counts once').toBe(200);
    now += hour;
    expect((await ask(ann, cho, second)).status).toBe(200);
    now += hour;
    expect((await askToJoin(ann, dans)).status).toBe(200);
    now += hour;
    expectRefused(await ask(ann, eve), quotas.newAsksFirstWeek, 21 * hour);
    expectRefused(await ask(ann, eve, second), quotas.newAsksFirstWeek, 21 * hour);
    expectRefused(await askToJoin(ann, await newProject(eve)), quotas.newAsksFirstWeek, 21 * hour);
    expect((await ask(ann, dan)).status, 'asked for a project today already').toBe(200);
    expect((await ann.client.post(`/request/ignored/${eve.id}`)).status).toBe(200);
    await ask(fay, ann);
    expect((await ask(ann, fay)).body.data.status, 'answering is not asking').toBe('accepted');
    now += 21 * hour;
    expect((await ask(ann, others[5] as SignedUp)).status, 'the first one no longer counts').toBe(200);
    expectRefused(await ask(ann, others[6] as SignedUp), quotas.newAsksFirstWeek, hour);
  });

  it('counts a withdrawn request, and asking the same person again does not count twice', async () => {
    const [ann, ben, cho, dan, eve] = await first.signUpMany(5);
    for (const other of [ben, cho, dan]) {
      const { _id } = (await ask(ann, other)).body.data;
      expect((await ann.client.delete(`/request/${_id}`)).status).toBe(200);
    }
    expectRefused(await ask(ann, eve), quotas.newAsksFirstWeek, day);
    now += 11_000;
    expect((await ask(ann, ben)).status).toBe(200);
    now += day - 11_000;
    expect((await ask(ann, eve)).status).toBe(200);
  });

  it('does not count who asks to join the project of a connection', async () => {
    const [ann, ben, ...others] = await first.signUpMany(5);
    await ask(ben, ann);
    await ask(ann, ben);
    for (const other of others) await ask(ann, other);
    expect((await askToJoin(ann, await newProject(ben))).status).toBe(200);
  });

  it('grows with the age of the account', async () => {
    const [ann, ...others] = await first.signUpMany(13);
    const askAll = async (people: SignedUp[]) => {
      const replies = [];
      for (const other of people) replies.push((await ask(ann, other)).status);
      return replies;
    };
    expect(await askAll(others.slice(0, 4))).toEqual([200, 200, 200, 409]);
    now += 7 * day;
    expect(await askAll(others.slice(3, 8))).toEqual([200, 200, 200, 200, 409]);
    now += 23 * day;
    const last = await ask(ann, others[7] as SignedUp);
    expect([last.status, ...(await askAll(others.slice(8)))]).toEqual([200, 200, 200, 200, 200]);
  });

  it('holds for requests at the same moment at two instances', async () => {
    for (let round = 0; round < 2; round += 1) {
      const [ann, ...others] = await first.signUpMany(9);
      const replies = await Promise.all(others.map((other, i) => ask(ann, other, i % 2 === 0 ? first : second)));
      expect(replies.map(({ status }) => status).toSorted()).toEqual([200, 200, 200, 409, 409, 409, 409, 409]);
      const sent = await ann.client.get('/user/request/sent');
      expect(sent.body.data).toHaveLength(3);
    }
  });
});
