import { afterAll, beforeAll, expect, it } from 'vitest';
import { type SignedUp, type StartedUpstream, startUpstream } from '#tests/support/start-upstream.ts';
import { describeOnEachDatabase } from '#tests/support/test-database.ts';

await describeOnEachDatabase('what people look for', (engine) => {
  let upstream: StartedUpstream;
  let now = Date.UTC(2026, 0, 1);
  beforeAll(async () => {
    upstream = await startUpstream({ engine, now: () => now++ });
  });
  afterAll(() => upstream.close());

  const edit = ({ client }: SignedUp, changes: object) => client.patch('/profile/edit', changes);
  const showZone = ({ client }: SignedUp, timeZone: string, showTimeZone = true) =>
    client.patch('/profile/preferences', { timeZone, privacy: { showTimeZone } });
  const feed = async ({ client }: SignedUp, query: string) =>
    (await client.get(`/user/feed?limit=50&${query}`)).body as { _id: string; reasons?: object[] }[];

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
    expect((await feed(other, 'overlap=1')).map(({ _id }) => _id)).not.toContain(own.id);
    const item = (await feed(other, 'order=newest')).find(({ _id }) => _id === own.id);
    expect(item?.reasons).toEqual([]);
    await own.client.patch('/profile/preferences', { privacy: { showTimeZone: true } });
    expect(await seen()).toBe('Europe/Berlin');
    expect((await feed(other, 'overlap=9')).map(({ _id }) => _id)).toContain(own.id);
  });

  it('gives the order of the best match: skills, then what both look for, then hours in common', async () => {
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
    const found = await feed(viewer, 'order=match');
    expect(found.slice(0, 5).map(({ _id }) => _id)).toEqual([both, mentor, far, near, plain]);
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
        (await feed(viewer, `order=${order}&${query}`)).map(({ _id }) => _id).toSorted();
      expect(await ids('intent=hire'), order).toEqual([mentor, near].toSorted());
      expect(await ids('intent=hire&overlap=7'), order).toEqual([mentor]);
      expect(await ids('intent=hire&skill=nix'), order).toEqual([]);
      expect(await ids('skill=haskell&overlap=1'), order).toEqual([mentor, near].toSorted());
      expect(await ids('intent=be%20mentored'), order).toEqual([plain]);
    }
    const paged: string[] = [];
    for (let cursor = ''; ; ) {
      const reply = await viewer.client.get(`/user/feed?order=match&limit=1${cursor && `&cursor=${cursor}`}`);
      paged.push(...reply.body.map((item: { _id: string }) => item._id));
      cursor = reply.headers.get('x-next-cursor') ?? '';
      if (cursor === '') break;
    }
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
