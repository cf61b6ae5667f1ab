import { screen } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { fakeApi, installBrowserParts, makePerson, renderApp } from '../test-support.tsx';

installBrowserParts();

const signedOut = () =>
  fakeApi().on('GET profile/view', { status: 401, body: { code: 'unauthenticated', message: 'Log in first.' } });
const signedInAs = (user = makePerson({ _id: 'me', firstName: 'Demo' })) =>
  fakeApi()
    .on('GET profile/view', { body: user })
    .on('GET user/request/received', { body: { message: '', data: [] } })
    .on('GET user/feed', { body: [] });

describe('the loading gate', () => {
  it('shows the specified text until the profile load is answered, and only logs its failure', async () => {
    const log = vi.spyOn(console, 'warn').mockImplementation(() => undefined);
    signedOut();
    renderApp('/');
    expect(screen.getByText('Loading, please wait...')).toBeTruthy();
    expect(await screen.findByRole('heading', { name: 'Connect. Collaborate. .Code' })).toBeTruthy();
    expect(log).toHaveBeenCalledWith('Profile load failed: Log in first.');
    expect(screen.queryByRole('alert', { name: /failed/ })).toBeNull();
  });

  it('loads the profile once at start', async () => {
    vi.spyOn(console, 'warn').mockImplementation(() => undefined);
    const api = signedOut();
    renderApp('/');
    await screen.findByRole('heading', { level: 1 });
    expect(api.count('GET profile/view')).toBe(1);
  });
});

describe('the guards', () => {
  it.each(['/feed', '/profile', '/chat/x', '/create-project'])(
    'send a visitor from %s to the landing page',
    async (path) => {
      vi.spyOn(console, 'warn').mockImplementation(() => undefined);
      signedOut();
      const { router } = renderApp(path);
      expect(await screen.findByRole('heading', { name: 'Connect. Collaborate. .Code' })).toBeTruthy();
      expect(router.state.location.pathname).toBe('/');
    },
  );

  it.each(['/', '/login'])('send a signed-in user from %s to the feed', async (path) => {
    signedInAs();
    const { router } = renderApp(path);
    await screen.findByRole('heading', { level: 1, name: 'Feed' });
    expect(router.state.location.pathname).toBe('/feed');
  });
});

describe('router errors', () => {
  it('say that no route matches, and how to go on', async () => {
    vi.spyOn(console, 'warn').mockImplementation(() => undefined);
    signedOut();
    renderApp('/nowhere');
    expect(await screen.findByRole('heading', { name: 'No route matches URL' })).toBeTruthy();
    expect(screen.getByText(/No route matches URL "\/nowhere"/)).toBeTruthy();
    expect(screen.getByRole('link', { name: 'Go to the start page' })).toBeTruthy();
  });

  it('offer a signed-in user the way to the feed', async () => {
    signedInAs();
    renderApp('/nowhere');
    expect(await screen.findByRole('link', { name: 'Go to feed' })).toBeTruthy();
    expect(document.title).toBe('No route matches URL - DotCode');
  });
});
