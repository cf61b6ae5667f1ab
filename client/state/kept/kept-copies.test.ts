import { beforeEach, describe, expect, it, vi } from 'vitest';
import { beginProfileLoad, loadProfile } from '#client/api/auth-api.ts';
import { peopleApi } from '#client/api/people-api.ts';
import { projectsApi } from '#client/api/projects-api.ts';
import { afterBlock } from '#client/api/safety/safety-api.ts';
import type { Kept, KeptCopy } from '#client/lib/device/kept-storage.ts';
import { setPreference } from '#client/lib/device/preferences.ts';
import { isKept } from '#client/lib/device/user-storage.ts';
import { withinLimits } from '#client/state/kept/kept-answers.ts';
import { createKeptCopies, type KeptStorage } from '#client/state/kept/kept-copies.ts';
import { keptAge } from '#client/state/kept/use-kept-age.ts';
import { makeStore } from '#client/state/make-store.ts';
import { forgetUser } from '#client/state/session-user.ts';
import { setUser } from '#client/state/slices/auth-slice.ts';
import { clearFeed, removeFromFeed } from '#client/state/slices/feed-slice.ts';
import { forgetKept } from '#client/state/slices/kept-slice.ts';
import { sessionEnded } from '#client/state/slices/session-slice.ts';
import { type FakeApi, fakeApi } from '#client/test-api.ts';
import { listOf, makePerson, noSession } from '#client/test-support.tsx';
import type { OwnUser } from '#shared/api/users.ts';
import { hour } from '#shared/durations.ts';

const start = Date.parse('2026-05-04T14:02:00Z');
const me = makePerson({ _id: 'me', firstName: 'Demo' }) as OwnUser;
const ana = makePerson({ _id: 'ana', firstName: 'Ana' });
const ben = makePerson({ _id: 'ben', firstName: 'Ben' });
const { connections, person, received } = peopleApi.endpoints;

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date', 'setTimeout', 'clearTimeout'] });
  vi.setSystemTime(start);
});

/** The storage of one browser, for all pages of a test. It does what kept-storage.ts does with IndexedDB. */
function makeDevice() {
  let owner: OwnUser | undefined;
  const copies = new Map<string, KeptCopy>();
  const storage: KeptStorage = {
    readKept: async () => owner && { user: owner, copies: structuredClone([...copies.values()]) },
    saveKept: async ({ user, changed, removed, isNew }) => {
      const isOwn = owner?._id === user._id;
      if (!isOwn && !isNew) return false;
      if (!isOwn) copies.clear();
      owner = user;
      for (const copy of structuredClone(changed)) copies.set(copy.key, copy);
      for (const key of removed) copies.delete(key);
      return true;
    },
    dropKept: async () => {
      owner = undefined;
      copies.clear();
    },
  };
  return { storage, kept: () => [...copies.values()].map(({ endpointName }) => endpointName).toSorted() };
}

type Device = ReturnType<typeof makeDevice>;

/** Opens the page, as client/app/start does. Resolves when the profile load has ended and the copies were read. */
async function openPage({ storage }: Pick<Device, 'storage'>) {
  const keptCopies = createKeptCopies(async () => storage);
  const restored = Promise.withResolvers<void>();
  const { restore } = keptCopies;
  const store = makeStore(undefined, {
    ...keptCopies,
    restore: async (page) => {
      await restore(page);
      restored.resolve();
    },
  });
  void store.dispatch(beginProfileLoad());
  await restored.promise;
  await Promise.resolve();
  return store;
}

const written = () => vi.advanceTimersByTimeAsync(1000);

function answering(): FakeApi {
  return fakeApi()
    .on('GET profile/view', { body: me })
    .on('GET capabilities', { body: { capabilities: [] } })
    .on('GET user/connections', listOf(ana))
    .on('GET user/feed', { body: [ben] })
    .on('GET user/request/received', listOf())
    .on('GET profile/ana', { body: { message: '', user: ana } });
}

function failing(answer: Parameters<FakeApi['on']>[1] = 'network error'): FakeApi {
  const api = fakeApi();
  for (const call of ['profile/view', 'capabilities', 'user/connections', 'user/feed', 'profile/ana'])
    api.on(`GET ${call}`, answer);
  return api;
}

/** A visit that has seen connections, feed and a profile. */
async function visit(device: Device): Promise<void> {
  answering();
  const store = await openPage(device);
  await store.dispatch(connections.initiate());
  await store.dispatch(peopleApi.endpoints.feed.initiate({ order: 'match' } as never));
  await store.dispatch(person.initiate('ana'));
  await written();
}

/** A second page, on a device that has kept the copies of a visit. */
async function revisit(answers: () => FakeApi = failing) {
  const device = makeDevice();
  await visit(device);
  answers();
  vi.spyOn(console, 'error').mockReturnValue(undefined);
  return { device, store: await openPage(device) };
}

const keepsNothing = (device: Device) => expect([device.kept(), isKept()]).toEqual([[], false]);

describe('a page that is opened without a network', () => {
  it('shows the last user, what was seen, and from when it is, and is not taken for an answer', async () => {
    const { store } = await revisit(() => {
      vi.setSystemTime(start + hour);
      return failing();
    });
    expect(store.getState()).toMatchObject({
      auth: { user: me, authenticated: true },
      session: { profile: 'unanswered' },
    });
    const { data, error } = await store.dispatch(connections.initiate());
    expect([data?.people, error]).toEqual([[ana], expect.objectContaining({ code: 'unreachable' })]);
    await store.dispatch(peopleApi.endpoints.feed.initiate({ order: 'match' } as never));
    expect(store.getState().feed.items).toEqual([ben]);
    await vi.advanceTimersByTimeAsync(600);
    expect(keptAge(store.getState())).toBe(start);
  });

  it('says of what was not seen that it could not be loaded', async () => {
    const { store } = await revisit(() => failing().on('GET project/view/p1', 'network error'));
    const { data, error } = await store.dispatch(projectsApi.endpoints.project.initiate('p1'));
    expect([data, error]).toEqual([undefined, expect.objectContaining({ code: 'unreachable' })]);
  });

  it('is replaced in place once the service answers', async () => {
    const { store } = await revisit();
    await store.dispatch(connections.initiate());
    answering().on('GET user/connections', listOf(ana, ben));
    await store.dispatch(loadProfile());
    const { data } = await store.dispatch(connections.initiate(undefined, { forceRefetch: true }));
    expect([data?.people, store.getState().kept, store.getState().session.profile]).toEqual([
      [ana, ben],
      {},
      'answered',
    ]);
  });

  it('shows nobody where the session turns out to be refused, and keeps nothing', async () => {
    const { device, store } = await revisit();
    await store.dispatch(connections.initiate());
    failing(noSession);
    await store.dispatch(loadProfile());
    expect(store.getState()).toMatchObject({ auth: { user: null }, feed: { items: null }, kept: {} });
    keepsNothing(device);
  });

  it('shows nothing of the user before to another one who has logged in meanwhile', async () => {
    const { device, store } = await revisit();
    await store.dispatch(peopleApi.endpoints.feed.initiate({ order: 'match' } as never));
    answering().on('GET profile/view', { body: ben });
    await store.dispatch(loadProfile());
    expect(store.getState()).toMatchObject({ auth: { user: ben }, feed: { items: null }, api: { queries: {} } });
    await written();
    expect(device.kept()).toEqual([]);
  });
});

describe('two orders of the feed, which stand in one slice', () => {
  const [cleo, dan] = [makePerson({ _id: 'cleo' }), makePerson({ _id: 'dan' })];
  const feedOf = (order: 'match' | 'newest') => peopleApi.endpoints.feed.initiate({ order });
  const keptFeeds = async ({ storage }: Device) =>
    Object.fromEntries(
      ((await storage.readKept())?.copies ?? []).flatMap(({ endpointName, arg, data }) =>
        endpointName === 'feed'
          ? [[(arg as { order: string }).order, (data as { _id: string }[]).map(({ _id }) => _id)]]
          : [],
      ),
    );

  /** A visit that has looked at the newest people, and an hour later at those who match. */
  async function visitBoth(device: Device) {
    answering()
      .on('GET capabilities', { body: { capabilities: ['feed.ranked'] } })
      .on('GET user/feed', ({ query }) => ({ body: query.get('order') === 'newest' ? [cleo, dan] : [ben] }));
    const store = await openPage(device);
    await store.dispatch(feedOf('newest'));
    await written();
    vi.setSystemTime(start + hour);
    store.dispatch(clearFeed());
    await store.dispatch(feedOf('match'));
    await written();
    return store;
  }

  it('are kept each as its own answer, and the older one, shown from its copy, as the user leaves it', async () => {
    const device = makeDevice();
    const store = await visitBoth(device);
    expect(await keptFeeds(device)).toEqual({ newest: ['cleo', 'dan'], match: ['ben'] });
    failing();
    store.dispatch(clearFeed());
    await store.dispatch(peopleApi.endpoints.feed.initiate({ order: 'newest' }, { forceRefetch: true }));
    expect(store.getState().feed.items).toEqual([cleo, dan]);
    store.dispatch(removeFromFeed('cleo'));
    await written();
    expect(await keptFeeds(device)).toEqual({ newest: ['dan'], match: ['ben'] });
  });
});

it('a second visit shows no copy while the answer is on its way: the server has answered the profile', async () => {
  const answer = Promise.withResolvers<ReturnType<typeof listOf>>();
  const { store } = await revisit(() => answering().on('GET user/connections', () => answer.promise));
  const asked = store.dispatch(connections.initiate());
  expect(connections.select()(store.getState()).data).toBeUndefined();
  expect(store.getState().kept).toEqual({});
  answer.resolve(listOf(ben));
  await asked;
  expect(connections.select()(store.getState()).data?.people).toEqual([ben]);
});

describe('nothing is kept', () => {
  const seeAna = async (device = makeDevice()) => {
    answering();
    const store = await openPage(device);
    await store.dispatch(connections.initiate());
    await store.dispatch(person.initiate('ana'));
    await written();
    return { device, store };
  };

  it('after log-out, until another account is logged in, which keeps its own', async () => {
    const { device, store } = await seeAna();
    expect(device.kept()).toEqual(['capabilities', 'connections', 'person']);
    store.dispatch(forgetUser());
    await written();
    keepsNothing(device);
    store.dispatch(setUser(ben as OwnUser));
    await store.dispatch(person.initiate('ana'));
    await written();
    expect(device.kept()).toEqual(['person']);
  });

  it.each<[string, (page: Awaited<ReturnType<typeof seeAna>>) => unknown]>([
    ['by a tab that has not heard yet that the user has logged out', ({ device }) => device.storage.dropKept()],
    ['once the session is refused', ({ store }) => store.dispatch(sessionEnded())],
    [
      'where the user has chosen so, from that moment on',
      ({ store }) => {
        setPreference('keepNothing', true);
        store.dispatch(forgetKept());
      },
    ],
  ])('%s', async (_when, end) => {
    const page = await seeAna();
    await end(page);
    await written();
    expect(page.device.kept()).toEqual([]);
    await page.store.dispatch(received.initiate());
    await written();
    expect(page.device.kept()).toEqual([]);
  });

  it('where the first answer refuses the session, before anything is drawn', async () => {
    const { device, store } = await revisit(() => failing(noSession));
    expect(store.getState()).toMatchObject({
      auth: { user: null },
      api: { queries: { 'profileView(undefined)': {} } },
    });
    expect(device.kept()).toEqual([]);
  });

  it('of a person who is blocked', async () => {
    const { device, store } = await seeAna();
    answering().on('GET user/connections', listOf());
    afterBlock(store, 'ana');
    await written();
    expect(device.kept()).not.toContain('person');
    expect(JSON.stringify(await device.storage.readKept())).not.toContain('Ana');
  });

  it('of one account once another one is logged in, nor shown to that one, whose calls fail', async () => {
    const { device, store } = await revisit(() => failing().on('GET profile/view', { body: ben }));
    await written();
    expect(store.getState().auth.user).toEqual(ben);
    keepsNothing(device);
    const { data, error } = await store.dispatch(connections.initiate());
    expect([data, error]).toEqual([undefined, expect.objectContaining({ code: 'unreachable' })]);
    expect(store.getState().kept).toEqual({});
    answering().on('GET profile/view', { body: ben });
    await store.dispatch(connections.initiate(undefined, { forceRefetch: true }));
    // The store tells of an answer a moment later.
    await written();
    await written();
    expect(((await device.storage.readKept()) as Kept<OwnUser>).user._id).toBe('ben');
    expect(device.kept()).not.toContain('person');
  });

  it('once this device is cleared; what is seen after that is kept again', async () => {
    const device = makeDevice();
    answering();
    const store = await openPage(device);
    await store.dispatch(connections.initiate());
    await written();
    store.dispatch(forgetKept());
    await written();
    keepsNothing(device);
    await store.dispatch(person.initiate('ana'));
    await written();
    await written();
    expect([device.kept(), isKept()]).toEqual([['person'], true]);
  });

  it('at a deployment with OFFLINE=off, which takes back what was kept', async () => {
    const device = makeDevice();
    await visit(device);
    document.head.innerHTML = '<meta name="offline" content="off">';
    await seeAna(device);
    keepsNothing(device);
  });

  it.each([
    ['after seven days', 7 * 24 * hour + 1],
    ['where the clock was ahead when it was kept', -1],
  ])('%s', async (_when, later) => {
    const { store } = await revisit(() => {
      vi.setSystemTime(start + later);
      return failing();
    });
    expect(store.getState().auth.user).toBeNull();
  });
});

it('two tabs: one that starts while the other writes its first copies does not drop them', async () => {
  const device = makeDevice();
  answering();
  const first = await openPage(device);
  await first.dispatch(connections.initiate());
  const profile = Promise.withResolvers<object>();
  answering().on('GET profile/view', () => profile.promise);
  const second = openPage(device);
  await written();
  expect(device.kept()).toContain('connections');
  profile.resolve({ body: me });
  const store = await second;
  await store.dispatch(person.initiate('ana'));
  await written();
  expect(device.kept()).toEqual(expect.arrayContaining(['connections', 'person']));
});

it.each([
  ['reads nothing', { readKept: async () => undefined }],
  ['cannot be opened', { readKept: () => Promise.reject(new Error('forbidden')) }],
  ['is full', { saveKept: async () => false }],
])('a page whose storage %s works as without copies', async (_what, own) => {
  const device = makeDevice();
  await visit(device);
  answering();
  const store = await openPage({ storage: { ...device.storage, ...own } });
  await store.dispatch(connections.initiate());
  await written();
  expect(connections.select()(store.getState()).data?.people).toEqual([ana]);
});

it('within 20 MB the newest copies stay', () => {
  const copyOf = (key: string, at: number, size: number): KeptCopy => ({
    key,
    at,
    size,
    endpointName: '',
    arg: '',
    data: {},
  });
  const keys = (...copies: KeptCopy[]) => withinLimits(copies, start).map(({ key }) => key);
  const newest = copyOf('a', start - 1, 12_000_000);
  expect(keys(copyOf('c', start - 3, 1), newest, copyOf('b', start - 2, 8_000_001))).toEqual(['a']);
  expect(keys(newest, copyOf('b', start - 2, 8_000_000))).toEqual(['a', 'b']);
});
