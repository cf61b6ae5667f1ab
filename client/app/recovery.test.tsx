import { act, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { failedQueries } from '#client/api/recovery/failed-queries.ts';
import { type FakeApi, fakeApi } from '#client/test-api.ts';
import { earlierVisit } from '#client/test-memory.ts';
import { installBrowserParts, makePerson, renderApp } from '#client/test-support.tsx';

installBrowserParts();

// Screens of each kind of loading through an outage, at our upstream and at one that answers as the recorded one.

type Answer = { status?: number; body?: unknown };

const me = makePerson({ _id: 'me', firstName: 'Demo', lastName: 'Person', about: 'Builds looms.' });
const ana = makePerson({ _id: 'ana', firstName: 'Ana', lastName: 'Lima' });
const at = '2026-01-01T00:00:00.000Z';
const project = { _id: 'p1', projectName: 'Quill', projectImage: '', description: '', skills: [], creator: me };
const message = { _id: 'm1', senderId: ana, text: 'Hello there', createdAt: at };
const chat = { _id: 'c1', participants: [me, ana], messages: [message] };
const request = { _id: 'r1', fromUserID: ana, toUserID: 'me', status: 'interested', createdAt: at };
const session = { _id: 's1', device: 'A browser of tests', current: true, createdAt: at, lastSeenAt: at };

const core: Record<string, Answer> = {
  'GET user/request/received': { body: { message: '', data: [request] } },
  'GET user/connections': { body: { message: '', data: [ana] } },
  'GET user/feed': { body: [ana] },
  'GET profile/ana': { body: { message: '', user: ana } },
  'GET profile/me': { body: { message: '', user: me } },
  'GET myprojects/me': { body: { success: true, message: '', project: [project] } },
  'GET myprojects/ana': { body: { success: true, message: '', project: [project] } },
  // Explore leaves out the user's own projects.
  'GET projects': { body: { message: '', project: [{ ...project, creator: ana }] } },
  'GET projects/interested&accepted': { body: { message: '', project: [project] } },
  'GET project/view/p1': { body: { message: '', project } },
  'GET chat/ana': { body: { chat } },
};

interface Upstream {
  answers: Record<string, Answer>;
  /** How a call fails while its database is away. */
  away: Answer;
}

const capabilities = ['search', 'requests.sent', 'account', 'chat.list', 'notifications', 'projects.interest'];
const upstreams: Record<'ours' | 'the recorded one', Upstream> = {
  ours: {
    answers: {
      ...core,
      'GET profile/view': { body: me },
      'GET capabilities': { body: { capabilities } },
      'GET user/request/sent': {
        body: { message: '', data: [{ ...request, fromUserID: 'me', toUserID: ana }] },
      },
      'GET search/people': { body: { items: [ana], nextCursor: null } },
      'GET search/projects': { body: { items: [], nextCursor: null } },
      'GET chats': { body: { items: [], nextCursor: null, unreadTotal: 0, unreadConversations: 0 } },
      'GET notifications': { body: { items: [], nextCursor: null, unread: 0, unreadOf: {}, askers: 0 } },
      'GET profile/sessions': { body: [session] },
      'GET project/interest/p1': { body: { items: [], nextCursor: null } },
    },
    away: { status: 503, body: { code: 'unavailable', message: 'Not now.', requestId: 'q1' } },
  },
  'the recorded one': {
    answers: {
      ...core,
      'GET profile/view': { body: { _id: 'me', firstName: 'Demo', lastName: 'Person', photoUrl: '' } },
      'GET capabilities': { status: 404, body: '<!DOCTYPE html><pre>Cannot GET /capabilities</pre>' },
    },
    away: { status: 400, body: 'connect ECONNREFUSED 127.0.0.1:27017' },
  },
};

/** How each call fails while the gateway, the upstream or the database is away. */
const outages = [
  ['gateway away', 'network error'],
  [
    'upstream away',
    { status: 502, body: { code: 'upstream_unreachable', message: 'Not reachable.', requestId: 'q1' } },
  ],
  ['database away', upstreams.ours.away],
] as const satisfies readonly (readonly [string, Answer | 'network error'])[];

/** The line that says that the service is away, and since when. */
const line = () =>
  screen
    .queryAllByRole('status')
    .flatMap(({ textContent }) => (textContent.startsWith('No answer from the service since ') ? [textContent] : []));

/** A text that a screen shows once it is loaded. */
const screens: [path: string, content: () => HTMLElement | null][] = [
  ['/feed', () => screen.queryByRole('article', { name: 'Ana Lima' })],
  [
    '/profile/ana',
    () =>
      screen.queryByRole('heading', { level: 1, name: 'Ana Lima' }) && screen.queryByRole('link', { name: 'Quill' }),
  ],
  ['/search?q=lima', () => screen.queryByRole('link', { name: 'Ana Lima' })],
  ['/project/editproject/p1', () => screen.queryByDisplayValue('Quill')],
  ['/requests?tab=sent', () => screen.queryByRole('link', { name: 'Ana Lima' })],
  ['/chat/ana', () => screen.queryByText('Hello there')],
];

/** The app of a signed-in user, on a screen that makes no calls of its own. */
function open(upstream: Upstream, path: string) {
  const api = fakeApi();
  answerAll(api, upstream);
  const app = renderApp(path);
  return { api, ...app };
}

function answerAll(api: FakeApi, { answers }: Upstream): void {
  for (const [call, answer] of Object.entries(answers)) api.on(call, answer);
}

function failAll(api: FakeApi, { answers }: Upstream, failure: Answer | 'network error'): void {
  for (const call of Object.keys(answers)) if (call !== 'GET profile/view') api.on(call, failure);
}

/** Puts the page's clock on until the screen is so, because calls are repeated, and code is loaded, in steps. */
async function comes(isSo: () => boolean): Promise<void> {
  const look = async () => {
    await act(() => vi.advanceTimersByTimeAsync(200));
    return isSo();
  };
  await expect.poll(look, { interval: 1 }).toBe(true);
}

/** The texts of the alerts on screen, without the empty live region. */
const alerts = () =>
  screen.queryAllByRole('alert').flatMap(({ textContent }) => (textContent === '' ? [] : [textContent]));

/** Within this time of the service's return a screen comes by itself, however long the outage was. */
const longestWaitMs = 5000;
const outageMs = 70_000;

afterEach(() => vi.useRealTimers());
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'], shouldAdvanceTime: true });
  // The recorded upstream cannot list sent requests, so they come from the memory of this device.
  earlierVisit('me', { decisions: [{ userId: 'ana', status: 'interested', at }] });
});

describe.each(Object.entries(upstreams))('at %s', (name, upstream) => {
  /** At ours, screens meet the three outages in turn; router.test.tsx holds what every kind of failure becomes. */
  const outageOf = (index: number) =>
    name === 'ours' ? (outages[index % outages.length] ?? outages[0]) : (['database away', upstream.away] as const);
  // The recorded upstream does not list requests to connected people as sent.
  const table = (name === 'ours' ? screens : screens.slice(-2)).map(([path, content], index) => {
    const isSent = path.endsWith('sent') && name !== 'ours';
    const [kind, failure] = outageOf(index);
    return [kind, path, failure, isSent ? () => screen.queryByText(/^Nothing sent/) : content] as const;
  });

  // One app for each: its calls are slow, then fail, then succeed, and fail again while the screen is shown.
  it.each(table)(
    '%s: %s waits, then comes by itself without its error, and is kept',
    async (_kind, path, failure, content) => {
      const { api, router, store } = open(upstream, '/create-project');
      await screen.findByRole('heading', { level: 1, name: 'Create a project' });
      const gate = Promise.withResolvers<void>();
      for (const call of Object.keys(upstream.answers))
        if (call !== 'GET profile/view') api.on(call, () => gate.promise.then(() => failure));
      await act(() => router.navigate(path));
      expect(alerts(), 'while its calls are slow').toEqual([]);
      gate.resolve();
      // The form of the own profile has what it needs from the screen before.
      await comes(() => failedQueries(store.getState()).length > 0 || content() !== null);
      const isEmpty = content() === null;
      // The page asks again by its own clock, which is put on.
      await act(() => vi.advanceTimersByTimeAsync(outageMs));
      if (isEmpty) await waitFor(() => expect(line()).toEqual([expect.stringMatching(/Trying again by itself\.$/)]));
      answerAll(api, upstream);
      await act(() => vi.advanceTimersByTimeAsync(longestWaitMs));
      await waitFor(() => expect(content()).not.toBeNull());
      await waitFor(() => expect([...alerts(), ...line()]).toEqual([]));
      // There, the code of the live connection comes late on a busy machine, and asks for them first: with no answer, it
      // would have nothing to show.
      if (name !== 'ours') await waitFor(() => expect(api.count('GET user/connections')).toBeGreaterThan(0));

      failAll(api, upstream, failure);
      const before = api.calls.length;
      act(() => void window.dispatchEvent(new Event('online')));
      await act(() => vi.advanceTimersByTimeAsync(longestWaitMs));
      await waitFor(() => expect(api.calls.length).toBeGreaterThan(before));
      await waitFor(() => expect(content()).not.toBeNull());
      expect(alerts(), 'while it is shown').toEqual([]);
      // Eight seconds is longer than a restart takes.
      await act(() => vi.advanceTimersByTimeAsync(8000));
      if (failedQueries(store.getState()).length > 0)
        await waitFor(() => expect(line()).toEqual([expect.stringMatching(/What you see is from .+\.$/)]));
      expect(content()).not.toBeNull();
      answerAll(api, upstream);
      await act(() => vi.advanceTimersByTimeAsync(longestWaitMs));
      await waitFor(() => expect(line()).toEqual([]));
    },
  );
});
