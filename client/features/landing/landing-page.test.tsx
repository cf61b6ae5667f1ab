import { act, screen, within } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { type FakeApi, fakeApi, installBrowserParts, renderApp } from '../../test-support.tsx';

installBrowserParts();

beforeEach(() => {
  vi.spyOn(console, 'warn').mockImplementation(() => undefined);
});

const signedOut = { status: 401, body: { code: 'unauthenticated', message: 'Log in.' } };

async function openLanding(profile: Parameters<FakeApi['on']>[1] = signedOut) {
  fakeApi().on('GET profile/view', profile);
  const app = renderApp('/');
  const title = await screen.findByRole('heading', { level: 1 });
  return { title, ...app };
}

describe('the landing page', () => {
  it('says what it is, and leads to the login by both ways', async () => {
    const { title } = await openLanding();
    expect(title.textContent).toBe('Connect. Collaborate. .Code');
    for (const name of ['Get Started', 'Create a account']) {
      expect(screen.getByRole('link', { name }).getAttribute('href')).toBe('/login');
    }
    const cards = screen.getAllByRole('article').map((card) => within(card).getByRole('heading').textContent);
    expect(cards).toEqual(['Develop Networking', 'Code Collaboration', 'Project Showcase']);
  });

  it('moves to the features on request, and stays where it is', async () => {
    const { user, router } = await openLanding();
    await user.click(screen.getByRole('button', { name: 'Learn More' }));
    expect(document.activeElement).toBe(screen.getByRole('heading', { level: 2 }));
    expect(router.state.location.pathname).toBe('/');
  });

  it('shows the picture of the product to the eye only', async () => {
    await openLanding();
    expect(screen.queryByText('Ana Ferreira')?.closest('[aria-hidden="true"][inert]')).toBeTruthy();
  });

  it('says when the service did not answer, for nobody knows then who is there', async () => {
    await openLanding('network error');
    const words = screen.getByText('No answer from the server.');
    expect(within(words).getByRole('button', { name: 'Retry' })).toBeTruthy();
  });

  it('says nothing of the kind to a visitor', async () => {
    await openLanding();
    expect(screen.queryByRole('button', { name: 'Retry' })).toBeNull();
  });

  it('says when it is offline', async () => {
    await openLanding();
    vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
    act(() => void window.dispatchEvent(new Event('offline')));
    expect(screen.getByText('You are offline. What you see may be old.').closest('[role="status"]')).toBeTruthy();
  });
});
