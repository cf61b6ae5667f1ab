import { screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
import { renderApp, visitorApi } from '#client/test-support.tsx';

describe('privacy and terms', () => {
  it('lead to each other, and name the address of the operator, or say that there is none', async () => {
    visitorApi();
    const { unmount } = renderApp('/privacy');
    await screen.findByRole('heading', { level: 1, name: 'Privacy' });
    screen.getByText(/have not named an address/);
    await userEvent.click(screen.getByRole('link', { name: 'Terms' }));
    await screen.findByRole('heading', { level: 1, name: 'Terms' });
    unmount();
    document.head.innerHTML = '<meta name="contact" content="mailto:privacy@dotcode.example">';
    renderApp('/terms');
    const link = await screen.findByRole('link', { name: 'privacy@dotcode.example' });
    expect(link.getAttribute('href')).toBe('mailto:privacy@dotcode.example');
  });

  it.each([
    ['/privacy', /encrypted|deletes the account|shortened network address|lock you out|reports a message/],
    ['/terms', /block and report|leave at any time|suspend/],
  ])('%s promises only what the upstream offers, where it is not our own', async (path, promises) => {
    document.head.innerHTML = '<meta name="password-reset" content="ask">';
    visitorApi().on('GET capabilities', { status: 404, body: { message: 'no' } });
    const first = renderApp(path);
    await screen.findByRole('heading', { name: 'Questions' });
    expect(document.querySelector('main')?.textContent).not.toMatch(promises);
    first.unmount();

    visitorApi().on('GET capabilities', { body: { capabilities: ['account'] } });
    renderApp(path);
    await waitFor(() => expect(document.querySelector('main')?.textContent).toMatch(promises));
  });
});
