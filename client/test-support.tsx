import { act, type RenderResult, render } from '@testing-library/react';
import { type UserEvent, userEvent } from '@testing-library/user-event';
import type { ReactElement } from 'react';
import { Provider } from 'react-redux';
import { createMemoryRouter, RouterProvider } from 'react-router-dom';
import { toast } from 'sonner';
import { afterEach, beforeAll, beforeEach, vi } from 'vitest';
import type { OwnUser, User } from '#shared/api/users.ts';
import { tellCapabilities } from './api/capabilities.ts';
import { makeRoutes } from './app/router.tsx';
import { prefetchScreen, screens } from './app/screen-table.ts';
import { shell } from './app/shell-code.ts';
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

export const unavailable = (message: string) => ({ status: 503, body: { code: 'unavailable', message } });

export const invalidFields = (fields: Record<string, string>, message = 'No.') => ({
  status: 422,
  body: { code: 'invalid_fields', message, fields },
});

/** A fake API for the signed-in user "me", who knows nobody and whom nobody has asked. */
export function memberApi(capabilities: readonly string[] = [], own: object = {}): FakeApi {
  return fakeApi()
    .on('GET profile/view', { body: { ...makePerson({ _id: 'me', firstName: 'Demo', lastName: 'Person' }), ...own } })
    .on('GET capabilities', { body: { capabilities } })
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

/** The media queries that have one of these parts match, and no others. */
export function stubMedia(...parts: string[]): void {
  vi.stubGlobal('matchMedia', (query: string) => ({
    matches: parts.some((part) => query.includes(part)),
    addEventListener: () => undefined,
    removeEventListener: () => undefined,
  }));
}

/** The last announcement to screen readers. */
export const announced = () => document.getElementById('announcer-polite')?.textContent;

/** Before each test of a file: empties storage and installs the browser parts that jsdom lacks. */
export function installBrowserParts({ wide = true } = {}): void {
  beforeEach(() => {
    localStorage.clear();
    sessionStorage.clear();
    document.title = 'DotCode';
    stubMedia(...(wide ? ['64rem'] : []));
    vi.stubGlobal('scrollTo', () => undefined);
    HTMLDialogElement.prototype.showModal ??= function showModal(this: HTMLDialogElement) {
      this.open = true;
    };
    HTMLElement.prototype.hidePopover ??= () => undefined;
    Element.prototype.scrollIntoView ??= () => undefined;
    Element.prototype.scrollTo ??= () => undefined;
    HTMLDialogElement.prototype.close ??= function close(this: HTMLDialogElement) {
      this.open = false;
      queueMicrotask(() => this.dispatchEvent(new Event('close')));
    };
  });
  afterEach(() => {
    // A text that the last test announced must not reach the next test.
    for (const { id } of toast.getToasts()) toast.dismiss(id);
    vi.unstubAllGlobals();
  });
}

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

/**
 * Loads the code of the shell and of these screens before the tests of a file. Otherwise the first test waits for it, on
 * a busy machine for longer than a test waits for anything.
 */
export function loadBeforehand(...names: (keyof typeof screens)[]): void {
  beforeAll(async () => {
    await Promise.all([shell.prefetch(), ...names.map((name) => prefetchScreen(screens[name]))]);
  });
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
