import { beforeEach, describe, expect, it, vi } from 'vitest';
import { makeStore } from '#client/state/make-store.ts';
import { hour } from '#shared/durations.ts';
import '#client/state/use-log-out.ts';
import '#client/api/capabilities.ts';
import { authApi } from '#client/api/auth-api.ts';
import { baseApi } from '#client/api/base-api.ts';
import { apiBase } from '#client/api/base-query/base-query.ts';
import { chatApi } from '#client/api/chat/chat-api.ts';
import { projectsApi } from '#client/api/projects-api.ts';

// Every file of calls, so that the tests of all endpoints miss none.
import.meta.glob('../../../**/*-api.ts', { eager: true });

// The table of calls of the specification (section 7), against `fetch` itself.

const answered = async ({ url }: Request) =>
  Response.json(
    url.includes('/user/feed') ? [] : { project: [], chat: { messages: [] }, data: [], items: [], words: [] },
  );
const fetched = vi.fn(answered);
const signup = { firstName: ' Ana', lastName: 'Lima ', emailId: 'A@B.c', password: ' p ' };
const login = { emailId: signup.emailId, password: signup.password };
const project = { projectName: 'Quill', projectImage: '' };
const { endpoints: auth } = authApi;
const { endpoints: projects } = projectsApi;

beforeEach(() => {
  fetched.mockReset().mockImplementation(answered);
  vi.stubGlobal('fetch', fetched);
});

const calls: [
  method: string,
  path: string,
  payload: unknown,
  start: Parameters<ReturnType<typeof makeStore>['dispatch']>[0],
][] = [
  ['POST', 'signup', signup, auth.signup.initiate(signup) as never],
  ['POST', 'login', login, auth.login.initiate(login) as never],
  ['GET', 'profile/view', undefined, auth.profileView.initiate() as never],
  ['GET', 'project/view/p1', undefined, projects.project.initiate('p1') as never],
  ['GET', 'myprojects/u1', undefined, projects.personalProjects.initiate({ userId: 'u1' }) as never],
  ['POST', 'create-project', project, projects.createProject.initiate(project) as never],
  [
    'PATCH',
    'project/edit/p1',
    { skills: ['Go'] },
    projects.editProject.initiate({ projectId: 'p1', changes: { skills: ['Go'] } }) as never,
  ],
  ['GET', 'projects/interested&accepted', undefined, projects.interestedAndAcceptedProjects.initiate() as never],
  ['GET', 'chat/u1', undefined, chatApi.endpoints.chat.initiate('u1') as never],
];

/** The argument of every endpoint: each call takes the fields that it knows. A conversation is read by its key alone. */
const askedOf = (endpoint: string) =>
  ['chat', 'glance'].includes(endpoint) ? 'u1' : { q: '', skill: '', key: 'u1', action: 'interested', person: {} };

type Call = PromiseLike<unknown> & { abort: () => void };
const begin = (start: (typeof calls)[number][3]) => makeStore().dispatch(start) as unknown as Call;

it.each(calls)(
  '%s %s is sent below the base address, as JSON, with credentials',
  async (method, path, payload, start) => {
    // To its end: a call that goes on would be counted in the next test.
    await begin(start);
    const [request] = fetched.mock.calls[0] ?? [];
    // jsdom's page is on localhost and carries no api-base tag.
    expect(request?.url).toBe(`http://localhost:7777/${path}`);
    expect([request?.method, request?.credentials]).toEqual([method, 'include']);
    expect(await request?.text()).toBe(payload === undefined ? '' : JSON.stringify(payload));
  },
);

it('every call that the client knows sends credentials', async () => {
  const store = makeStore();
  await Promise.all(
    Object.entries(baseApi.endpoints).map(([name, endpoint]) =>
      store.dispatch((endpoint as typeof auth.login).initiate(askedOf(name) as never)),
    ),
  );
  expect(fetched.mock.calls.length).toBeGreaterThan(25);
  for (const [request] of fetched.mock.calls) expect(request.credentials).toBe('include');
});

it.each([
  ['localhost', '', 'http://localhost:7777/'],
  ['dotcode.example', '', '/api/'],
  ['localhost.example', '', '/api/'],
  ['localhost', '<meta name="api-base" content="">', 'http://localhost:7777/'],
  ['localhost', '<meta name="api-base" content="/api">', '/api/'],
  ['localhost', '<meta name="api-base" content="https://api.example/v1/">', 'https://api.example/v1/'],
])('a page on %s with the tag %j calls %s', (host, tag, base) => {
  document.head.innerHTML = tag;
  expect(apiBase(document, host)).toBe(base);
});

describe('in time', () => {
  beforeEach(() => void vi.useFakeTimers());

  it.each(calls)(
    '%s %s waits for an answer for an hour and more: there is no time-out',
    async (_method, path, _payload, start) => {
      fetched.mockImplementation(() => new Promise(() => undefined));
      const call = begin(start);
      await vi.advanceTimersByTimeAsync(hour);
      const asked = fetched.mock.calls.map(([{ url }]) => url);
      expect(asked.filter((url) => !url.endsWith('/capabilities'))).toEqual([`http://localhost:7777/${path}`]);
      expect(fetched.mock.calls[0]?.[0].signal.aborted).toBe(false);
      call.abort();
      await call;
    },
  );

  const queries = Object.entries(baseApi.endpoints).filter(([, endpoint]) => !('useMutation' in (endpoint as object)));

  it.each(queries)('the data of %s is kept 60 seconds after it is no longer used', async (name, endpoint) => {
    const store = makeStore();
    const query = store.dispatch((endpoint as typeof projects.project).initiate(askedOf(name) as never));
    await vi.advanceTimersByTimeAsync(0);
    query.unsubscribe();
    const kept = () => Object.keys(store.getState().api.queries).some((key) => key.startsWith(name));
    await vi.advanceTimersByTimeAsync(59_000);
    expect(kept()).toBe(true);
    await vi.advanceTimersByTimeAsync(2000);
    expect(kept()).toBe(false);
  });
});
