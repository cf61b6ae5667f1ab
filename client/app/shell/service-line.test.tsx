import { act, render, screen } from '@testing-library/react';
import { Provider } from 'react-redux';
import { beforeEach, expect, it, vi } from 'vitest';
import { peopleApi } from '#client/api/people-api.ts';
import { clockTime } from '#client/lib/text/time.ts';
import { makeStore } from '#client/state/make-store.ts';
import { keptShown } from '#client/state/slices/kept-slice.ts';
import { statusChanged } from '#client/state/slices/live-slice.ts';
import { profileLoaded } from '#client/state/slices/session-slice.ts';
import { fakeApi } from '#client/test-api.ts';
import { signedIn } from '#client/test-support.tsx';
import { ServiceLine } from '#client/ui/state/service-line.tsx';
import { useServiceTrouble } from './use-service-trouble.ts';

const start = '2026-05-04T14:00:00.000Z';
beforeEach(() => void vi.useFakeTimers({ now: new Date(start) }));

const call = 'GET user/connections';
const unavailable = { status: 503, body: { code: 'unavailable', message: 'Not now.' } };
const { connections } = peopleApi.endpoints;
const line = () => screen.getByRole('status').textContent;
const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));

function Line() {
  const trouble = useServiceTrouble();
  return <div role="status">{trouble && <ServiceLine trouble={trouble} />}</div>;
}

/** A page that shows the connections, or asks for nothing. */
function open(answer: object | undefined = { body: { message: '', data: [] } }, asks = true) {
  const api = fakeApi().on(call, answer);
  const store = makeStore(signedIn());
  if (asks) void store.dispatch(connections.initiate());
  render(
    <Provider store={store}>
      <Line />
    </Provider>,
  );
  const askAgain = () =>
    act(async () => {
      void store.dispatch(connections.initiate(undefined, { subscribe: false, forceRefetch: true }));
      // RTK Query copies its subscriptions into the state within half a second.
      await vi.advanceTimersByTimeAsync(600);
    });
  return { api, store, askAgain };
}

it('says at once, and since when, that the service is away where the screen has nothing to show', async () => {
  const { api, askAgain } = open(unavailable);
  await pass(600);
  expect(line()).toBe(`No answer from the service since ${clockTime(start)}. Trying again by itself.`);
  await pass(5 * 60_000);
  expect(line()).toContain(`since ${clockTime(start)}.`);
  api.on(call, { body: { message: '', data: [] } });
  await askAgain();
  expect(line()).toBe('');
});

it('says after eight seconds that something on screen cannot be loaded again, and from when it is', async () => {
  const { api, askAgain } = open();
  await pass(10 * 60_000);
  api.on(call, unavailable);
  await askAgain();
  expect(line()).toBe('');
  await pass(8000);
  const since = clockTime('2026-05-04T14:10:00.000Z');
  expect(line()).toBe(
    `No answer from the service since ${since}. Trying again by itself. What you see is from ${clockTime(start)}.`,
  );
  api.on(call, { body: { message: '', data: [] } });
  await askAgain();
  expect(line()).toBe('');
});

it('leaves the age of a kept copy to the place beside the navigation', async () => {
  const { api, askAgain, store } = open();
  await pass(600);
  store.dispatch(keptShown({ key: 'connections(undefined)', at: Date.parse('2026-05-04T09:00:00Z') }));
  api.on(call, unavailable);
  await askAgain();
  await pass(8000);
  expect(line()).toBe(`No answer from the service since ${clockTime(start)}. Trying again by itself.`);
});

it('says so on a screen that asks for nothing, while the profile has no answer', async () => {
  const { store } = open(undefined, false);
  act(() => void store.dispatch(profileLoaded('unanswered')));
  await pass(8000);
  expect(line()).toMatch(/^No answer from the service since/);
  act(() => void store.dispatch(profileLoaded('answered')));
  expect(line()).toBe('');
});

it('does not call a refusal of what is on screen a missing answer', async () => {
  const { api, askAgain } = open();
  await pass(600);
  api.on(call, { status: 404, body: { code: 'not_found', message: 'You are not connected.' } });
  await askAgain();
  await pass(9000);
  expect(line()).toBe('');
});

it('says that there are no live updates once the socket is away for long, and stops when it is back', async () => {
  const { store } = open();
  await pass(600);
  const turn = (status: 'connecting' | 'online') => act(() => void store.dispatch(statusChanged(status)));
  turn('connecting');
  await pass(7000);
  expect(line()).toBe('');
  await pass(2000);
  expect(line()).toBe(`No live updates since ${clockTime(start)}. Trying to connect again.`);
  turn('online');
  expect(line()).toBe('');
  turn('connecting');
  expect(line()).toBe('');
});
