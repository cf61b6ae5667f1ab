import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { makePerson, renderApp, visitorApi } from '#client/test-support.tsx';
import { waitFor } from '#tests/support/wait-for.ts';

const required = { code: 'second_factor_required', message: 'Type the code.' };
const wrong = {
  code: 'wrong_credentials',
  message: 'This code is not right.',
  fields: { code: 'This code is not right.' },
};

/** The login form after a password that was right. */
async function openCodeStep() {
  const api = visitorApi().on('POST login', { status: 401, body: required });
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

it('the code of a login has a field of its own, where it stays when refused, and is sent with the password', async () => {
  const { api, user, field } = await openCodeStep();
  expect(field.autocomplete).toBe('one-time-code');
  expect(screen.queryByLabelText('Password')).toBeNull();
  await user.keyboard('{Enter}');
  screen.getByText('Type the code.');
  expect(api.count('POST login'), 'not sent empty').toBe(1);
  api.on('POST login', { status: 401, body: wrong });
  await user.type(field, '000000{Enter}');
  await screen.findByText('This code is not right.');
  expect([field.value, field.getAttribute('aria-invalid')]).toEqual(['000000', 'true']);
  await waitFor(() => expect(document.activeElement).toBe(field));
  api.on('POST login', { body: makePerson({ _id: 'ada' }) });
  await user.clear(field);
  await user.paste('123 456');
  await user.keyboard('{Enter}');
  await waitFor(() =>
    expect(api.bodies('POST login').at(-1)).toEqual({
      emailId: 'ada@mail.test',
      password: 'DotCode#2026',
      code: '123 456',
    }),
  );
});

it('the step of the code is left with Back, and address and password are still there', async () => {
  const { user } = await openCodeStep();
  await user.click(screen.getByRole('button', { name: 'Back' }));
  expect(screen.getByLabelText('Email Id')).toHaveProperty('value', 'ada@mail.test');
  expect(screen.getByLabelText('Password')).toHaveProperty('value', 'DotCode#2026');
  expect(document.activeElement).toBe(screen.getByLabelText('Email Id'));
});
