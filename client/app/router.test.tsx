import { act, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { createMemoryRouter, type RouteObject, type RouterNavigateOptions } from 'react-router-dom';
import { describe, expect, it, vi } from 'vitest';
import { makeStore } from '#client/state/make-store.ts';
import { fakeApi } from '#client/test-api.ts';
import { makePerson, memberApi, renderApp, visitorApi } from '#client/test-support.tsx';
import { App, makeRoutes } from './router.tsx';

it('Retry asks anew while the first call hangs, and the gate waits for that answer', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const api = fakeApi().on('GET profile/view', new Promise(() => undefined));
  renderApp('/profile/edit');
  await act(() => vi.advanceTimersByTimeAsync(8000));
  vi.useRealTimers();
  expect(screen.queryByText('Still trying')).not.toBeNull();
  const answer = Promise.withResolvers<{ body: unknown }>();
  api.on('GET profile/view', answer.promise);
  fireEvent.click(screen.getByRole('button', { name: 'Retry' }));
  await waitFor(() => expect(api.count('GET profile/view')).toBe(2));
  expect(screen.queryByText('Still trying')).not.toBeNull();
  answer.resolve({ body: makePerson({ _id: 'me' }) });
  await screen.findByRole('heading', { level: 1, name: 'Edit profile' });
});

describe('opened while the server does not answer', () => {
  const gateway = { status: 502, body: { code: 'upstream_unreachable', message: 'Not reachable.' } };
  const failures: [string, { status: number; body: unknown } | 'network error'][] = [
    ['no connection', 'network error'],
    ['the gateway without its upstream', gateway],
    ['the database text of the recorded upstream', { status: 400, body: 'connect ECONNREFUSED 127.0.0.1:27017' }],
    ['any other 400', { status: 400, body: 'Something went wrong' }],
  ];
  /** Between two calls of a page that goes on trying (client/lib/dom/keep-trying.ts). */
  const longestPauseMs = 10_000;

  it.each(failures)(
    'a screen of a signed-in user keeps its address and goes on by itself: %s',
    async (_what, failure) => {
      vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'], shouldAdvanceTime: true });
      const log = vi.spyOn(console, 'error').mockImplementation(() => undefined);
      const api = fakeApi().on('GET profile/view', failure);
      const { router } = renderApp('/profile/edit?from=mail');
      await screen.findByText('Still trying');
      expect(screen.queryByText('Loading, please wait...')).not.toBeNull();
      await act(() => vi.advanceTimersByTimeAsync(longestPauseMs));
      await waitFor(() => expect(api.count('GET profile/view')).toBeGreaterThan(2));
      expect(screen.queryByText('Still trying')).not.toBeNull();
      api.on('GET profile/view', { body: makePerson({ _id: 'me' }) });
      await act(() => vi.advanceTimersByTimeAsync(longestPauseMs));
      await screen.findByRole('heading', { level: 1, name: 'Edit profile' });
      expect(router.state.location).toMatchObject({ pathname: '/profile/edit', search: '?from=mail' });
      expect(log, 'its retries are silent').toHaveBeenCalledTimes(1);
    },
  );

  it.each(failures)('the pages of a visitor never wait: %s', async (_what, failure) => {
    vi.spyOn(console, 'error').mockImplementation(() => undefined);
    for (const path of ['/', '/login', '/error']) {
      fakeApi().on('GET profile/view', failure);
      const { unmount } = renderApp(path);
      await screen.findByRole('heading', { level: 1 });
      expect(screen.queryByText('Still trying')).toBeNull();
      unmount();
    }
  });

  it('asks at once when the user comes back, and sends a visitor to the landing page', async () => {
    vi.spyOn(console, 'error').mockImplementation(() => undefined);
    const api = fakeApi().on('GET profile/view', gateway);
    const { router } = renderApp('/feed');
    await screen.findByText('Still trying');
    api.on('GET profile/view', { status: 400, body: 'Pleasse login' });
    act(() => void window.dispatchEvent(new Event('focus')));
    await screen.findByRole('heading', { name: 'Connect. Collaborate. .Code' });
    expect(router.state.location.pathname).toBe('/');
  });
});

describe('opened without a network', () => {
  const offline = () => {
    vi.spyOn(console, 'error').mockImplementation(() => undefined);
    vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
    return fakeApi().on('GET profile/view', 'network error');
  };

  it('a screen of a signed-in user says so, keeps its address, and opens once there is one', async () => {
    const api = offline();
    const { router, user } = renderApp('/profile/edit');
    await screen.findByRole('heading', { level: 1, name: 'There is no connection' });
    expect(screen.queryByText('You are offline. What you see may be old.')).not.toBeNull();
    expect(router.state.location.pathname).toBe('/profile/edit');
    await waitFor(() => expect(document.title).toBe('There is no connection - DotCode'));
    await user.click(screen.getByRole('button', { name: 'Retry' }));
    expect(api.count('GET profile/view')).toBe(2);

    vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(true);
    api.on('GET profile/view', { body: makePerson({ _id: 'me' }) });
    window.dispatchEvent(new Event('online'));
    await screen.findByRole('heading', { level: 1, name: 'Edit profile' });
    expect(api.count('GET profile/view')).toBe(3);
  });

  it('leads to the start page', async () => {
    offline();
    const { user } = renderApp('/feed');
    await user.click(await screen.findByRole('link', { name: 'Go to the start page' }));
    await screen.findByRole('heading', { name: 'Connect. Collaborate. .Code' });
  });
});

function Crash(): never {
  throw new Error('crash of the test');
}

/** The root layout with a screen that crashes and has no boundary of its own. */
function renderCrash() {
  const store = makeStore();
  const [root] = makeRoutes(store);
  const crash = { path: '/crash', element: <Crash /> };
  const router = createMemoryRouter([{ ...root, children: [...(root?.children ?? []), crash] }] as RouteObject[], {
    initialEntries: ['/crash'],
  });
  return render(<App store={store} router={router} />);
}

const pathsOf = ({ path, children = [] }: RouteObject): (string | undefined)[] => [path, ...children.flatMap(pathsOf)];

describe('router errors', () => {
  it('an unknown address is thrown by the router, after one profile load, and shown by the default error boundary', async () => {
    const api = visitorApi();
    const { router, user } = renderApp('/nowhere');
    await screen.findByRole('heading', { name: 'No route matches URL' });
    expect(Object.values(router.state.errors ?? {})).toMatchObject([{ status: 404, internal: true }]);
    expect(router.routes.flatMap(pathsOf)).not.toContain('*');
    await screen.findByText(/No route matches URL "\/nowhere"/);
    await waitFor(() => expect(document.title).toBe('No route matches URL - DotCode'));
    await user.click(screen.getByRole('link', { name: 'Go to the start page' }));
    await screen.findByRole('heading', { name: 'Connect. Collaborate. .Code' });
    expect(api.count('GET profile/view')).toBe(1);
  });

  it('have a toast area when a screen without a boundary of its own crashes, too', async () => {
    visitorApi();
    const { container } = renderCrash();
    await userEvent.click(await screen.findByRole('button', { name: 'Copy details' }));
    expect((await screen.findByText('Details copied')).closest('[data-sonner-toaster]')).not.toBeNull();
    expect(container.querySelector('.skip-link')).not.toBeNull();
  });

  it.each([
    [405, 'This cannot be done here', { formMethod: 'post', formData: new FormData() }],
    [400, 'This address does not make sense', { formMethod: 'get', formEncType: 'text/plain', body: 'text' }],
  ])('say what a %s means', async (status, sentence, submission) => {
    memberApi();
    const { router } = renderApp('/setting');
    await screen.findByRole('heading', { level: 1, name: 'Settings' });
    await act(() => router.navigate('/login', submission as RouterNavigateOptions));
    await screen.findByRole('heading', { level: 1, name: sentence });
    expect(screen.queryByText(String(status))).not.toBeNull();
    await screen.findByRole('button', { name: 'Copy details' });
  });

  it.each([
    ['an unknown address', '/nowhere'],
    ['the address of the error page', '/error'],
  ])(
    'of %s keep the navigation of a signed-in user, with one main part, and none for a visitor',
    async (_what, path) => {
      vi.spyOn(console, 'error').mockImplementation(() => undefined);
      memberApi();
      const { unmount } = renderApp(path);
      const navigation = await screen.findByRole('navigation', { name: 'Main' });
      expect(within(navigation).queryByRole('link', { name: 'Projects' })).not.toBeNull();
      await within(screen.getByRole('main')).findByRole('link', { name: 'Go to feed' });
      unmount();
      visitorApi();
      renderApp(path);
      await within(await screen.findByRole('main')).findByRole('link', { name: 'Go to the start page' });
      expect(screen.queryByRole('navigation', { name: 'Main' })).toBeNull();
    },
  );
});

describe('the error page', () => {
  const crash = async () => {
    vi.spyOn(console, 'error').mockImplementation(() => undefined);
    memberApi();
    // Not a list, so that the screen crashes.
    const rendered = renderApp('/feed', { feed: { items: 'broken' } } as never);
    await screen.findByRole('heading', { name: 'Something on this page broke' });
    return rendered;
  };

  it('copies path, time and message, nothing personal, and says so in the toast area', async () => {
    vi.spyOn(console, 'error').mockImplementation(() => undefined);
    memberApi();
    const { user } = renderApp('/nowhere?q=secret');
    await user.click(await screen.findByRole('button', { name: 'Copy details' }));
    const copied = await navigator.clipboard.readText();
    expect(copied).toMatch(/^Error: 404\nPath: \/nowhere\nTime: \d{4}-.+\nMessage: /);
    expect(copied).not.toMatch(/secret|Demo/);
    expect((await screen.findByText('Details copied')).closest('[data-sonner-toaster]')).not.toBeNull();
  });

  it('keeps the navigation when a screen breaks, and offers to clear this device the third time, not before', async () => {
    sessionStorage.setItem('dotcode.crashes', String(Date.now() - 1000));
    const { unmount } = await crash();
    await screen.findByRole('button', { name: 'Load the page again' });
    expect(screen.queryByRole('navigation', { name: 'Main' })).not.toBeNull();
    expect(screen.queryByRole('button', { name: 'Clear this device' })).toBeNull();
    unmount();
    const { user } = await crash();
    await user.click(await screen.findByRole('button', { name: 'Clear this device' }));
    expect(screen.queryByRole('dialog', { name: 'Clear this device?' })).not.toBeNull();
  });
});

describe('the first calls of a screen', () => {
  const chatOf = (id: string) => ({ body: { chat: { _id: `c-${id}`, participants: [], messages: [] } } });
  const conversation = () => memberApi().on('GET chat/ana', chatOf('ana')).on('GET chat/ben', chatOf('ben'));
  /** The router, without the screens that it would show. */
  const open = (path: string, preloaded = {}) => {
    const store = makeStore(preloaded);
    return { store, router: createMemoryRouter(makeRoutes(store), { initialEntries: [path] }) };
  };
  const signedInAlready = { auth: { user: makePerson({ _id: 'me' }), authenticated: true } };

  it.each(['/chat/ana', '/chat/ana/'])('of %s are made by the router before anything is drawn', async (path) => {
    const api = conversation();
    open(path);
    await expect.poll(() => api.calls.map(({ call }) => call)).toContain('GET chat/ana');
    expect(api.count('GET profile/view')).toBe(1);
  });

  it('are not made for a visitor', async () => {
    const api = visitorApi().on('GET chat/ana', chatOf('ana'));
    const { router } = open('/chat/ana');
    await expect.poll(() => router.state.initialized).toBe(true);
    await expect.poll(() => api.calls.map(({ call }) => call)).toEqual(['GET profile/view', 'GET capabilities']);
  });

  it('are made again for another id, and not for other search parameters', async () => {
    const api = conversation();
    const { router } = open('/chat/ana', signedInAlready);
    await expect.poll(() => api.count('GET chat/ana')).toBe(1);
    await router.navigate('/chat/ana?find=word');
    expect(router.state.location.search).toBe('?find=word');
    await router.navigate('/chat/ben?find=word');
    await expect.poll(() => api.count('GET chat/ben')).toBe(1);
    expect(api.count('GET chat/ana')).toBe(1);
  });

  it('leave no subscription: the cache drops an answer that no screen has taken after its 60 seconds', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'], shouldAdvanceTime: true });
    conversation();
    const { store } = open('/chat/ana', signedInAlready);
    const answered = () => Object.values(store.getState().api.queries).filter((query) => query?.status === 'fulfilled');
    await expect.poll(() => answered().map((query) => query?.endpointName)).toContain('chat');
    await vi.advanceTimersByTimeAsync(61_000);
    expect(answered()).toEqual([]);
  });

  it('are not waited for: the screen is there while they hang', async () => {
    memberApi().on('GET chat/ana', new Promise(() => undefined));
    const { router } = open('/chat/ana', signedInAlready);
    await expect.poll(() => router.state.initialized).toBe(true);
  });
});
