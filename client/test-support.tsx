import { act, type RenderResult, render } from '@testing-library/react';
import { type UserEvent, userEvent } from '@testing-library/user-event';
import type { ReactElement } from 'react';
import { Provider } from 'react-redux';
import { createMemoryRouter, RouterProvider } from 'react-router-dom';
import { toast } from 'sonner';
import { afterEach, beforeAll, beforeEach, vi } from 'vitest';
import type { CapabilitiesReply } from '#shared/api/errors.ts';
import type { OwnUser, User } from '#shared/api/users.ts';
import { tellCapabilities } from './api/capabilities.ts';
import { makeRoutes } from './app/router.tsx';
import { prefetchScreen, screens } from './app/screen-table.ts';
import { shell } from './app/shell-code.ts';
import { storedValue } from './lib/device/stored-value.ts';
import { userKey } from './lib/device/user-storage.ts';
import { type AppStore, makeStore, type RootState } from './state/make-store.ts';

/** An answer of the fake API: a status and a body; a string travels as text, all else as JSON. */
type FakeReply = { status?: number; body?: unknown; headers?: Record<string, string> } | 'network error';
type Answer = FakeReply | Promise<FakeReply>;

interface RecordedCall {
  /** "POST login" */
  call: string;
  body: unknown;
  query: URLSearchParams;
  /** Aborted when the client cancels the call. */
  signal: AbortSignal | null | undefined;
}

export interface FakeApi {
  calls: RecordedCall[];
  /** Sets or replaces the answer of a call: "GET user/feed", "PATCH project/edit/p1". */
  on: (call: string, answer: Answer | ((call: RecordedCall) => Answer)) => FakeApi;
  /** How often a call was made. */
  count: (call: string) => number;
  /** The bodies of a call, one for each time it was made. */
  bodies: (call: string) => unknown[];
}

let told: FakeReply | undefined;

/** Replaces `fetch` by a fake API, for one test. A call without a set answer gets the upstream's 404. */
export function fakeApi(): FakeApi {
  told = undefined;
  const answers = new Map<string, Answer | ((call: RecordedCall) => Answer)>();
  const calls: RecordedCall[] = [];
  vi.stubGlobal('fetch', async (input: string | URL | Request, init?: RequestInit): Promise<Response> => {
    const request = input instanceof Request ? input : new Request(new URL(input, 'http://page.test'), init);
    const url = new URL(request.url);
    const path = url.pathname.replace(/^\/(api\/)?/, '');
    const isJson = request.headers.get('content-type')?.includes('json');
    const recorded: RecordedCall = {
      call: `${request.method} ${path}`,
      body: isJson ? await request.clone().json() : ((request.body && (await request.clone().blob())) ?? undefined),
      query: url.searchParams,
      signal: request.signal,
    };
    calls.push(recorded);
    const found = answers.get(recorded.call);
    const pending = typeof found === 'function' ? found(recorded) : found;
    const answer = await untilAborted(Promise.resolve(pending), request.signal);
    if (answer === 'network error') throw new TypeError('Failed to fetch');
    const {
      status = 200,
      body: reply,
      headers,
    }: Exclude<FakeReply, string> = answer ?? { status: 404, body: { code: 'not_found', message: 'Not found.' } };
    const isText = typeof reply === 'string';
    return new Response(isText ? reply : JSON.stringify(reply ?? null), {
      status,
      headers: { 'content-type': isText ? 'text/html; charset=utf-8' : 'application/json', ...headers },
    });
  });
  const api: FakeApi = {
    calls,
    on: (call, answer) => {
      answers.set(call, answer);
      if (call === 'GET capabilities' && typeof answer === 'object' && !('then' in answer)) told = answer;
      return api;
    },
    count: (call) => calls.filter((made) => made.call === call).length,
    bodies: (call) => calls.filter((made) => made.call === call).map(({ body }) => body),
  };
  return api;
}

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
  const { capabilities } = ((typeof told === 'object' && told.body) || {}) as Partial<CapabilitiesReply>;
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

function untilAborted<Value>(value: Promise<Value>, signal: AbortSignal | null | undefined): Promise<Value> {
  if (!signal) return value;
  return new Promise((resolve, reject) => {
    signal.addEventListener('abort', () => reject(new DOMException('Aborted', 'AbortError')));
    value.then(resolve, reject);
  });
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
