import { screen } from '@testing-library/react';
import { beforeEach, expect, it, vi } from 'vitest';
import { type FakeApi, fakeApi, installBrowserParts, renderApp } from '#client/test-support.tsx';

installBrowserParts();

const [one, other] = ['a'.repeat(43), 'b'.repeat(43)];
let api: FakeApi;
const sent = (call: string) => api.calls.filter((each) => each.call === call).map(({ body }) => body);

beforeEach(() => {
  // A failed profile load is logged (decision 031).
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
  api = fakeApi()
    .on('GET profile/view', { status: 401, body: { code: 'unauthenticated', message: 'Log in first.' } })
    .on('GET capabilities', { body: { capabilities: ['email.verify', 'password.reset', 'passkeys'] } })
    .on('POST password/reset', { body: { message: 'Your password is changed.' } });
});

it('a confirmation where nobody is logged in takes the password, or leads to a new one', async () => {
  const wrong = { password: 'This is not the password of this account.' };
  api.on('POST email/verify', { status: 422, body: { code: 'invalid_fields', message: 'No', fields: wrong } });
  const { user } = renderApp(`/verify#${one}`);
  await user.type(await screen.findByLabelText('Your password'), 'wrong{Enter}');
  await screen.findByText(wrong.password);
  expect(sent('POST email/verify')).toEqual([{ token: one, password: 'wrong' }]);
  api.on('POST email/verify', { body: { message: 'Confirmed. Choose a new password now.', reset: other } });
  await user.clear(screen.getByLabelText('Your password'));
  await user.click(screen.getByRole('button', { name: 'Confirm my address' }));
  await user.type(await screen.findByLabelText('New password'), 'Other#Passw0rd');
  expect(screen.getByText('Confirmed. Choose a new password now.', { selector: 'main p' })).toBeDefined();
  expect(screen.queryByLabelText('Keep my passkeys'), 'there is none any more').toBeNull();
  await user.click(screen.getByRole('button', { name: 'Change password' }));
  await screen.findByText('Your password is changed.', { selector: 'main p' });
  expect(sent('POST password/reset')).toEqual([{ token: other, newPassword: 'Other#Passw0rd' }]);
});

it('a new password by mail keeps the passkeys where the user says so', async () => {
  const { user } = renderApp(`/reset#${one}`);
  await user.type(await screen.findByLabelText('New password'), 'Other#Passw0rd');
  await user.click(await screen.findByLabelText('Keep my passkeys'));
  await user.click(screen.getByRole('button', { name: 'Change password' }));
  await screen.findByText('Your password is changed.', { selector: 'main p' });
  expect(sent('POST password/reset')).toEqual([{ token: one, newPassword: 'Other#Passw0rd', keepPasskeys: true }]);
});
