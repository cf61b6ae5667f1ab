import { act, screen, within } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { type FakeApi, fakeApi, installBrowserParts, renderApp } from '../../test-support.tsx';

installBrowserParts();

beforeEach(() => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
});

const signedOut = { status: 401, body: { code: 'unauthenticated', message: 'Log in.' } };

async function openLanding(profile: Parameters<FakeApi['on']>[1] = signedOut) {
  fakeApi().on('GET profile/view', profile);
  const app = renderApp('/');
  const title = await screen.findByRole('heading', { level: 1 });
  return { title, ...app };
}

describe('the landing page', () => {
  it('says what it is', async () => {
    const { title } = await openLanding();
    expect(title.textContent).toBe('Connect. Collaborate. .Code');
    expect(screen.getByRole('link', { name: 'Create a account' }).getAttribute('href')).toBe('/login');
    const cards = screen.getAllByRole('article').map((card) => within(card).getByRole('heading').textContent);
    expect(cards).toEqual(['Develop Networking', 'Code Collaboration', 'Project Showcase']);
  });

  it('Get Started is a button of a form that leads to the login, also before the router is there', async () => {
    await openLanding();
    const button = screen.getByRole<HTMLButtonElement>('button', { name: 'Get Started' });
    expect(button.type).toBe('submit');
    expect([button.form?.getAttribute('action'), button.form?.method]).toEqual(['/login', 'get']);
  });

  it.each(['button', 'link'])('the %s lead to the login', async (role) => {
    const { user, router } = await openLanding();
    await user.click(screen.getByRole(role, { name: role === 'button' ? 'Get Started' : 'Create a account' }));
    await screen.findByRole('heading', { level: 1, name: 'Login' });
    expect(router.state.location.pathname).toBe('/login');
  });

  it('moves to the features on request, and stays where it is', async () => {
    const { user, router } = await openLanding();
    await user.click(screen.getByRole('button', { name: 'Learn More' }));
    expect(document.activeElement).toBe(screen.getByRole('heading', { level: 2 }));
    expect(router.state.location.pathname).toBe('/');
  });

  it('shows the picture of the product to the eye only', async () => {
    await openLanding();
    expect(screen.queryByText('Ana Ferreira')?.closest('[aria-hidden="true"][inert]')).not.toBeNull();
  });

  it.each([
    ['no session', signedOut],
    ['no answer', 'network error'],
    ['a server error', { status: 502, body: { code: 'upstream_unreachable', message: 'Not reachable.' } }],
  ] as const)(
    'says nothing when the profile load failed with %s: the failure is only logged',
    async (_why, profile) => {
      await openLanding(profile);
      expect(screen.queryByText('No answer from the server.')).toBeNull();
      expect(console.error).toHaveBeenCalledTimes(1);
    },
  );

  it.each([
    ['network error', true],
    [{ status: 503, body: { code: 'unavailable', message: 'Away.' } }, true],
    [signedOut, false],
  ] as const)(
    'in place of a guarded screen, says so when the server did not answer (%j: %s)',
    async (profile, said) => {
      fakeApi().on('GET profile/view', profile);
      renderApp('/projects?tab=joined');
      await screen.findByRole('heading', { level: 1, name: 'Connect. Collaborate. .Code' });
      const words = screen.queryByText('No answer from the server.');
      expect(words !== null).toBe(said);
      if (words) expect(within(words).queryByRole('button', { name: 'Retry' })).not.toBeNull();
    },
  );

  it('says when it is offline', async () => {
    await openLanding();
    vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
    act(() => void window.dispatchEvent(new Event('offline')));
    expect(screen.getByText('You are offline. What you see may be old.').closest('[role="status"]')).not.toBeNull();
  });
});
