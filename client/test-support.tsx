import { act, type RenderResult, render } from '@testing-library/react';
import { type UserEvent, userEvent } from '@testing-library/user-event';
import type { ReactElement } from 'react';
import { Provider } from 'react-redux';
import { createMemoryRouter, RouterProvider } from 'react-router-dom';
import { vi } from 'vitest';
import type { OwnUser, User } from '#shared/api/users.ts';
import { tellCapabilities } from './api/capabilities.ts';
import { makeRoutes } from './app/router.tsx';
import { storedValue } from './lib/device/stored-value.ts';
import { userKey } from './lib/device/user-storage.ts';
import { type AppStore, makeStore, type RootState } from './state/make-store.ts';
import { type FakeApi, fakeApi, toldCapabilities } from './test-api.ts';

export const noSession = { status: 401, body: { code: 'unauthenticated', message: 'Log in first.' } };

/** The fake API for a visitor. The failure of their profile load, which the client logs, is expected. */
export function visitorApi(): FakeApi {
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
  return fakeApi().on('GET profile/view', noSession);
}

/** A list of people or requests, as the upstream answers it. */
export const listOf = (...data: unknown[]) => ({ body: { message: '', data } });

/** A list of projects, as the upstream answers it. */
export const projectsOf = (...project: unknown[]) => ({ body: { success: true, message: '', project } });

export const unavailable = (message: string) => ({ status: 503, body: { code: 'unavailable', message } });

export const invalidFields = (fields: Record<string, string>, message = 'No.') => ({
  status: 422,
  body: { code: 'invalid_fields', message, fields },
});

/** A fake API for the signed-in user "me", who knows nobody, whom nobody has asked and who has no projects. */
export function memberApi(capabilities: readonly string[] = [], own: object = {}): FakeApi {
  const user = { ...makePerson({ _id: 'me', firstName: 'Demo', lastName: 'Person' }), ...own };
  return fakeApi()
    .on('GET profile/view', { body: user })
    .on('GET profile/me', { body: { message: '', user } })
    .on('GET capabilities', { body: { capabilities } })
    .on('GET user/feed', { body: [] })
    .on('GET myprojects/me', projectsOf())
    .on('GET user/request/received', listOf())
    .on('GET user/request/sent', listOf())
    .on('GET user/connections', listOf());
}

/** Takes the network away until the end of the test, or until the result is called. */
export function goOffline(): () => void {
  const online = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  act(() => void window.dispatchEvent(new Event('offline')));
  return () => {
    online.mockReturnValue(true);
    act(() => void window.dispatchEvent(new Event('online')));
  };
}

/** The last announcement to screen readers. */
export const announced = () => document.getElementById('announcer-polite')?.textContent;

/** The value that is stored for a user under a name. */
export function readStored(userId: string, name: string): unknown {
  return storedValue(userKey(userId, name), (stored) => stored).read();
}

export function writeStored(userId: string, name: string, value: unknown): void {
  storedValue(userKey(userId, name), (stored) => stored).write(value);
}

interface Rendered extends RenderResult {
  store: AppStore;
  user: UserEvent;
}

/** Renders the whole app at a path. Answer `GET profile/view` to be signed in. */
export function renderApp(
  path: string,
  preloadedState?: Partial<RootState>,
): Rendered & { router: ReturnType<typeof createMemoryRouter> } {
  const store = makeStore(preloadedState);
  const router = createMemoryRouter(makeRoutes(store), { initialEntries: [path] });
  const result = render(
    <Provider store={store}>
      <RouterProvider router={router} />
    </Provider>,
  );
  return { ...result, store, router, user: userEvent.setup() };
}

/** Renders one component inside a store and a router; signed in unless the state says otherwise. */
export function renderWithStore(
  element: ReactElement,
  { state = signedIn(), path = '/', route = '*' }: { state?: Partial<RootState>; path?: string; route?: string } = {},
): Rendered & { router: ReturnType<typeof createMemoryRouter> } {
  const store = signedInStore(state);
  const router = createMemoryRouter(
    [
      { path: route, element },
      { path: '*', element: <p>elsewhere</p> },
    ].filter(({ path: own }, index) => index === 0 || own !== route),
    { initialEntries: [path] },
  );
  const result = render(
    <Provider store={store}>
      <RouterProvider router={router} />
    </Provider>,
  );
  return { ...result, store, router, user: userEvent.setup() };
}

/** A store as the profile load leaves it: with the capabilities that the fake API answers. */
export function signedInStore(state: Partial<RootState> = signedIn()): AppStore {
  const store = makeStore(state);
  const capabilities = toldCapabilities();
  if (capabilities) tellCapabilities(store, capabilities);
  return store;
}

export function signedIn(own: Partial<OwnUser> = {}): Partial<RootState> {
  return {
    auth: {
      user: { ...makePerson({ _id: 'me', firstName: 'Demo', lastName: 'Person' }), ...own },
      authenticated: true,
    },
  };
}

let made = 0;

export function makePerson(own: Partial<User> = {}): User {
  made += 1;
  return {
    _id: `person-${made}`,
    firstName: 'Ana',
    lastName: `Number${made}`,
    about: 'Builds small tools.',
    skills: ['React', 'Go'],
    ...own,
  };
}

/** As the browser's translation of a page does: each text node is moved into a `<font>`. */
export function translateTexts(element: HTMLElement): void {
  const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
  const texts: Node[] = [];
  while (walker.nextNode()) texts.push(walker.currentNode);
  for (const each of texts) {
    const font = document.createElement('font');
    each.parentNode?.replaceChild(font, each);
    font.append(each);
  }
}
