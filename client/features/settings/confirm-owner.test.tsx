import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { FakeApi } from '#client/test-api.ts';
import { invalidFields, memberApi, renderApp } from '#client/test-support.tsx';

const refusal = (needs: string[]) => ({
  status: 403,
  body: { code: 'confirmation_required', message: 'Please confirm that it is you.', needs },
});
let api: FakeApi;

beforeEach(() => {
  api = memberApi(['account', 'email.change'], { emailId: 'ada@dot.test' }).on('GET profile/sessions', {
    body: { items: [] },
  });
});

describe('a call that first wants to know that the owner is there', () => {
  async function askForAddress() {
    const { user: person } = renderApp('/setting');
    await person.click(await screen.findByRole('button', { name: 'Change your email address' }));
    await person.type(screen.getByLabelText('New address'), 'new@dot.test');
    await person.type(screen.getByLabelText('Your password'), 'Secret#Passw0rd');
    await person.click(screen.getByRole('button', { name: 'Change address' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Confirm that it is you' }));
    return { person, dialog };
  }

  it('asks for the code only where the form had the password, and is made again', async () => {
    api.on('PATCH profile/email', refusal(['code'])).on('POST profile/confirm', { body: { message: 'Thank you.' } });
    const { person, dialog } = await askForAddress();
    expect(dialog.queryByLabelText('Your password')).toBeNull();
    const code = await dialog.findByLabelText('Code from your app or a recovery code');
    api.on('PATCH profile/email', { status: 202, body: { message: 'Please open the mail.' } });
    await person.type(code, '123456{Enter}');
    await screen.findByText('Please open the mail.');
    expect(api.bodies('POST profile/confirm')).toEqual([{ password: 'Secret#Passw0rd', code: '123456' }]);
    expect(api.bodies('PATCH profile/email')).toHaveLength(2);
  });

  it('says what is wrong at its field, asks for the code where there is one, keeps what was typed, and can be cancelled', async () => {
    api
      .on('PATCH profile/email', refusal(['password']))
      .on('POST profile/confirm', invalidFields({ password: 'This is not your current password.' }));
    const { person, dialog } = await askForAddress();
    const password = dialog.getByLabelText('Your password');
    await person.type(password, 'wrong{Enter}');
    await dialog.findByText('This is not your current password.');
    expect(password).toBe(document.activeElement);
    api.on('POST profile/confirm', refusal(['code']));
    await person.clear(password);
    await person.type(password, 'right{Enter}');
    await dialog.findByText('Type the code, too.');
    expect(password).toHaveProperty('value', 'right');
    await person.click(dialog.getByRole('button', { name: 'Cancel' }));
    await screen.findByText('Please confirm that it is you.');
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(screen.getByLabelText('New address')).toHaveProperty('value', 'new@dot.test');
  });

  it('is made again once, where a dialog asked before', async () => {
    vi.stubGlobal('PublicKeyCredential', class {});
    api = memberApi(['account', 'passkeys'])
      .on('GET profile/sessions', { body: { items: [] } })
      .on('GET passkeys', {
        body: { items: [{ _id: 'k1', name: 'Phone', createdAt: '2026-01-01T00:00:00.000Z', lastUsedAt: null }] },
      })
      .on('DELETE passkeys/k1', refusal(['password']))
      .on('POST profile/confirm', () => {
        api.on('DELETE passkeys/k1', { body: {} });
        return { body: { message: 'Thank you.' } };
      });
    const { user: person } = renderApp('/setting');
    const row = (await screen.findByText('Phone')).closest('li') as HTMLElement;
    await person.click(within(row).getByRole('button', { name: 'Remove' }));
    const question = screen.getByRole('dialog');
    await person.click(within(question).getByRole('button', { name: 'Remove' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Confirm that it is you' }));
    await person.type(dialog.getByLabelText('Your password'), 'Secret#Passw0rd{Enter}');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(api.count('DELETE passkeys/k1')).toBe(2);
  });
});
