import { afterEach, expect, it, vi } from 'vitest';
import { startLive } from '#client/live/socket.ts';
import { projectsApi } from '#client/store/api/projects-api.ts';
import { makeStore } from '#client/store/make-store.ts';
import { fakeApi, installBrowserParts, makePerson, signedIn } from '#client/test-support.tsx';
import { waitFor } from '#tests/support/wait-for.ts';

const socket = await vi.hoisted(async () => new (await import('#client/test-socket.ts')).FakeSocket());
vi.mock('socket.io-client', () => ({ io: () => socket }));

installBrowserParts();

let stop: () => void = () => undefined;
afterEach(() => stop());

it('loads the open project again, whose creator answered before this page was connected', async () => {
  const project = { _id: 'p1', creator: makePerson({ _id: 'ana' }), projectName: 'Live wire', projectSkills: [] };
  const answered = (relation: 'interested' | 'accepted') => ({
    body: { message: '', project: { ...project, viewer: { relation } } },
  });
  const api = fakeApi()
    .on('GET profile/view', { body: makePerson({ _id: 'me' }) })
    .on('GET project/view/p1', answered('interested'));
  const store = makeStore(signedIn());
  await store.dispatch(projectsApi.endpoints.project.initiate(project._id));
  stop = startLive({
    store,
    userId: 'me',
    capabilities: ['chat.live', 'notifications'],
    announce: () => undefined,
  }).stop;
  api.on('GET project/view/p1', answered('accepted'));
  socket.hear('connect');
  socket.hear('missed');
  const relation = () => projectsApi.endpoints.project.select(project._id)(store.getState()).data?.viewer?.relation;
  await waitFor(() => expect(relation()).toBe('accepted'));
});
