import { beforeAll, expect, it } from 'vitest';
import type { SignedUp } from '#tests/support/start-upstream.ts';
import { describeOnEachDatabase } from '#tests/support/test-database.ts';
import { useUpstream } from '#tests/support/use-upstream.ts';

interface Item {
  _id: string;
  shared?: string[];
}

/** The people of all pages; `between` is awaited after each page, with the first of it. */
async function pages({ client }: SignedUp, query: string, between?: (id: string) => Promise<unknown>) {
  const seen: string[] = [];
  for (let cursor: string | null = ''; cursor !== null; ) {
    const reply: { body: Item[]; headers: Headers } = await client.get(
      `/user/feed?${query}${cursor && `&cursor=${cursor}`}`,
    );
    seen.push(...reply.body.map(({ _id }) => _id));
    if (reply.body[0]) await between?.(reply.body[0]._id);
    cursor = reply.headers.get('x-next-cursor');
  }
  return seen;
}

await describeOnEachDatabase('the feed', (engine) => {
  let viewer: SignedUp;
  const people: SignedUp[] = [];
  let now = Date.UTC(2026, 0, 1);
  const upstream = useUpstream({ engine, now: () => now++ });
  beforeAll(async () => {
    for (let i = 0; i < 12; i++) people.push(await upstream.signUp());
    viewer = await upstream.signUp();
  });

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
      expect([reply.status, Object.keys(reply.body.fields)], query).toEqual([400, ['page']]);
    }
    for (const query of ['page=11', 'page=3&limit=50&order=match'])
      expect((await viewer.client.get(`/user/feed?${query}`)).status, query).toBe(200);
    for (const query of ['cursor=rubbish', 'order=oldest'])
      expect((await viewer.client.get(`/user/feed?${query}`)).status, query).toBe(400);
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
      const seen = await pages(caller, `order=${order}&limit=2`, (id) => caller.client.post(`/request/ignored/${id}`));
      expect(seen).toHaveLength(expected.size);
      expect(new Set(seen)).toEqual(expected);
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
});

await describeOnEachDatabase('what people look for', (engine) => {
  let now = Date.UTC(2026, 0, 1);
  const upstream = useUpstream({ engine, now: () => now++ });

  const edit = ({ client }: SignedUp, changes: object) => client.patch('/profile/edit', changes);
  const showZone = ({ client }: SignedUp, timeZone: string, showTimeZone = true) =>
    client.patch('/profile/preferences', { timeZone, privacy: { showTimeZone } });
  const feedOf = async ({ client }: SignedUp, query: string) =>
    (await client.get(`/user/feed?limit=50&${query}`)).body as (Item & { reasons?: object[] })[];

  it('stands in the profile and in the export, in the order of the list, and goes when it is cleared', async () => {
    const [own, other] = [await upstream.signUp(), await upstream.signUp()];
    const wish = { lookingFor: ['mentor', 'pair', 'pair'], hoursPerWeek: 5 };
    const stored = { lookingFor: ['pair', 'mentor'], hoursPerWeek: 5 };
    expect((await edit(own, wish)).body.data).toMatchObject(stored);
    expect((await own.client.get('/profile/view')).body).toMatchObject(stored);
    expect((await other.client.get(`/profile/${own.id}`)).body.user).toMatchObject(stored);
    expect((await own.client.get('/profile/export')).body.profile).toMatchObject(stored);
    await edit(own, { about: 'Still here.' });
    expect((await own.client.get('/profile/view')).body).toMatchObject(stored);
    await edit(own, { lookingFor: [], hoursPerWeek: null });
    const cleared = (await other.client.get(`/profile/${own.id}`)).body.user;
    expect(cleared).not.toHaveProperty('lookingFor');
    expect(cleared).not.toHaveProperty('hoursPerWeek');
  });

  it('is refused with other words than those of the list, and other hours than 1 to 60', async () => {
    const own = await upstream.signUp();
    for (const wrong of [{ lookingFor: ['money'] }, { hoursPerWeek: 0 }, { hoursPerWeek: 61 }, { hoursPerWeek: 1.5 }])
      expect((await edit(own, wrong)).status, JSON.stringify(wrong)).toBe(422);
    for (const wrong of ['intent=money', 'overlap=0', 'overlap=10'])
      expect((await own.client.get(`/user/feed?${wrong}`)).status, wrong).toBe(400);
  });

  it('is beside a time zone only where the person shows it', async () => {
    const [own, other] = [await upstream.signUp(), await upstream.signUp()];
    const seen = async () => (await other.client.get(`/profile/${own.id}`)).body.user.timeZone;
    await showZone(own, 'Europe/Berlin', false);
    await showZone(other, 'Europe/Berlin', false);
    expect(await seen()).toBeUndefined();
    expect((await feedOf(other, 'overlap=1')).map(({ _id }) => _id)).not.toContain(own.id);
    const item = (await feedOf(other, 'order=newest')).find(({ _id }) => _id === own.id);
    expect(item?.reasons).toEqual([]);
    await own.client.patch('/profile/preferences', { privacy: { showTimeZone: true } });
    expect(await seen()).toBe('Europe/Berlin');
    expect((await feedOf(other, 'overlap=9')).map(({ _id }) => _id)).toContain(own.id);
  });

  it('gives the order of the best match: skills, then what both look for, then hours in common, then newest', async () => {
    const viewer = await upstream.signUp();
    await edit(viewer, { skills: ['Haskell', 'Nix'], lookingFor: ['pair', 'be mentored'] });
    await showZone(viewer, 'Asia/Kolkata', false);
    const make = async (changes: object, zone?: string) => {
      const person = await upstream.signUp();
      await edit(person, changes);
      if (zone !== undefined) await showZone(person, zone);
      return person.id;
    };
    const both = await make({ skills: ['Haskell', 'Nix'] });
    const mentor = await make({ skills: ['Haskell'], lookingFor: ['mentor', 'hire'] }, 'Asia/Calcutta');
    const far = await make({ skills: ['Haskell'], lookingFor: ['pair'] }, 'America/Los_Angeles');
    const near = await make({ skills: ['Haskell'], lookingFor: ['hire'] }, 'Asia/Singapore');
    const plain = await make({ skills: ['Haskell'], lookingFor: ['be mentored'] });
    const newer = await make({ skills: ['Erlang', 'nix', 'haskell'] });
    const found = await feedOf(viewer, 'order=match');
    expect(found.slice(0, 6).map(({ _id }) => _id)).toEqual([newer, both, mentor, far, near, plain]);
    expect(found.slice(0, 3).map(({ shared }) => shared)).toEqual([
      ['Nix', 'Haskell'],
      ['Haskell', 'Nix'],
      ['Haskell'],
    ]);
    const second = (await viewer.client.get('/user/feed?order=match&limit=2&page=2')).body;
    expect(second.map(({ _id }: Item) => _id)).toEqual([mentor, far]);
    const reasonsOf = (id: string) => found.find(({ _id }) => _id === id)?.reasons;
    const haskell = { kind: 'skills', skills: ['Haskell'] };
    expect(reasonsOf(mentor)).toEqual([
      haskell,
      { kind: 'intent', mine: 'be mentored', theirs: 'mentor' },
      { kind: 'overlap', hours: 9 },
    ]);
    expect(reasonsOf(far)).toEqual([haskell, { kind: 'intent', mine: 'pair', theirs: 'pair' }]);
    expect(reasonsOf(near)).toEqual([haskell, { kind: 'overlap', hours: 6 }]);
    expect(reasonsOf(plain)).toEqual([haskell]);

    for (const order of ['match', 'newest']) {
      const ids = async (query: string) =>
        (await feedOf(viewer, `order=${order}&${query}`)).map(({ _id }) => _id).toSorted();
      expect(await ids('intent=hire'), order).toEqual([mentor, near].toSorted());
      expect(await ids('intent=hire&overlap=7'), order).toEqual([mentor]);
      expect(await ids('intent=hire&skill=nix'), order).toEqual([]);
      expect(await ids('skill=haskell&overlap=1'), order).toEqual([mentor, near].toSorted());
      expect(await ids('intent=be%20mentored'), order).toEqual([plain]);
    }
    const paged = await pages(viewer, 'order=match&limit=1');
    expect(paged).toEqual(found.map(({ _id }) => _id));
  });

  it('is one step of the first run of a new account, which its owner goes through or skips', async () => {
    const [own, other] = [await upstream.signUp(), await upstream.signUp()];
    const step = async () => (await own.client.get('/profile/view')).body.firstRun;
    expect(await step()).toBe('skills');
    expect((await other.client.get(`/profile/${own.id}`)).body.user).not.toHaveProperty('firstRun');
    expect((await edit(own, { firstRun: 'elsewhere' })).status).toBe(422);
    await edit(own, { skills: ['Go'], firstRun: 'wishes' });
    await edit(own, { about: 'Hello.' });
    expect(await step()).toBe('wishes');
    await edit(own, { firstRun: 'done' });
    expect(await step()).toBeUndefined();
  });
});
