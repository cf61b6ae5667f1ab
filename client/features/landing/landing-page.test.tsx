import { act, screen, within } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { type FakeApi, fakeApi, installBrowserParts, renderApp } from '#client/test-support.tsx';

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
  it('says what the product is', async () => {
    const { title } = await openLanding();
    expect(title.textContent).toBe('Connect. Collaborate. .Code');
    expect(screen.getByRole('link', { name: 'Create a account' }).getAttribute('href')).toBe('/login');
    const cards = screen.getAllByRole('article').map((card) => within(card).getByRole('heading').textContent);
    expect(cards).toEqual(['Develop Networking', 'Code Collaboration', 'Project Showcase']);
  });

  it('shows what projects look like, below how it works', async () => {
    await openLanding();
    const list = within(screen.getByRole('region', { name: 'What people build' })).getAllByRole('listitem');
    expect(list.map((item) => within(item).getByRole('heading', { level: 3 }).textContent)).toEqual([
      'Kindform',
      'Where is the Number 4',
      'Qillqana',
    ]);
    for (const item of list) expect(item.querySelector('img')?.getAttribute('src')).toMatch(/\.avif$/);
  });

  it('leads to the pages of the operator, as far as the gateway names them', async () => {
    document.head.innerHTML = '<meta name="link-privacy" content="https://dotcode.example/privacy">';
    await openLanding();
    const links = within(screen.getByRole('contentinfo')).getAllByRole('link');
    expect(links.map((link) => [link.textContent, link.getAttribute('href')])).toEqual([
      ['Privacy', 'https://dotcode.example/privacy'],
      ['Terms', '/terms'],
    ]);
    document.head.innerHTML = '';
  });

  it('Get Started submits a form to the login, also before the router is loaded', async () => {
    await openLanding();
    const button = screen.getByRole<HTMLButtonElement>('button', { name: 'Get Started' });
    expect(button.type).toBe('submit');
    expect([button.form?.getAttribute('action'), button.form?.method]).toEqual(['/login', 'get']);
  });

  it.each([
    ['button', 'Get Started', 'Login'],
    ['link', 'Create a account', 'SignUp'],
  ])('the %s %s leads to the login route, in its mode %s', async (role, name, mode) => {
    const { user, router } = await openLanding();
    await user.click(screen.getByRole(role, { name }));
    await screen.findByRole('heading', { level: 1, name: mode });
    expect(router.state.location.pathname).toBe('/login');
    expect(screen.getByRole('button', { name: mode }).getAttribute('type')).toBe('submit');
    expect(screen.getByLabelText<HTMLInputElement>('Email Id').value).toBe(mode === 'Login' ? 'demo@example.com' : '');
  });

  it('moves to the features on request, and stays where it is', async () => {
    const { user, router } = await openLanding();
    await user.click(screen.getByRole('button', { name: 'Learn More' }));
    expect(document.activeElement).toBe(screen.getByRole('heading', { level: 2, name: 'How it works' }));
    expect(router.state.location.pathname).toBe('/');
  });

  it('hides the preview of the product from screen readers', async () => {
    await openLanding();
    const name = await screen.findByText('Ana Ferreira');
    expect(name.closest('[aria-hidden="true"][inert]')).not.toBeNull();
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

  it('says that the server did not answer when it replaces a protected screen', async () => {
    fakeApi().on('GET profile/view', 'network error');
    const { user } = renderApp('/projects?tab=joined');
    await user.click(await screen.findByRole('button', { name: 'Stop' }));
    await screen.findByRole('heading', { level: 1, name: 'Connect. Collaborate. .Code' });
    const words = screen.getByText('No answer from the server.');
    expect(within(words).queryByRole('button', { name: 'Retry' })).not.toBeNull();
  });

  it('says when it is offline', async () => {
    await openLanding();
    vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
    act(() => void window.dispatchEvent(new Event('offline')));
    expect(screen.getByText('You are offline. What you see may be old.').closest('[role="status"]')).not.toBeNull();
  });
});
