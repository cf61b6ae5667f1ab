import { describe, expect, it } from 'vitest';
import { type AppStore, makeStore } from '#client/state/make-store.ts';
import { fakeApi } from '#client/test-api.ts';
import { projectsApi } from './projects-api.ts';

const project = { _id: 'p1', projectName: 'One', creator: { _id: 'me', firstName: 'Demo', lastName: 'Person' } };
const { endpoints } = projectsApi;

function setup() {
  const api = fakeApi()
    .on('GET project/view/p1', { body: { message: '', project } })
    .on('GET myprojects/me', { body: { message: '', project: [project] } })
    .on('POST create-project', { body: { success: true, message: '', project } })
    .on('PATCH project/edit/p1', { body: { success: true, project } });
  return { api, store: makeStore() };
}

/** Waits until all started calls have ended. */
async function answered(store: AppStore) {
  const idle = () =>
    Object.values(store.getState().api.queries).every((query) => query?.status !== 'pending') &&
    Object.values(store.getState().api.mutations).every((mutation) => mutation?.status !== 'pending');
  for (let quiet = 0; quiet < 20; quiet += 1) {
    await new Promise((resolve) => setTimeout(resolve, 0));
    if (!idle()) quiet = 0;
  }
}

describe('the tag of one project', () => {
  it.each([
    [{ userId: 'me' }, null],
    [{ userId: 'me', newest: 1 }, '1'],
  ])('an open project refetches once when personal projects load: %j', async (asked, limit) => {
    const { api, store } = setup();
    store.dispatch(endpoints.project.initiate('p1'));
    await answered(store);
    expect(api.count('GET project/view/p1')).toBe(1);
    const { data } = await store.dispatch(endpoints.personalProjects.initiate(asked));
    await answered(store);
    expect(data?.map(({ _id }) => _id)).toEqual(['p1']);
    expect([api.count('GET project/view/p1'), api.count('GET myprojects/me')]).toEqual([2, 1]);
    expect(api.calls.find(({ call }) => call === 'GET myprojects/me')?.query.get('limit')).toBe(limit);
  });

  it('a personal list that fails to load refetches nothing', async () => {
    const { api, store } = setup();
    api.on('GET myprojects/me', { status: 500, body: { message: 'Failed to fetch projects' } });
    store.dispatch(endpoints.project.initiate('p1'));
    await answered(store);
    store.dispatch(endpoints.personalProjects.initiate({ userId: 'me' }));
    await answered(store);
    expect(api.count('GET project/view/p1')).toBe(1);
  });

  it.each([
    [
      'creating',
      (store: AppStore) => store.dispatch(endpoints.createProject.initiate({ projectName: 'Two', projectImage: '' })),
    ],
    [
      'editing',
      (store: AppStore) =>
        store.dispatch(endpoints.editProject.initiate({ projectId: 'p1', changes: { projectName: 'Uno' } })),
    ],
  ])('%s refetches the open project and the lists', async (_name, change) => {
    const { api, store } = setup();
    store.dispatch(endpoints.personalProjects.initiate({ userId: 'me' }));
    store.dispatch(endpoints.project.initiate('p1'));
    await answered(store);
    const before = { view: api.count('GET project/view/p1'), mine: api.count('GET myprojects/me') };
    change(store);
    await answered(store);
    expect(api.count('GET myprojects/me')).toBe(before.mine + 1);
    // Once for the change, once because the personal list loaded again.
    expect(api.count('GET project/view/p1') - before.view).toBeGreaterThanOrEqual(1);
    expect(api.count('GET project/view/p1') - before.view).toBeLessThanOrEqual(2);
  });
});

describe('the calls', () => {
  it('loads the whole of a list that comes in pages', async () => {
    const { api, store } = setup();
    api.on('GET myprojects/me', ({ query }) => {
      const page = Number(query.get('cursor') ?? 0);
      return {
        body: { message: '', project: [{ ...project, _id: `p${page}` }], nextCursor: page < 2 ? page + 1 : null },
      };
    });
    const { data } = await store.dispatch(endpoints.personalProjects.initiate({ userId: 'me' }));
    expect(data?.map(({ _id }) => _id)).toEqual(['p0', 'p1', 'p2']);
  });

  it('news about one project reaches that project alone', async () => {
    const { api, store } = setup();
    api.on('GET project/view/p2', { body: { message: '', project: { ...project, _id: 'p2' } } });
    store.dispatch(endpoints.project.initiate('p1'));
    store.dispatch(endpoints.project.initiate('p2'));
    await answered(store);
    store.dispatch(projectsApi.util.invalidateTags([{ type: 'Project', id: 'p1' }]));
    await answered(store);
    expect([api.count('GET project/view/p1'), api.count('GET project/view/p2')]).toEqual([2, 1]);
  });
});
