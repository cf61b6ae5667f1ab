import { cleanup, screen, waitFor } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import type { FakeApi } from '#client/test-api.ts';
import { invalidFields, renderApp, visitorApi } from '#client/test-support.tsx';

const one = 'a'.repeat(43);
const other = 'b'.repeat(43);
let api: FakeApi;

beforeEach(() => {
  api = visitorApi()
    .on('GET capabilities', { body: { capabilities: ['email.verify', 'password.reset', 'passkeys'] } })
    .on('POST email/verify', { body: { message: 'Your address is confirmed.' } })
    .on('POST email/undo', { body: { message: 'The account is yours again.' } })
    .on('POST password/reset', { body: { message: 'Your password is changed.' } })
    .on('POST email/unsubscribe', { body: { message: 'Stopped.' } })
    .on('POST leaving/return', { body: { message: 'Back.' } });
});

const heading = (name: string) => screen.findByRole('heading', { level: 1, name });
const button = (name: string) => screen.findByRole('button', { name });
const sent = (call: string) => api.bodies(call);
const says = (sentence: string) => screen.findByText(sentence, { selector: 'main p' });
const refusal = { status: 422, body: { code: 'invalid_fields', message: 'This link was used already.' } };

describe('the page that confirms an address', () => {
  it('changes nothing until the button is pressed; the token leaves the address, where the same link asks again', async () => {
    const { user, router } = renderApp(`/verify#${one}`);
    await heading('Confirm your address');
    expect(sent('POST email/verify')).toEqual([]);
    await user.click(await button('Confirm my address'));
    await says('Your address is confirmed.');
    expect(sent('POST email/verify')).toEqual([{ token: one }]);
    expect(screen.getByRole('link', { name: 'Log in' }).getAttribute('href')).toBe('/login');
    expect(router.state.location.hash).toBe('');
    api.on('POST email/verify', refusal);
    await router.navigate(`/verify#${one}`);
    await user.click(await button('Confirm my address'));
    await screen.findByText('This link was used already.');
    await router.navigate(`/verify#${other}`);
    await waitFor(() => expect(screen.queryByText('This link was used already.')).toBeNull());
    await button('Confirm my address');
  });

  it('takes a link of another kind that is opened while the server answers for a new question', async () => {
    const slow = Promise.withResolvers<{ body: unknown }>();
    api.on('POST email/verify', slow.promise);
    const { user, router } = renderApp(`/verify#${one}`);
    await user.click(await button('Confirm my address'));
    await router.navigate(`/verify#undo.${other}`);
    await heading('Keep your account');
    slow.resolve({ body: { message: 'Your address is confirmed.' } });
    await waitFor(() => expect(api.count('GET profile/view')).toBe(2));
    expect(router.state.location.hash).toBe(`#undo.${other}`);
    await user.click(await button('Keep my account'));
    await says('The account is yours again.');
    expect(sent('POST email/undo')).toEqual([{ token: other }]);
  });

  it('says that a link is not complete, and that a service without mail has nothing to confirm', async () => {
    api.on('GET capabilities', { body: { capabilities: ['account'] } });
    renderApp(`/verify#${one}`);
    await screen.findByText(/sends no mail/);
    expect(screen.queryByRole('button', { name: /my address/ })).toBeNull();
    cleanup();
    api.on('GET capabilities', { body: { capabilities: ['email.verify'] } });
    renderApp('/verify');
    await screen.findByText(/This link is not complete/);
    expect(screen.queryByRole('button', { name: /my address/ })).toBeNull();
  });

  it('takes the password where nobody is logged in, or leads to a new one', async () => {
    api.on('POST email/verify', invalidFields({ password: 'This is not the password of this account.' }));
    const { user } = renderApp(`/verify#${one}`);
    await user.type(await screen.findByLabelText('Your password'), 'wrong{Enter}');
    await screen.findByText('This is not the password of this account.');
    expect(sent('POST email/verify')).toEqual([{ token: one, password: 'wrong' }]);
    api.on('POST email/verify', { body: { message: 'Confirmed. Choose a new password now.', reset: other } });
    await user.clear(screen.getByLabelText('Your password'));
    await user.click(screen.getByRole('button', { name: 'Confirm my address' }));
    await user.type(await screen.findByLabelText('New password'), 'Other#Passw0rd');
    await says('Confirmed. Choose a new password now.');
    expect(screen.queryByLabelText('Keep my passkeys'), 'there is none any more').toBeNull();
    await user.click(screen.getByRole('button', { name: 'Change password' }));
    await says('Your password is changed.');
    expect(sent('POST password/reset')).toEqual([{ token: other, newPassword: 'Other#Passw0rd' }]);
  });
});

describe('the page for a lost password', () => {
  it('asks for the address; a link that arrives then opens in the same tab, and takes the new password', async () => {
    api.on('POST password/forgot', { body: { message: 'Please look into your mail.' } });
    const { user, router } = renderApp('/reset');
    await user.type(await screen.findByLabelText('Email address'), ' ada@mail.test ');
    await user.click(await button('Send the link'));
    await says('Please look into your mail.');
    expect(sent('POST password/forgot')).toEqual([{ emailId: 'ada@mail.test' }]);
    await router.navigate(`/reset#${one}`);
    await heading('Choose a new password');
    await user.type(screen.getByLabelText('New password'), 'Quite#Another9');
    await user.click(await button('Change password'));
    await says('Your password is changed.');
    expect(sent('POST password/reset')).toEqual([{ token: one, newPassword: 'Quite#Another9' }]);
    expect(screen.getByRole('link', { name: 'Log in' }).getAttribute('href')).toBe('/login');

    await router.navigate(`/reset#${other}`);
    const field = await screen.findByLabelText('New password');
    expect(field).toHaveProperty('value', '');
    await user.type(field, 'Quite#Another8');
    await user.click(screen.getByLabelText('Keep my passkeys'));
    await user.click(await button('Change password'));
    await says('Your password is changed.');
    expect(sent('POST password/reset')[1]).toEqual({ token: other, newPassword: 'Quite#Another8', keepPasskeys: true });
  });

  it('says what is wrong with the password beside its field, and with the link under the form', async () => {
    api.on('POST password/reset', invalidFields({ newPassword: 'This password is too common.' }));
    const { user } = renderApp(`/reset#${one}`);
    const field = await screen.findByLabelText('New password');
    await user.type(field, 'password1');
    await user.click(await button('Change password'));
    await screen.findByText('This password is too common.');
    await waitFor(() => expect(document.activeElement).toBe(field));
    api.on('POST password/reset', refusal);
    await user.click(await button('Change password'));
    await screen.findByText('This link was used already.');
    await user.click(screen.getByRole('link', { name: 'Ask for a new link' }));
    await heading('Forgot password?');
  });
});

it('the page that stops mails takes the link of another kind in the same tab for a new question', async () => {
  const { user, router } = renderApp('/unsubscribe#u1.request.x');
  await screen.findByText('You get a mail when somebody wants to connect.');
  await user.click(await button('Stop these mails'));
  await heading('Stopped');
  await router.navigate('/unsubscribe#u1.message.x');
  await heading('Stop these mails');
  await user.click(await button('Stop these mails'));
  await screen.findByText(/You get no more mails about unread messages/);
  const tokens = api.calls.filter(({ call }) => call === 'POST email/unsubscribe');
  expect(tokens.map(({ query }) => query.get('token'))).toEqual(['u1.request.x', 'u1.message.x']);
});

// Also where the upstream erases at once by now: the account was leaving before.
it('the link of a mail brings an account back by the button alone, and a link that was used or cut off says so', async () => {
  const { user, router } = renderApp(`/leave#${one}`);
  await heading('Come back?');
  expect(api.count('POST leaving/return')).toBe(0);
  await user.click(await button('Come back'));
  await heading('Welcome back');
  expect(router.state.location.hash).toBe('');
  api.on('POST leaving/return', invalidFields({ token: 'This link was used already.' }));
  await router.navigate(`/leave#${other}`);
  await user.click(await button('Come back'));
  await screen.findByText('This link was used already.');
  await router.navigate('/leave');
  await screen.findByText(/^This link is not complete/);
  expect(sent('POST leaving/return')).toEqual([{ token: one }, { token: other }]);
});
