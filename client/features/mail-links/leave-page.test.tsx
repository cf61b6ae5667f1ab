import { screen, waitFor } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { type FakeApi, fakeApi, installBrowserParts, renderApp } from '#client/test-support.tsx';

installBrowserParts();

const asked = 'a'.repeat(43);
const back = 'b'.repeat(43);
const eraseAt = '2026-12-06T12:00:00.000Z';
let api: FakeApi;

beforeEach(() => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
  api = fakeApi()
    .on('GET profile/view', { status: 401, body: { code: 'unauthenticated', message: 'Log in first.' } })
    .on('GET capabilities', { body: { capabilities: ['account.leaving'] } })
    .on('POST leaving/view', ({ body }) => ({
      body: (body as { token: string }).token === asked ? { state: 'asked', days: 14 } : { state: 'leaving', eraseAt },
    }))
    .on('POST leaving/confirm', { body: { message: 'Hidden.', eraseAt } })
    .on('POST leaving/return', { body: { message: 'Back.' } });
});

const heading = (name: string) => screen.findByRole('heading', { level: 1, name });

describe('the page for people who leave', () => {
  it('changes nothing until the button is pressed, and the token leaves the address', async () => {
    const { user, router } = renderApp(`/leave#${asked}`);
    await heading('Delete your account?');
    expect(api.count('POST leaving/confirm')).toBe(0);
    await user.click(screen.getByRole('button', { name: 'Delete my account' }));
    await heading('Your account is hidden');
    expect(screen.getAllByText(/2026/).length).toBeGreaterThan(0);
    expect(router.state.location.hash).toBe('');
  });

  it('takes another link in the same tab for a new question', async () => {
    const { user, router } = renderApp(`/leave#${asked}`);
    await user.click(await screen.findByRole('button', { name: 'Delete my account' }));
    await heading('Your account is hidden');
    await router.navigate(`/leave#return.${back}`);
    await heading('Come back?');
    await user.click(screen.getByRole('button', { name: 'Come back' }));
    await heading('Welcome back');
    expect(api.calls.find(({ call }) => call === 'POST leaving/return')?.body).toEqual({ token: back });
  });

  it('erases at once with the password, and says what is wrong with it', async () => {
    api.on('POST leaving/erase', {
      status: 422,
      body: { code: 'invalid_fields', message: 'No.', fields: { password: 'This is not your password.' } },
    });
    const { user } = renderApp(`/leave#return.${back}`);
    await user.click(await screen.findByRole('button', { name: 'Erase it now' }));
    const field = screen.getByLabelText('Password');
    await user.type(field, 'wrong');
    await user.click(screen.getByRole('button', { name: 'Erase for good' }));
    await screen.findByText('This is not your password.');
    await waitFor(() => expect(document.activeElement).toBe(field));
    api.on('POST leaving/erase', { body: { message: 'Erased.' } });
    await user.click(screen.getByRole('button', { name: 'Erase for good' }));
    await heading('Your account is erased');
  });

  it('says that a link was used, and offers another attempt when the server does not answer', async () => {
    api.on('POST leaving/view', { status: 503, body: { code: 'unavailable', message: 'Not now.' } });
    const { user } = renderApp(`/leave#${asked}`);
    await screen.findByText('Not now.');
    api.on('POST leaving/view', {
      status: 422,
      body: { code: 'invalid_fields', message: 'No.', fields: { token: 'This link was used already.' } },
    });
    await user.click(screen.getByRole('button', { name: /again|retry/i }));
    await screen.findByText('This link was used already.');
    expect(screen.getByRole('link', { name: 'Back to the login' })).toBeTruthy();
  });

  it('has nothing to confirm where the upstream cannot do it', async () => {
    api.on('GET capabilities', { body: { capabilities: ['account'] } });
    renderApp(`/leave#${asked}`);
    await screen.findByText(/erases accounts at once/);
    expect(api.count('POST leaving/view')).toBe(0);
  });
});
