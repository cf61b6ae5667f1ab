import { screen } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { fakeApi, installBrowserParts, makePerson, renderApp } from '#client/test-support.tsx';
import { waitFor } from '#tests/support/wait-for.ts';

installBrowserParts();

beforeEach(() => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
});

const required = { code: 'second_factor_required', message: 'Type the code.' };
const wrong = {
  code: 'wrong_credentials',
  message: 'This code is not right.',
  fields: { code: 'This code is not right.' },
};
const ada = { ...makePerson({ _id: 'ada', firstName: 'Ada' }), emailId: 'ada@mail.test' };

/** The login form after a password that was right. */
async function openCodeStep() {
  const api = fakeApi()
    .on('GET profile/view', { status: 400, body: 'Pleasse login' })
    .on('POST login', { status: 401, body: required });
  const { user } = renderApp('/login');
  await screen.findByRole('heading', { name: 'Login' });
  const email = screen.getByLabelText('Email Id');
  await user.clear(email);
  await user.type(email, 'ada@mail.test');
  await user.click(screen.getByRole('button', { name: 'Login' }));
  const field = await screen.findByLabelText<HTMLInputElement>('Code from your app or a recovery code');
  // An effect gives it the focus after it is drawn.
  await waitFor(() => expect(document.activeElement).toBe(field));
  return { api, user, field };
}

const sent = (api: ReturnType<typeof fakeApi>) => api.calls.filter(({ call }) => call === 'POST login').at(-1)?.body;

describe('the code of a login', () => {
  it('is asked for in a field of its own, which the browser can fill, and is sent with the password', async () => {
    const { api, user, field } = await openCodeStep();
    expect(field.autocomplete).toBe('one-time-code');
    expect(screen.queryByLabelText('Password')).toBeNull();
    api.on('POST login', { body: ada });
    await user.paste('123 456');
    await user.keyboard('{Enter}');
    await waitFor(() => expect(sent(api)).toMatchObject({ emailId: 'ada@mail.test', code: '123 456' }));
    expect(sent(api)).toMatchObject({ password: 'DotCode#2026' });
  });

  it('stays in the field when it is refused, beside the reason', async () => {
    const { api, user, field } = await openCodeStep();
    api.on('POST login', { status: 401, body: wrong });
    await user.type(field, '000000{Enter}');
    expect(await screen.findByText('This code is not right.')).toBeTruthy();
    expect([field.value, field.getAttribute('aria-invalid')]).toEqual(['000000', 'true']);
    await waitFor(() => expect(document.activeElement).toBe(field));
  });

  it('is not sent empty', async () => {
    const { api, user } = await openCodeStep();
    const before = api.calls.length;
    await user.keyboard('{Enter}');
    expect(screen.getByText('Type the code.')).toBeTruthy();
    expect(api.calls).toHaveLength(before);
  });

  it('is left with Back, and address and password are still there', async () => {
    const { user } = await openCodeStep();
    await user.click(screen.getByRole('button', { name: 'Back' }));
    expect(screen.getByLabelText<HTMLInputElement>('Email Id').value).toBe('ada@mail.test');
    expect(screen.getByLabelText<HTMLInputElement>('Password').value).toBe('DotCode#2026');
    expect(document.activeElement).toBe(screen.getByLabelText('Email Id'));
  });
});
