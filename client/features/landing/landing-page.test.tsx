import { act, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { goOffline, renderApp, visitorApi } from '#client/test-support.tsx';

async function openLanding() {
  const api = visitorApi();
  const app = renderApp('/');
  const title = await screen.findByRole('heading', { level: 1 });
  return { api, title, ...app };
}

describe('the landing page', () => {
  it('says what the product is and what projects look like, and leads to the texts about the service', async () => {
    const { title } = await openLanding();
    expect(title.textContent).toBe('Connect. Collaborate. .Code');
    expect(screen.getByRole('link', { name: 'Create a account' }).getAttribute('href')).toBe('/login#signup');
    const cards = screen.getAllByRole('article').map((card) => within(card).getByRole('heading').textContent);
    expect(cards).toEqual(['Develop Networking', 'Code Collaboration', 'Project Showcase']);
    const examples = within(screen.getByRole('region', { name: 'What people build' })).getAllByRole('listitem');
    expect(examples.map((item) => within(item).getByRole('heading', { level: 3 }).textContent)).toEqual([
      'Kindform',
      'Where is the Number 4',
      'Qillqana',
    ]);
    for (const item of examples) expect(item.querySelector('img')?.getAttribute('src')).toMatch(/\.avif$/);
    const links = within(screen.getByRole('contentinfo')).getAllByRole('link');
    expect(links.map((link) => [link.textContent, link.getAttribute('href')])).toEqual([
      ['Privacy', '/privacy'],
      ['Terms', '/terms'],
    ]);
    const preview = await screen.findByText('Ana Ferreira');
    expect(preview.closest('[aria-hidden="true"][inert]'), 'hidden from screen readers').not.toBeNull();
  });

  it('says who waits for a visitor whom a link of members led here, by name only where that is public', async () => {
    sessionStorage.setItem('dotcode:refused', '/profile/mira');
    visitorApi()
      .on('GET capabilities', { body: { capabilities: ['public.pages'] } })
      .on('GET public/profile/mira', { body: { user: { _id: 'mira', firstName: 'Mira' } } });
    renderApp('/');
    const line = await screen.findByText('Mira waits for you here.');
    expect(line.closest('[dir="auto"]'), 'a right-to-left name does not turn the line').toBeNull();
    expect(screen.getByRole('link', { name: 'sign up' }).getAttribute('href')).toBe('/login#signup');
  });

  it('calls a profile that is not public like one that does not exist', async () => {
    sessionStorage.setItem('dotcode:refused', '/profile/nobody');
    await openLanding();
    await screen.findByText('The profile you opened waits for you here.');
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

  it('Learn More moves to the features, and stays where it is; the page says when it is offline', async () => {
    const { user, router } = await openLanding();
    await user.click(screen.getByRole('button', { name: 'Learn More' }));
    expect(document.activeElement).toBe(screen.getByRole('heading', { level: 2, name: 'How it works' }));
    expect(router.state.location).toMatchObject({ pathname: '/', hash: '' });
    goOffline();
    const line = await screen.findByText('You are offline. What you see may be old.');
    expect(line.closest('[role="status"]')).not.toBeNull();
  });

  it('says in one line that the service is away when the profile load failed, until there is an answer', async () => {
    const api = visitorApi().on('GET profile/view', {
      status: 502,
      body: { code: 'upstream_unreachable', message: 'x' },
    });
    renderApp('/');
    const line = await screen.findByText(/^No answer from the service since \d.+\. Trying again by itself\.$/);
    expect(line.closest('[role="status"]')).not.toBeNull();
    expect(console.error).toHaveBeenCalledTimes(1);
    api.on('GET profile/view', { status: 401, body: { code: 'unauthenticated', message: 'Log in.' } });
    const before = api.count('GET profile/view');
    act(() => void window.dispatchEvent(new Event('focus')));
    await waitFor(() => expect(screen.queryByText(/No answer from the service/)).toBeNull());
    expect(api.count('GET profile/view') - before).toBe(1);
  });
});
