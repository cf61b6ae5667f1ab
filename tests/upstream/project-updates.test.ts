import { beforeEach, expect, it } from 'vitest';
import { day, minute } from '#shared/durations.ts';
import { newProject, upload } from '#tests/support/acts.ts';
import { type ProjectCast, signUpProjectCast } from '#tests/support/project-cast.ts';
import type { SignedUp } from '#tests/support/start-upstream.ts';
import { describeOnEachDatabase } from '#tests/support/test-database.ts';
import { useUpstream } from '#tests/support/use-upstream.ts';
import { transact } from '#upstream/db/transaction.ts';
import { deleteUnusedPictures } from '#upstream/features/media/media-store.ts';
import { quotas } from '#upstream/limits/quotas.ts';

await describeOnEachDatabase('updates of a project', (engine) => {
  let { ada, ben, cho, dan, id, join } = {} as ProjectCast;
  let now = Date.now();
  const upstream = useUpstream({ engine, now: () => now, quotas: { ...quotas, updates: 3, follows: 2 } });

  beforeEach(async () => {
    now += minute;
    ({ ada, ben, cho, dan, id, join } = await signUpProjectCast(upstream, () => undefined));
    await join(ben);
  });

  const post = async ({ client }: SignedUp, text: string, more = {}) => {
    now += 1000;
    const reply = await client.post(`/project/${id}/update`, { text, ...more });
    expect(reply.status, reply.text).toBe(200);
    return reply.body._id as string;
  };
  const texts = (reply: { body: { items: { text: string }[] } }) => reply.body.items.map(({ text }) => text);
  const onPage = async ({ client }: SignedUp) => texts(await client.get(`/project/${id}/update`));
  const beside = async ({ client }: SignedUp, query = '') => texts(await client.get(`/user/updates${query}`));
  const follow = ({ client }: SignedUp, project = id) => client.send('PUT', `/project/${project}/follow`);
  const uploaded = async (person: SignedUp): Promise<string> => (await upload(person)).body.url;

  it('are posted by the creator and members, and read by everybody who sees the project', async () => {
    await post(ada, 'We **began**');
    await post(ben, 'Drew the first glyph');
    expect(await onPage(dan)).toEqual(['Drew the first glyph', 'We **began**']);
    const path = `/project/${id}/update`;
    await cho.client.post(`/project/interest/${id}`, {});
    expect((await cho.client.post(path, { text: 'Mine' })).status, 'by one who asks').toBe(404);
    const pictures = ['https://x.test/a.png', await uploaded(dan)].map((url) => ({ text: 'x', picture: { url } }));
    for (const body of [{ text: ' ' }, { text: 'x'.repeat(2001) }, ...pictures])
      expect((await ada.client.post(path, body)).status, JSON.stringify(body)).toBe(422);
  });

  it('are deleted by who has written them, also after leaving, and by the creator', async () => {
    const [byAda, byBen, other] = [await post(ada, 'One'), await post(ben, 'Two'), await post(ben, 'Three')];
    const remove = ({ client }: SignedUp, update: string) => client.delete(`/project/${id}/update/${update}`);
    expect((await remove(ben, byAda)).status).toBe(404);
    await ben.client.delete(`/project/${id}/member/${ben.id}`);
    expect((await remove(ben, byBen)).status).toBe(200);
    expect((await remove(ada, other)).status).toBe(200);
    expect((await remove(ada, other)).status, 'once').toBe(404);
    expect(await onPage(dan)).toEqual(['One']);
  });

  it('stand beside the feed of those who follow, without asking to join, and nowhere else', async () => {
    await post(ada, 'Before');
    expect((await follow(dan)).status).toBe(200);
    expect((await follow(dan)).status, 'twice').toBe(200);
    const view = async () => (await dan.client.get(`/project/view/${id}`)).body.project.viewer;
    expect(await view()).toEqual({ relation: 'none', follows: true });
    await follow(ben);
    await post(ben, 'After');
    expect(await beside(dan)).toEqual(['After', 'Before']);
    expect((await dan.client.get('/user/updates')).body.items[0]).toMatchObject({
      project: { _id: id, projectName: 'Glyph' },
      author: { firstName: 'Ben' },
    });
    expect(await beside(ben), 'not one’s own').toEqual(['Before']);
    expect(await beside(cho)).toEqual([]);
    const first = (await dan.client.get('/user/updates?limit=1')).body;
    expect(await beside(dan, `?cursor=${first.nextCursor}`)).toEqual(['Before']);
    expect((await ada.client.get('/notifications')).body.items, 'following tells nobody').not.toContainEqual(
      expect.objectContaining({ actor: expect.objectContaining({ _id: dan.id }) }),
    );
    await dan.client.delete(`/project/${id}/follow`);
    expect(await beside(dan)).toEqual([]);
    expect(await view()).toMatchObject({ follows: false });
  });

  it('end for a follower with a block of the creator, and for all with the project', async () => {
    for (const person of [dan, cho]) await follow(person);
    await post(ada, 'News');
    await ada.client.post(`/user/block/${dan.id}`);
    expect((await follow(dan)).status).toBe(404);
    await ada.client.delete(`/user/block/${dan.id}`);
    expect(await beside(dan), 'nothing comes back').toEqual([]);
    await ada.client.delete(`/project/${id}`);
    expect(await beside(cho)).toEqual([]);
  });

  it('are on the public page, the newest three, without who has written them', async () => {
    const page = async () => (await upstream.client().get(`/public/project/${id}`)).body.project;
    await post(ada, 'One');
    await ada.client.patch(`/project/edit/${id}`, { isPublic: true });
    for (const [person, text] of [
      [ben, 'Two'],
      [ben, 'Three'],
      [ada, 'Four'],
    ] as const)
      await post(person, text);
    const { updates } = await page();
    expect(updates.map(({ text }: { text: string }) => text)).toEqual(['Four', 'Three', 'Two']);
    expect(Object.keys(updates[0]).toSorted()).toEqual(['createdAt', 'text']);
    await ben.client.delete('/profile', { password: ben.password });
    expect((await page()).updates.map(({ text }: { text: string }) => text)).toEqual(['Four', 'One']);
  });

  it('keep their picture for as long as they are there', async () => {
    const url = await uploaded(ben);
    const update = await post(ben, 'Look', { picture: { url, alt: 'A glyph' } });
    expect((await dan.client.get(`/project/${id}/update`)).body.items[0].picture).toEqual({ url, alt: 'A glyph' });
    const isThere = async () => (await dan.client.get(url.replace('/api', ''))).status === 200;
    const clean = async () => {
      now += 2 * day;
      await transact(upstream.db, (trx) => deleteUnusedPictures(trx, now, now - day));
    };
    await clean();
    expect(await isThere()).toBe(true);
    await ben.client.delete(`/project/${id}/update/${update}`);
    await clean();
    expect(await isThere()).toBe(false);
  });

  it('have quotas, and so has following', async () => {
    for (const text of ['1', '2', '3']) await post(ada, text);
    const full = await ada.client.post(`/project/${id}/update`, { text: '4' });
    expect(full.body).toMatchObject({ code: 'quota_reached', limit: 3 });
    const [one, two, three] = [await newProject(ben), await newProject(ben), await newProject(ben)];
    for (const project of [one, two]) expect((await follow(dan, project)).status).toBe(200);
    expect((await follow(dan, three)).body).toMatchObject({ code: 'quota_reached', limit: 2 });
  });
});
