import { render, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { announced, invalidFields, memberApi, renderApp } from '#client/test-support.tsx';
import { QrCode } from './totp-setup.tsx';

const codes = Array.from({ length: 10 }, (_, i) => `abcd-efgh-ijkl-mno${'abcdefghij'[i]}`);
const off = { on: false, since: null, recoveryCodesLeft: 0 };
const on = { on: true, since: '2026-01-01T00:00:00.000Z', recoveryCodesLeft: 10 };
const started = { uri: 'otpauth://totp/DotCode:ada?secret=ABCDEFGH', secret: 'ABCDEFGH' };
async function open(state: object) {
  const api = memberApi(['totp']).on('GET totp', { body: state });
  const { user } = renderApp('/setting');
  await screen.findByRole('heading', { level: 1, name: 'Settings' });
  return { api, user };
}

const button = async (name: string) => (await card()).findByRole('button', { name });
const card = async () => {
  const words = await screen.findByText(/After your password, the login asks for a code/);
  return within(words.closest('section') ?? document.body);
};

describe('two-step login', () => {
  it('is switched on with the password, a code of the app, and recovery codes that are shown once', async () => {
    const { api, user } = await open(off);
    const inCard = await card();
    api.on('POST totp/start', invalidFields({ password: 'This is not your current password.' }));
    await user.click(await inCard.findByRole('button', { name: 'Switch on' }));
    expect(document.activeElement).toBe(inCard.getByLabelText('Your password'));
    await user.keyboard('wrong{Enter}');
    await inCard.findByText('This is not your current password.');
    expect(inCard.getByLabelText<HTMLInputElement>('Your password').value).toBe('wrong');

    api.on('POST totp/start', { body: started });
    await user.click(await inCard.findByRole('button', { name: 'Continue' }));
    await inCard.findByRole('img', { name: 'QR code for your authenticator app' });
    expect(inCard.getByText('ABCD EFGH')).toBeTruthy();
    expect(inCard.getByRole('link', { name: 'Open an app on this device' }).getAttribute('href')).toBe(started.uri);

    api.on('POST totp/confirm', invalidFields({ code: 'This code is not right.' }));
    await user.type(inCard.getByLabelText('2. The code that the app shows'), '000000{Enter}');
    await inCard.findByText('This code is not right.');
    api.on('POST totp/confirm', { body: { recoveryCodes: codes } }).on('GET totp', { body: on });
    await user.clear(inCard.getByLabelText('2. The code that the app shows'));
    await user.type(inCard.getByLabelText('2. The code that the app shows'), '123456{Enter}');
    const list = await inCard.findByRole('list', { name: 'Recovery codes' });
    expect(
      within(list)
        .getAllByRole('listitem')
        .map(({ textContent }) => textContent),
    ).toEqual(codes);
    await user.click(inCard.getByRole('button', { name: 'Copy' }));
    await waitFor(async () => expect(await navigator.clipboard.readText()).toBe(codes.join('\n')));

    await user.click(inCard.getByRole('button', { name: 'I have kept them' }));
    expect(screen.queryByText(codes[0] ?? '')).toBeNull();
    await inCard.findByText(/10 recovery codes are left/);
    expect(api.bodies('POST totp/start')).toEqual([{ password: 'wrong' }, { password: 'wrong' }]);
    expect(api.bodies('POST totp/confirm').at(-1)).toEqual({ code: '123456' });
  });

  it('says when few recovery codes are left, gives new ones, and is switched off with the password, not by Cancel', async () => {
    const { api, user } = await open({ ...on, recoveryCodesLeft: 1 });
    await screen.findByText(/1 recovery code is left/);
    expect(screen.getByText('Make new ones before you need them without your phone.')).toBeTruthy();
    api.on('POST totp/recovery-codes', { body: { recoveryCodes: codes } }).on('GET totp', { body: on });
    await user.click(await button('New recovery codes'));
    await user.keyboard('secret{Enter}');
    await screen.findByRole('list', { name: 'Recovery codes' });
    expect(api.bodies('POST totp/recovery-codes')).toEqual([{ password: 'secret' }]);
    await user.click(await button('I have kept them'));

    await user.click(await button('Switch off'));
    await user.click(await button('Cancel'));
    expect(api.bodies('DELETE totp')).toEqual([]);
    api.on('DELETE totp', { body: { message: '' } }).on('GET totp', { body: off });
    await user.click(await button('Switch off'));
    await user.keyboard('secret{Enter}');
    await button('Switch on');
    expect(api.bodies('DELETE totp')).toEqual([{ password: 'secret' }]);
    await waitFor(() => expect(announced()).toBe('Two-step login is off'));
  });
});

it('the QR code is a picture with a name, without styles or scripts, which the page’s policy forbids', () => {
  const { container } = render(<QrCode text="otpauth://totp/DotCode:ada%40mail.test?secret=ABC" label="QR code" />);
  expect(screen.getByRole('img', { name: 'QR code' })).toBeTruthy();
  expect(container.innerHTML).not.toMatch(/style=|on\w+=|<script/);
  expect(container.querySelector('path')?.getAttribute('d')).toMatch(/^(M\d+ \d+h\d+v1h-\d+z)+$/);
});
