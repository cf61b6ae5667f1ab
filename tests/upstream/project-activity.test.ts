import { beforeEach, expect, it } from 'vitest';
import { day, minute } from '#shared/durations.ts';
import { type ProjectCast, signUpProjectCast } from '#tests/support/project-cast.ts';
import type { SignedUp } from '#tests/support/start-upstream.ts';
import { describeOnEachDatabase } from '#tests/support/test-database.ts';
import { useUpstream } from '#tests/support/use-upstream.ts';
import { deleteExpired } from '#upstream/jobs/retention.ts';
import { retentions } from '#upstream/retentions.ts';

await describeOnEachDatabase('the activity of a project', (engine) => {
  let { ada, ben, cho, dan, id, ask, join } = {} as ProjectCast;
  let now = Date.now();
  const upstream = useUpstream({ engine, now: () => now });
  const later = () => {
    now += minute;
  };
  beforeEach(async () => {
    ({ ada, ben, cho, dan, id, ask, join } = await signUpProjectCast(upstream, later));
  });

  async function edit(fields: object) {
    later();
    expect((await ada.client.patch(`/project/edit/${id}`, fields)).status).toBe(200);
  }
  interface Item {
    kind: string;
    status?: string;
    actor: { firstName: string };
  }
  const lines = async ({ client }: SignedUp, query = '') =>
    (await client.get(`/project/${id}/activity${query}`)).body.items.map(({ actor, kind, status }: Item) =>
      [actor.firstName, kind, status].filter(Boolean).join(' '),
    );

  it('a project’s activity shows requests to join to the creator alone, departures to the creator and the members, and the rest to everybody', async () => {
    await join(ben);
    await join(cho);
    await ask(dan);
    await edit({ status: 'building', description: 'Words' });
    later();
    await ben.client.delete(`/project/${id}/member/${ben.id}`);
    const eve = await upstream.signUp({ firstName: 'Eve' });
    const seen = {
      visitor: await lines(eve),
      asker: await lines(dan),
      member: await lines(cho),
      creator: await lines(ada),
    };
    const both = ['Ada edited', 'Ada status building'];
    const sorted = (all: string[]) => all.toSorted();
    expect(sorted(seen.visitor)).toEqual([...both, 'Ben joined', 'Cho joined']);
    expect(seen.asker).toEqual(seen.visitor);
    expect(seen.member[0]).toBe('Ben left');
    expect(sorted(seen.member)).toEqual(sorted([...seen.visitor, 'Ben left']));
    expect(sorted(seen.creator)).toEqual(sorted([...seen.member, 'Ben asked', 'Cho asked', 'Dan asked']));
    expect(await lines(ben), 'who has left is a visitor').toEqual(seen.visitor);
    await ada.client.post(`/project/${id}/owner`, { userId: cho.id });
    later();
    await cho.client.post(`/project/${id}/owner/accept`);
    expect((await lines(dan))[0]).toBe('Cho owner');
  });

  it('a project’s activity has one entry for all edits within an hour, none for a status that stays the same, and none for a change of who may see the project', async () => {
    await edit({ description: 'One' });
    await edit({ description: 'Two', status: 'idea' });
    await edit({ status: 'idea' });
    await edit({ isPublic: true });
    await edit({ status: null });
    expect(await lines(dan)).toEqual(['Ada status idea', 'Ada edited']);
    now += 61 * minute;
    await edit({ skills: ['Elm'] });
    expect(await lines(dan)).toEqual(['Ada edited', 'Ada status idea', 'Ada edited']);
  });

  it('a request to join leaves the project’s activity when it is withdrawn or one of the two blocks the other, and stays there when it is answered', async () => {
    await ask(ben);
    await ben.client.delete(`/project/interest/${id}`);
    expect(await lines(ada)).toEqual([]);
    const interest = await ask(cho);
    await ada.client.post(`/project/interest/review/rejected/${interest}`);
    expect(await lines(ada)).toEqual(['Cho asked']);
    expect(await lines(cho), 'a refusal is told to nobody').toEqual([]);
    await ask(dan);
    await dan.client.post(`/user/block/${ada.id}`);
    await dan.client.delete(`/user/block/${ada.id}`);
    expect(await lines(ada)).not.toContain('Dan asked');
  });

  it('a project’s activity comes in pages', async () => {
    await join(ben);
    await join(cho);
    const first = (await ada.client.get(`/project/${id}/activity?limit=3`)).body;
    expect(first.items).toHaveLength(3);
    expect(await lines(ada, `?cursor=${first.nextCursor}`)).toEqual(['Ben asked']);
  });

  it('an entry of a project’s activity is kept for a year', async () => {
    await join(cho);
    const rows = () => upstream.db.selectFrom('project_activity').select('id').where('project_id', '=', id).execute();
    expect(await rows()).toHaveLength(2);
    now += 364 * day;
    await deleteExpired(upstream.db, retentions['project activity'], now);
    expect(await rows()).toHaveLength(2);
    now += 2 * day;
    await deleteExpired(upstream.db, retentions['project activity'], now);
    expect(await rows()).toEqual([]);
  });
});
