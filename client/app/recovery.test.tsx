import { act, screen, waitFor } from '@testing-library/react';
import { beforeEach, expect, it, vi } from 'vitest';
import { failedQueries } from '#client/api/recovery/failed-queries.ts';
import { type FakeApi, fakeApi } from '#client/test-api.ts';
import { listOf, makePerson, projectsOf, renderApp } from '#client/test-support.tsx';

// Screens of each kind of loading through an outage.

type Answer = { status?: number; body?: unknown };

const me = makePerson({ _id: 'me', firstName: 'Demo', lastName: 'Person', about: 'Builds looms.' });
const ana = makePerson({ _id: 'ana', firstName: 'Ana', lastName: 'Lima' });
const createdAt = '2026-01-01T00:00:00.000Z';
const project = { _id: 'p1', projectName: 'Quill', projectImage: '', description: '', skills: [], creator: me };
const message = { _id: 'm1', senderId: ana, text: 'Hello there', createdAt };
const request = { _id: 'r1', status: 'interested', createdAt };

const answers: Record<string, Answer> = {
  'GET profile/view': { body: { ...me, emailId: 'me@mail.test' } },
  'GET capabilities': { body: { capabilities: ['search', 'requests.sent', 'chat.list', 'notifications'] } },
  'GET user/request/received': listOf({ ...request, fromUserID: ana, toUserID: 'me' }),
  'GET user/request/sent': listOf({ ...request, fromUserID: 'me', toUserID: ana }),
  'GET user/connections': listOf(ana),
  'GET user/feed': { body: [ana] },
  'GET profile/ana': { body: { message: '', user: ana } },
  'GET myprojects/ana': projectsOf(project),
  'GET project/view/p1': { body: { message: '', project } },
  'GET chat/ana': { body: { chat: { _id: 'c1', participants: [me, ana], messages: [message] } } },
  'GET chats': { body: { items: [], nextCursor: null, unreadTotal: 0, unreadConversations: 0 } },
  'GET search/people': { body: { items: [ana], nextCursor: null } },
  'GET search/projects': { body: { items: [], nextCursor: null } },
  'GET notifications': { body: { items: [], nextCursor: null, unread: 0, unreadOf: {}, askers: 0 } },
};

/** How each call fails while the gateway, the upstream, its database or that of the recorded one is away. */
const outages: readonly (readonly [string, Answer | 'network error'])[] = [
  ['gateway away', 'network error'],
  ['upstream away', { status: 502, body: { code: 'upstream_unreachable', message: 'Not reachable.' } }],
  ['database away', { status: 503, body: { code: 'unavailable', message: 'Not now.' } }],
  ['recorded database away', { status: 400, body: 'connect ECONNREFUSED 127.0.0.1:27017' }],
];

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

function answerAll(api: FakeApi): void {
  for (const [call, answer] of Object.entries(answers)) api.on(call, answer);
}

/** From now on each call but that for the profile has this answer. */
function failAll(api: FakeApi, failure: Parameters<FakeApi['on']>[1]): void {
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

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'], shouldAdvanceTime: true });
});

/** Screens meet the outages in turn; router.test.tsx holds what every kind of failure becomes. */
const table = screens.map(([path, content], index) => {
  const [kind, failure] = outages[index % outages.length] ?? ['gateway away', 'network error'];
  return [kind, path, failure, content] as const;
});

// One app for each: its calls are slow, then fail, then succeed, and fail again while the screen is shown.
it.each(table)(
  '%s: %s waits, then comes by itself without its error, and is kept',
  async (_kind, path, failure, content) => {
    const api = fakeApi();
    answerAll(api);
    // A screen that makes no calls of its own.
    const { router, store } = renderApp('/create-project');
    await screen.findByRole('heading', { level: 1, name: 'Create a project' });
    const gate = Promise.withResolvers<void>();
    failAll(api, () => gate.promise.then(() => failure));
    await act(() => router.navigate(path));
    expect(alerts(), 'while its calls are slow').toEqual([]);
    gate.resolve();
    await comes(() => failedQueries(store.getState()).length > 0);
    // The page asks again by its own clock, which is put on.
    await act(() => vi.advanceTimersByTimeAsync(outageMs));
    await waitFor(() => expect(line()).toEqual([expect.stringMatching(/Trying again by itself\.$/)]));
    answerAll(api);
    await act(() => vi.advanceTimersByTimeAsync(longestWaitMs));
    await waitFor(() => expect(content()).not.toBeNull());
    await waitFor(() => expect([...alerts(), ...line()]).toEqual([]));

    failAll(api, failure);
    const before = api.calls.length;
    act(() => void window.dispatchEvent(new Event('online')));
    await act(() => vi.advanceTimersByTimeAsync(longestWaitMs));
    await waitFor(() => expect(api.calls.length).toBeGreaterThan(before));
    await waitFor(() => expect(content()).not.toBeNull());
    expect(alerts(), 'while it is shown').toEqual([]);
    // Eight seconds is longer than a restart takes.
    await act(() => vi.advanceTimersByTimeAsync(8000));
    await waitFor(() => expect(line()).toEqual([expect.stringMatching(/What you see is from .+\.$/)]));
    expect(content()).not.toBeNull();
    answerAll(api);
    await act(() => vi.advanceTimersByTimeAsync(longestWaitMs));
    await waitFor(() => expect(line()).toEqual([]));
  },
);
