import { afterAll, beforeAll, expect, it } from 'vitest';
import { type SignedUp, type StartedUpstream, startUpstream } from '#tests/support/start-upstream.ts';
import { describeOnEachDatabase } from '#tests/support/test-database.ts';

interface Item {
  _id: string;
  shared?: string[];
}

await describeOnEachDatabase('the feed', (engine) => {
  let upstream: StartedUpstream;
  let viewer: SignedUp;
  let people: SignedUp[];
  let now = Date.UTC(2026, 0, 1);
  beforeAll(async () => {
    upstream = await startUpstream({ engine, now: () => now++ });
    people = [];
    for (let i = 0; i < 12; i++) people.push(await upstream.signUp());
    viewer = await upstream.signUp();
  });
  afterAll(() => upstream.close());

  const feed = async (query = ''): Promise<Item[]> => (await viewer.client.get(`/user/feed${query}`)).body;
  const ids = (items: { _id?: string; id?: string }[]) => items.map((item) => item._id ?? item.id);

  it('shows everybody else, newest first, ten to a page, without email addresses', async () => {
    const first = await feed();
    expect(ids(first)).toEqual(ids(people.toReversed().slice(0, 10)));
    expect(ids(await feed('?page=2'))).toEqual(ids(people.toReversed().slice(10)));
    expect(await feed('?page=3')).toEqual([]);
  });

  it('replaces malformed page numbers and limits by the nearest allowed ones, and refuses pages that are too deep', async () => {
    expect(await feed('?page=0&limit=0')).toHaveLength(10);
    expect(await feed('?page=x&limit=-1')).toHaveLength(10);
    expect(await feed('?limit=1000')).toHaveLength(12);
    for (const query of ['page=1000000', 'page=201&order=match', 'page=4&limit=50']) {
      const reply = await viewer.client.get(`/user/feed?${query}`);
      expect(reply.status, query).toBe(400);
      expect(reply.body, query).toMatchObject({ code: 'invalid_request', fields: { page: expect.any(String) } });
    }
    for (const query of ['page=11', 'page=3&limit=50&order=match'])
      expect((await viewer.client.get(`/user/feed?${query}`)).status, query).toBe(200);
    expect((await viewer.client.get('/user/feed?cursor=rubbish')).status).toBe(400);
    expect((await viewer.client.get('/user/feed?order=oldest')).status).toBe(400);
  });

  it('hides people the viewer decided on, and who asked the viewer, but nobody who ignored the viewer', async () => {
    const [a, b, c] = people as [SignedUp, SignedUp, SignedUp];
    await viewer.client.post(`/request/ignored/${a.id}`);
    await b.client.post(`/request/ignored/${viewer.id}`);
    await c.client.post(`/request/interested/${viewer.id}`);
    expect(ids(await feed('?limit=50')).toSorted()).toEqual([b.id, ...ids(people.slice(3))].toSorted());
  });

  for (const order of ['newest', 'match'])
    it(`shows nobody twice and skips nobody while decisions are made (${order})`, async () => {
      const caller = await upstream.signUp();
      await caller.client.patch('/profile/edit', { skills: ['Go', 'Rust', 'Zig'] });
      for (const [i, person] of people.entries())
        await person.client.patch('/profile/edit', { skills: ['Go', 'Rust', 'Zig', 'C'].slice(i % 4) });
      const expected = new Set(ids(await caller.client.get(`/user/feed?limit=50`).then((reply) => reply.body)));
      const seen: string[] = [];
      for (let cursor: string | null = ''; cursor !== null; ) {
        const query: string = `?order=${order}&limit=2${cursor && `&cursor=${cursor}`}`;
        const reply: { body: Item[]; headers: Headers } = await caller.client.get(`/user/feed${query}`);
        for (const item of reply.body) seen.push(item._id);
        await caller.client.post(`/request/ignored/${reply.body[0]?._id}`);
        cursor = reply.headers.get('x-next-cursor');
      }
      expect(seen).toHaveLength(expected.size);
      expect(new Set(seen)).toEqual(expected);
    });

  it('ranks by shared skills, then newest, and says which are shared', async () => {
    const caller = await upstream.signUp();
    await caller.client.patch('/profile/edit', { skills: ['Elixir', 'OTP', 'Phoenix'] });
    const [none, one, two, twoNewer] = await upstream.signUpMany(4);
    await one.client.patch('/profile/edit', { skills: ['elixir'] });
    await two.client.patch('/profile/edit', { skills: ['OTP', 'Elixir'] });
    await twoNewer.client.patch('/profile/edit', { skills: ['Erlang', 'phoenix', 'otp'] });
    const items: Item[] = (await caller.client.get('/user/feed?order=match&limit=5')).body;
    expect(ids(items).slice(0, 4)).toEqual([twoNewer.id, two.id, one.id, none.id]);
    expect(items.slice(0, 4).map((item) => item.shared)).toEqual([
      ['Phoenix', 'OTP'],
      ['OTP', 'Elixir'],
      ['Elixir'],
      [],
    ]);
    expect(ids((await caller.client.get('/user/feed?order=match&limit=2&page=2')).body)).toEqual([one.id, none.id]);
  });

  it('shows the newest people to a viewer without skills, also when the skills were removed between two pages', async () => {
    const caller = await upstream.signUp();
    const page = async (query: string) => {
      const reply = await caller.client.get(`/user/feed?limit=3&${query}`);
      expect(reply.status).toBe(200);
      return { ids: ids(reply.body), cursor: reply.headers.get('x-next-cursor') };
    };
    const newest = await page('order=newest');
    const first = await page('order=match');
    expect(first.ids).toEqual(newest.ids);
    await caller.client.patch('/profile/edit', { skills: ['Known to nobody'] });
    const second = await page(`order=match&cursor=${first.cursor}`);
    expect(second.ids).toEqual((await page(`order=newest&cursor=${newest.cursor}`)).ids);
    const rest = await page('order=match');
    expect(rest.ids).toEqual(newest.ids);
    await caller.client.patch('/profile/edit', { skills: [] });
    expect((await page(`order=match&cursor=${rest.cursor}`)).ids).toEqual(second.ids);
  });

  it('filters by a skill, whatever its spelling, in both orders', async () => {
    const caller = await upstream.signUp();
    await caller.client.patch('/profile/edit', { skills: ['Haskell'] });
    const [older, newer] = [await upstream.signUp(), await upstream.signUp()];
    await older.client.patch('/profile/edit', { skills: ['Cobol', 'Haskell'] });
    await newer.client.patch('/profile/edit', { skills: ['COBOL'] });
    const get = async (query: string) => ids((await caller.client.get(`/user/feed?skill=${query}`)).body);
    expect(await get('cobol')).toEqual([newer.id, older.id]);
    expect(await get('cobol&order=match')).toEqual([older.id, newer.id]);
    expect(await get('nothing')).toEqual([]);
  });
});
