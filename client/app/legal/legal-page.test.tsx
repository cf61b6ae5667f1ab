import { screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { fakeApi, installBrowserParts, renderApp } from '#client/test-support.tsx';

installBrowserParts();
afterEach(() => {
  document.head.innerHTML = '';
});

const visitor = () => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
  return fakeApi().on('GET profile/view', { status: 401, body: { code: 'unauthenticated', message: 'Log in first.' } });
};

describe('privacy and terms', () => {
  it('lead to each other, and say that the operator has named no address', async () => {
    visitor();
    renderApp('/privacy');
    expect(await screen.findByRole('heading', { level: 1, name: 'Privacy' })).toBeTruthy();
    expect(screen.getByText(/have not named an address/)).toBeTruthy();
    await userEvent.click(screen.getByRole('link', { name: 'Terms' }));
    expect(await screen.findByRole('heading', { level: 1, name: 'Terms' })).toBeTruthy();
  });

  it('name the address of the operator', async () => {
    document.head.innerHTML = '<meta name="contact" content="mailto:privacy@dotcode.example">';
    visitor();
    renderApp('/terms');
    const link = await screen.findByRole('link', { name: 'privacy@dotcode.example' });
    expect(link.getAttribute('href')).toBe('mailto:privacy@dotcode.example');
  });

  it.each([
    ['/privacy', /encrypted|deletes the account|shortened network address|reports a message|follow people/],
    ['/terms', /block and report|leave at any time|suspend/],
  ])('%s promises only what the upstream offers, where it is not our own', async (path, promises) => {
    document.head.innerHTML = '<meta name="password-reset" content="ask">';
    visitor().on('GET capabilities', { status: 404, body: { message: 'no' } });
    const first = renderApp(path);
    await screen.findByRole('heading', { name: 'Questions' });
    expect(document.querySelector('main')?.textContent).not.toMatch(promises);
    first.unmount();

    const offered = ['account', 'account.sessions', 'safety', 'moderation', 'media', 'notices.mail'];
    fakeApi()
      .on('GET profile/view', { status: 401, body: { code: 'unauthenticated', message: 'Log in first.' } })
      .on('GET capabilities', { body: { capabilities: offered } });
    renderApp(path);
    await waitFor(() => expect(document.querySelector('main')?.textContent).toMatch(promises));
  });

  it('show the text of the operator without its scripts', async () => {
    document.head.innerHTML = '<meta name="text-privacy" content="/privacy.md">';
    visitor().on('GET privacy.md', { body: '## We\n\nstore *little*<script>alert(1)</script>' });
    renderApp('/privacy');
    expect(await screen.findByText('little')).toBeTruthy();
    expect(document.querySelector('main script')).toBeNull();
    expect(screen.queryByRole('heading', { name: 'What is stored' })).toBeNull();
  });

  it('offer to try again when the text of the operator does not come', async () => {
    document.head.innerHTML = '<meta name="text-privacy" content="/privacy.md">';
    const api = visitor().on('GET privacy.md', { status: 503, body: 'no' });
    renderApp('/privacy');
    const button = await screen.findByRole('button', { name: 'Try again' });
    api.on('GET privacy.md', { body: 'Here it is' });
    await userEvent.click(button);
    expect(await screen.findByText('Here it is')).toBeTruthy();
  });
});
