import { screen, waitFor } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { listOf, makePerson, memberApi, projectsOf, renderApp, visitorApi } from '#client/test-support.tsx';
import { clientRoutes } from '#shared/routes.ts';

// Section 2 of the specification: its table of routes, and who may see them.

const anonymous = ['/', '/login'];
const guarded = [
  '/feed',
  '/profile',
  '/profile/ana',
  '/profile/edit',
  '/connection',
  '/requests',
  '/search',
  '/setting',
  '/projects',
  '/project/view/p1',
  '/create-project',
  '/project/editproject/p1',
  '/chat/ana',
];
const own = makePerson({ _id: 'me', firstName: 'Demo', lastName: 'Person' });
const project = { _id: 'p1', projectName: 'Quill', description: '', skills: [], creator: own };
const chat = { _id: 'c1', participants: [own, makePerson({ _id: 'ana' })], messages: [], hasMore: false };

const user = () =>
  memberApi([], own)
    .on('GET profile/ana', { body: { message: '', user: makePerson({ _id: 'ana' }) } })
    .on('GET user/connections', listOf(makePerson({ _id: 'ana' })))
    .on('GET projects', projectsOf())
    .on('GET projects/interested&accepted', projectsOf())
    .on('GET myprojects/me', projectsOf(project))
    .on('GET myprojects/ana', projectsOf())
    .on('GET project/view/p1', { body: { message: '', project } })
    .on('GET chat/ana', { body: { chat } });

const heading = () => screen.findAllByRole('heading', { level: 1 });

const expectRootLayout = async () => {
  await waitFor(() => expect(document.querySelector('section[aria-label^="Messages"]')).not.toBeNull());
  expect(screen.queryByText('Skip to the content')).not.toBeNull();
};

describe('the routes', () => {
  it('are the sixteen of the specification, four that mails lead to, that of invitations, the two of the operator, the conversations, the notifications, and one for moderators', () => {
    const paths = Object.values(clientRoutes).map(({ path, access }) => `${access} ${path.replace(/:\w+/g, '*')}`);
    expect(paths.toSorted()).toEqual(
      [
        ...anonymous.map((path) => `anonymous ${path}`),
        'everyone /error',
        ...['everyone /verify', 'everyone /reset', 'everyone /leave', 'everyone /unsubscribe'],
        'everyone /invite',
        ...['everyone /privacy', 'everyone /terms'],
        ...[...guarded, '/messages', '/messages/room/p1', '/notifications', '/moderation'].map(
          (path) => `authenticated ${path.replace(/\/(ana|p1)$/, '/*')}`,
        ),
      ].toSorted(),
    );
  });

  it.each([...anonymous, '/error', '/nowhere'])('opens %s for a visitor, under the root layout', async (path) => {
    visitorApi();
    const { router } = renderApp(path);
    expect(await heading()).toHaveLength(1);
    expect(router.state.location.pathname).toBe(path);
    await expectRootLayout();
  });

  it.each([...guarded, '/error'])('opens %s for a signed-in user, under the root layout', async (path) => {
    user();
    const { router } = renderApp(path);
    expect(await heading()).toHaveLength(1);
    expect(router.state.location.pathname).toBe(path);
    expect(screen.queryByText('No route matches URL')).toBeNull();
    await expectRootLayout();
  });

  it.each(guarded)('keeps a visitor out of %s: they land on /', async (path) => {
    visitorApi();
    const { router } = renderApp(path);
    await screen.findByRole('heading', { name: 'Connect. Collaborate. .Code' });
    expect(router.state.location.pathname).toBe('/');
  });

  it.each(anonymous)('send a signed-in user from %s to /feed', async (path) => {
    user();
    const { router } = renderApp(path);
    await screen.findByRole('heading', { level: 1, name: 'Feed' });
    expect(router.state.location.pathname).toBe('/feed');
  });

  it.each([
    ['a user without the flag', { user: own, authenticated: false }],
    ['the flag without a user', { user: null, authenticated: true }],
  ])('needs both the user and the flag: %s is sent to /', async (_title, auth) => {
    visitorApi();
    const { router } = renderApp('/setting', { auth });
    // A user at / is sent on to /feed, and without the flag back again: either way the settings stay closed.
    await waitFor(() => expect(router.state.location.pathname).not.toBe('/setting'));
    expect(screen.queryByRole('heading', { name: 'Settings' })).toBeNull();
  });
});

describe('the root layout', () => {
  it('shows the spinner while a screen loads', async () => {
    user();
    const code = Promise.withResolvers<object>();
    vi.resetModules();
    vi.doMock('#client/features/projects/create-project-page.tsx', () => code.promise);
    const { router } = (await import('#client/test-support.tsx')).renderApp('/setting');
    await screen.findByRole('heading', { level: 1, name: 'Settings' });
    const frame = document.querySelector('[data-frame]');
    void router.navigate('/create-project');
    await screen.findByText('Loading, please wait...');
    expect(screen.queryByRole('heading', { level: 1, name: 'Settings' })).toBeNull();
    code.resolve({ CreateProjectPage: LoadedScreen });
    await screen.findByRole('heading', { level: 1, name: 'Create a project' });
    expect(screen.queryByText('Loading, please wait...')).toBeNull();
    expect(document.querySelector('[data-frame]'), 'the frame is not mounted again').toBe(frame);
    vi.doUnmock('#client/features/projects/create-project-page.tsx');
  });

  it('is unauthenticated until the profile has loaded', async () => {
    const answer = Promise.withResolvers<{ body: unknown }>();
    user().on('GET profile/view', answer.promise);
    const { store } = renderApp('/setting');
    expect(screen.queryByText('Loading, please wait...')).not.toBeNull();
    expect(store.getState().auth).toEqual({ user: null, authenticated: false });
    answer.resolve({ body: own });
    await screen.findByRole('heading', { level: 1, name: 'Settings' });
    expect(store.getState().auth).toEqual({ user: own, authenticated: true });
  });
});

function LoadedScreen() {
  return <h1>Create a project</h1>;
}
