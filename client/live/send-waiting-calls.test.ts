// @module-tag once
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { StoreServices } from '#client/api/base-query/base-query.ts';
import { relationsApi } from '#client/api/relations-api.ts';
import { takeBackWaitingCall, waitingCalls } from '#client/lib/device/waiting-calls.ts';
import { isApiError } from '#client/lib/text/api-error.ts';
import { sendWaitingCalls } from '#client/live/send-waiting-calls.ts';
import { makeStore } from '#client/state/make-store.ts';
import { forgetUser } from '#client/state/session-user.ts';
import { setFeed } from '#client/state/slices/feed-slice.ts';
import { fakeApi } from '#client/test-api.ts';
import { makePerson, signedIn } from '#client/test-support.tsx';
import { waitFor } from '#tests/support/wait-for.ts';

const ana = makePerson({ _id: 'ana', firstName: 'Ana', lastName: 'Lima' });
const ben = makePerson({ _id: 'ben', firstName: 'Ben', lastName: 'Ode' });
const made = { body: { message: '', data: { _id: 'r1', status: 'interested' } } };
let online: ReturnType<typeof vi.spyOn>;

beforeEach(() => {
  // jsdom has no locks.
  let turn = Promise.resolve<unknown>(undefined);
  const request = (_name: string, run: () => Promise<unknown>) => {
    turn = turn.then(run);
    return turn;
  };
  Object.defineProperty(navigator, 'locks', { configurable: true, value: { request } });
  online = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
});
afterEach(() => void Reflect.deleteProperty(navigator, 'locks'));

function comeBack() {
  online.mockReturnValue(true);
  window.dispatchEvent(new Event('online'));
}

const words = () => waitingCalls('me').map((call) => call.words);

function open() {
  const store = makeStore(signedIn());
  store.dispatch(setFeed([ana, ben]));
  const decide = (person: typeof ana) =>
    store.dispatch(relationsApi.endpoints.relate.initiate({ action: 'interested', person }, { track: false }));
  return { store, decide, feed: () => store.getState().feed.items?.map(({ _id }) => _id) };
}

const askAna = 'POST request/interested/ana';
const askBen = 'POST request/interested/ben';
const [onAna, onBen] = ['Interested in Ana Lima', 'Interested in Ben Ode'];

/** A decision on Ana that waits, then one on Ben. */
async function decideOffline() {
  const api = fakeApi().on(askAna, 'network error').on(askBen, 'network error');
  const { store, decide, feed } = open();
  const first = decide(ana);
  await waitFor(() => expect(words()).toEqual([onAna]));
  const decideOnBen = async () => {
    const second = decide(ben);
    await waitFor(() => expect(words()).toEqual([onAna, onBen]));
    return { second };
  };
  return { api, store, feed, first, decideOnBen };
}

describe('a decision without a network', () => {
  it('waits, listed in words, and is made once there is one', async () => {
    const { api, feed, first } = await decideOffline();
    expect(feed()).toEqual(['ben']);
    api.on(askAna, made);
    comeBack();
    expect((await first).data).toEqual(made.body);
    expect([words(), api.count(askAna), feed()]).toEqual([[], 2, ['ben']]);
  });

  it('is taken back at once, comes back to the feed, and never goes out', async () => {
    const { api, store, feed, first } = await decideOffline();
    takeBackWaitingCall('me', { method: 'POST', url: 'request/interested/ana' });
    expect((await first).error).toMatchObject({ code: 'aborted' });
    expect([feed(), words()]).toEqual([['ana', 'ben'], []]);
    const before = api.count(askAna);
    comeBack();
    await sendWaitingCalls(store, 'me');
    expect(api.count(askAna)).toBe(before);
  });

  it('goes out after those before it, once the service answers those', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'], shouldAdvanceTime: true });
    const { api, store, first, decideOnBen } = await decideOffline();
    const { second } = await decideOnBen();
    const before = api.count(askBen);
    comeBack();
    await waitFor(() => expect(api.count(askAna)).toBe(2));
    const unavailable = { status: 503, body: { code: 'unavailable', message: 'Not now.' } };
    api.on(askAna, unavailable).on(askBen, made);
    await vi.advanceTimersByTimeAsync(30_000);
    expect([words(), api.count(askBen) - before]).toEqual([[onAna, onBen], 0]);
    api.on(askAna, made);
    await vi.advanceTimersByTimeAsync(20_000);
    await Promise.all([first, second]);
    expect([words(), api.count(askBen) - before]).toEqual([[], 1]);
    // A decision that the user makes from now on has no call before it.
    expect(store.dispatch((_dispatch, _getState, { turns }: StoreServices) => turns.size)).toBe(0);
  });

  it('that is taken back does not wait for those before it', async () => {
    const { feed, decideOnBen } = await decideOffline();
    const { second } = await decideOnBen();
    takeBackWaitingCall('me', { method: 'POST', url: 'request/interested/ben' });
    expect((await second).error).toMatchObject({ code: 'aborted' });
    expect([feed(), words()]).toEqual([['ben'], [onAna]]);
  });

  it('keeps its place where the clock is put back before the next', async () => {
    vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-05-04T14:00:00Z') });
    const { decideOnBen } = await decideOffline();
    vi.setSystemTime(new Date('2026-05-04T09:00:00Z'));
    await decideOnBen();
  });

  it('is taken back where it is refused at last', async () => {
    const { api, feed, first } = await decideOffline();
    api.on(askAna, { status: 403, body: { code: 'forbidden', message: 'Not now.' } });
    comeBack();
    expect((await first).error).toMatchObject({ message: 'Not now.' });
    expect([feed(), words()]).toEqual([['ana', 'ben'], []]);
  });

  it('is made by the next page, and only once where two tabs are open', async () => {
    const { api } = await decideOffline();
    api.on(askAna, made);
    online.mockReturnValue(true);
    const before = api.count(askAna);
    await Promise.all([1, 2].map(() => sendWaitingCalls(makeStore(signedIn()), 'me')));
    expect([words(), api.count(askAna) - before]).toEqual([[], 1]);
  });

  it('stays for its user when they log out, and is not made for another', async () => {
    const { api, store, first } = await decideOffline();
    store.dispatch(forgetUser());
    comeBack();
    await first;
    await sendWaitingCalls(makeStore(signedIn({ _id: 'somebody else' })), 'somebody else');
    expect([words(), api.count(askAna)]).toEqual([[onAna], 1]);
  });
});

it.each([
  ['is made', { body: { message: '' } }, undefined],
  [
    'is done where the request is gone meanwhile',
    { status: 404, body: { code: 'not_found', message: 'Gone.' } },
    undefined,
  ],
  [
    'says so where they have accepted meanwhile',
    { status: 409, body: { code: 'conflict', message: 'Connected.' } },
    'Connected.',
  ],
])('a request is taken back offline: once there is a network, it %s', async (_what, answer, message) => {
  const api = fakeApi().on('DELETE request/r9', 'network error');
  const { store } = open();
  const step = { action: 'withdraw', person: ana, requestId: 'r9' } as const;
  const withdrawn = store.dispatch(relationsApi.endpoints.relate.initiate(step, { track: false }));
  await waitFor(() => expect(words()).toEqual(['Take back the request to Ana Lima']));
  api.on('DELETE request/r9', answer);
  comeBack();
  const { error } = await withdrawn;
  expect([isApiError(error) ? error.message : undefined, words(), api.count('DELETE request/r9')]).toEqual([
    message,
    [],
    2,
  ]);
});
