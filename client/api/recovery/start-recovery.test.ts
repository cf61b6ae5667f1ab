import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { peopleApi } from '#client/api/people-api.ts';
import { retryDelay } from '#client/lib/dom/keep-trying.ts';
import { makeStore } from '#client/state/make-store.ts';
import { setUser } from '#client/state/slices/auth-slice.ts';
import { statusChanged } from '#client/state/slices/live-slice.ts';
import { profileLoaded, sessionEnded } from '#client/state/slices/session-slice.ts';
import { fakeApi } from '#client/test-api.ts';
import { makePerson, signedIn } from '#client/test-support.tsx';
import { startRecovery } from './start-recovery.ts';

const call = 'GET user/connections';
const list = { body: { message: '', data: [] } };
const unavailable = { status: 503, body: { code: 'unavailable', message: 'Not now.' } };

let stop: () => void;
beforeEach(() => void vi.useFakeTimers());
afterEach(() => stop());

/** A store with one query on screen, whose first answer is given. */
async function start(first: object) {
  const api = fakeApi().on(call, first);
  const store = makeStore(signedIn());
  stop = startRecovery(store, () => 0.5);
  void store.dispatch(peopleApi.endpoints.connections.initiate());
  // RTK Query copies its subscriptions into the state within half a second.
  await vi.advanceTimersByTimeAsync(501);
  return { api, store, asked: () => api.count(call) };
}

async function expectNoMore(asked: () => number) {
  const before = asked();
  await vi.advanceTimersByTimeAsync(300_000);
  expect(asked()).toBe(before);
}

const hide = (state: 'hidden' | 'visible') => {
  vi.spyOn(document, 'visibilityState', 'get').mockReturnValue(state);
  document.dispatchEvent(new Event('visibilitychange'));
};

it('asks again after delays of three seconds at most until there is an answer, and then no more', async () => {
  const { api, asked } = await start(unavailable);
  const times: number[] = [];
  for (let second = 1; second <= 20; second += 1) {
    const before = asked();
    await vi.advanceTimersByTimeAsync(1000);
    if (asked() > before) times.push(second);
  }
  expect(times).toEqual([1, 2, 4, 7, 10, 13, 16, 19]);
  api.on(call, list);
  await vi.advanceTimersByTimeAsync(30_000);
  await expectNoMore(asked);
});

it('spreads its delays by half', () => {
  expect([0, 0.5, 0.999].map((value) => Math.round(retryDelay(2, 30_000, () => value)))).toEqual([1000, 2000, 2998]);
});

it('asks again, after growing delays, for a list that the upstream refuses because of one of its people', async () => {
  const { api, asked } = await start({ status: 404, body: { code: 'not_found', message: 'No such user.' } });
  await vi.advanceTimersByTimeAsync(600_000);
  expect(asked()).toBeGreaterThan(20);
  expect(asked()).toBeLessThan(30);
  api.on(call, list);
  await vi.advanceTimersByTimeAsync(31_000);
  await expectNoMore(asked);
});

it('does not repeat by itself what cannot pass, but does when the user is back', async () => {
  const { asked } = await start({ status: 403, body: { code: 'forbidden', message: 'No.' } });
  await vi.advanceTimersByTimeAsync(120_000);
  expect(asked()).toBe(1);
  window.dispatchEvent(new Event('focus'));
  await vi.advanceTimersByTimeAsync(1000);
  expect(asked()).toBe(2);
});

it('leaves a hidden page alone until it is seen again', async () => {
  const { asked } = await start(unavailable);
  hide('hidden');
  await vi.advanceTimersByTimeAsync(600_000);
  expect(asked()).toBe(1);
  hide('visible');
  await vi.advanceTimersByTimeAsync(1000);
  expect(asked()).toBeGreaterThan(1);
});

it.each<[string, (store: ReturnType<typeof makeStore>) => void]>([
  ['the network', () => window.dispatchEvent(new Event('online'))],
  [
    'the session',
    (store) => {
      store.dispatch(sessionEnded());
      store.dispatch(setUser(makePerson({ _id: 'me' })));
    },
  ],
  [
    'somebody who was away for long',
    () => {
      hide('hidden');
      vi.setSystemTime(Date.now() + 20_000);
      hide('visible');
    },
  ],
])('asks once for what did not fail, too, when %s returns', async (_what, comeBack) => {
  const { asked, store } = await start(list);
  comeBack(store);
  expect(asked(), 'not at once').toBe(1);
  await vi.advanceTimersByTimeAsync(2000);
  expect(asked()).toBe(2);
});

it('asks only for what the socket tells when the socket returns', async () => {
  const { api, asked, store } = await start(list);
  api.on('GET profile/ana', { body: { message: '', user: makePerson({ _id: 'ana' }) } });
  void store.dispatch(peopleApi.endpoints.person.initiate('ana'));
  for (const status of ['online', 'connecting', 'online'] as const) store.dispatch(statusChanged(status));
  await vi.advanceTimersByTimeAsync(2000);
  expect([asked(), api.count('GET profile/ana')]).toEqual([2, 1]);
});

it('asks for what failed as soon as a profile load that had no answer has one: the service is back', async () => {
  const { asked, store } = await start(unavailable);
  store.dispatch(profileLoaded('unanswered'));
  await vi.advanceTimersByTimeAsync(65_000);
  const before = asked();
  store.dispatch(profileLoaded('answered'));
  await vi.advanceTimersByTimeAsync(1000);
  expect(asked()).toBe(before + 1);
});

it('asks only for what failed when somebody was away for a moment', async () => {
  const { asked } = await start(list);
  hide('hidden');
  vi.setSystemTime(Date.now() + 5000);
  hide('visible');
  await vi.advanceTimersByTimeAsync(2000);
  expect(asked()).toBe(1);
});

it('asks one of several failed queries every few seconds, and all as soon as that has an answer', async () => {
  const { api, asked, store } = await start(unavailable);
  api.on('GET profile/ana', unavailable);
  void store.dispatch(peopleApi.endpoints.person.initiate('ana'));
  const both = () => [asked(), api.count('GET profile/ana')];
  const sum = (counts: number[]) => counts.reduce((one, other) => one + other);
  await vi.advanceTimersByTimeAsync(120_000);
  const before = both();
  await vi.advanceTimersByTimeAsync(30_000);
  expect(sum(both()) - sum(before), 'calls of both in half a minute').toBe(10);
  api.on(call, list).on('GET profile/ana', { body: { message: '', user: makePerson({ _id: 'ana' }) } });
  const known = both();
  await vi.advanceTimersByTimeAsync(5000);
  expect(both()).toEqual(known.map((count) => count + 1));
});

it('asks each query as its own answer says, whatever another has to wait', async () => {
  const { store } = await start(list);
  const limited = { code: 'rate_limited', message: 'Slowly.' };
  const asked: string[] = [];
  vi.stubGlobal('fetch', async ({ url }: Request) => {
    asked.push(url.replace(/^.*\/(?=user|profile)/, ''));
    return url.includes('profile')
      ? Response.json(limited, { status: 429, headers: { 'retry-after': '60' } })
      : Response.json(unavailable.body, { status: 503 });
  });
  void store.dispatch(peopleApi.endpoints.person.initiate('ana'));
  void store.dispatch(peopleApi.endpoints.connections.initiate(undefined, { forceRefetch: true }));
  await vi.advanceTimersByTimeAsync(10_000);
  expect(asked.filter((path) => path.startsWith('profile'))).toHaveLength(1);
  expect(asked.filter((path) => path.startsWith('user')).length).toBeGreaterThan(2);
  await vi.advanceTimersByTimeAsync(55_000);
  expect(asked.filter((path) => path.startsWith('profile'))).toHaveLength(2);
});

it.each([
  ['our upstream', { status: 404, body: { code: 'not_found', message: 'Nobody.' } }],
  ['another one', { status: 500, body: { message: 'Something went wrong ' } }],
])('asks once for an id that cannot be, as %s says, whatever returns', async (_whose, refusal) => {
  const { api, store } = await start(list);
  api.on('GET profile/zzz', refusal);
  void store.dispatch(peopleApi.endpoints.person.initiate('zzz'));
  await vi.advanceTimersByTimeAsync(501);
  store.dispatch(statusChanged('online'));
  window.dispatchEvent(new Event('focus'));
  await vi.advanceTimersByTimeAsync(60_000);
  expect(api.count('GET profile/zzz')).toBe(1);
});
