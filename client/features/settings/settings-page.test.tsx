import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { isMutedPerson } from '#client/api/safety/mute-api.ts';
import { type Preferences, readPreferences, setPreference } from '#client/lib/device/preferences.ts';
import type { FakeApi } from '#client/test-api.ts';
import {
  announced,
  invalidFields,
  listOf,
  makePerson,
  memberApi,
  renderApp,
  unavailable,
  writeStored,
} from '#client/test-support.tsx';

const ana = makePerson({ _id: 'ana', firstName: 'Ana' });
const requestFrom = (id: string) => ({
  _id: `request-${id}`,
  fromUserID: makePerson({ _id: id }),
  toUserID: 'me',
  status: 'interested',
  createdAt: '2026-01-01T00:00:00.000Z',
});
const sessions = [
  { _id: 's1', device: 'Firefox on Linux', current: true, createdAt: '', lastSeenAt: '2026-01-01T00:00:00.000Z' },
  { _id: 's2', device: 'Safari on iPhone', current: false, createdAt: '', lastSeenAt: '2026-01-01T00:00:00.000Z' },
];

async function open(section: string, change: (calls: FakeApi) => unknown = () => undefined) {
  const api = memberApi(['account', 'chat.live', 'requests.sent'], { emailId: 'demo@example.com' });
  api.on('GET profile/sessions', { body: { items: sessions } });
  change(api);
  const rendered = renderApp(`/setting?section=${section}`);
  await screen.findByRole('heading', { level: 1, name: 'Settings' });
  await waitFor(() => expect(document.querySelector('.skeleton')).toBeNull());
  return { api, ...rendered };
}

const offering =
  (...capabilities: string[]) =>
  (calls: FakeApi) =>
    calls.on('GET capabilities', { body: { capabilities } });

describe('each choice', () => {
  it.each([
    ['appearance', 'radio', 'Dark', 'theme', 'dark'],
    ['appearance', 'radio', 'Compact', 'density', 'compact'],
    ['accessibility', 'radio', 'Reduce', 'motion', 'reduce'],
    ['accessibility', 'checkbox', 'Larger text', 'text', 'larger'],
    ['accessibility', 'checkbox', 'Underline links', 'links', 'underline'],
    ['accessibility', 'checkbox', 'Keyboard shortcuts', 'shortcuts', false],
    ['accessibility', 'checkbox', 'Enter sends a message', 'enterSends', false],
    ['notifications', 'checkbox', 'Count in the title', 'titleCount', false],
  ] as const)('%s: the %s %s is kept, and follows another tab', async (section, role, label, name, value) => {
    const { user } = await open(section);
    const control = await screen.findByRole<HTMLInputElement>(role, { name: label });
    const before = control.checked;
    await user.click(control);
    expect(readPreferences()[name]).toBe(value);
    expect(control.checked).toBe(!before);
    act(() => anotherTab({ [name]: undefined }));
    expect(control.checked).toBe(before);
  });

  function anotherTab(change: Partial<Record<keyof Preferences, undefined>>) {
    const newValue = JSON.stringify({ ...readPreferences(), ...change });
    localStorage.setItem('dotcode:preferences', newValue);
    window.dispatchEvent(new StorageEvent('storage', { key: 'dotcode:preferences', newValue }));
  }
});

describe('what the account is told about', () => {
  const ways = { page: true, mail: true, push: false };
  const preferences = {
    notify: { request: ways, connected: ways, message: ways, mention: ways, interest: ways, 'interest-reviewed': ways },
    timeZone: 'Europe/Berlin',
    privacy: { showTimeZone: true },
  };
  const offer =
    (...more: string[]) =>
    (calls: FakeApi) =>
      offering(
        'preferences',
        ...more,
      )(calls)
        .on('GET profile/preferences', { body: preferences })
        .on('PATCH profile/preferences', { body: preferences });
  const group = (name: string) => screen.findByRole('group', { name });

  it('has only the ways and the kinds that the upstream knows', async () => {
    await open('notifications', offer());
    expect(within(await group('Somebody mentions you in a room')).getAllByRole('checkbox')).toHaveLength(1);
    cleanup();
    const { mention: _newer, ...notify } = preferences.notify;
    const older = { body: { ...preferences, notify } };
    await open('notifications', (calls) => offer()(calls).on('GET profile/preferences', older));
    expect(await group('Messages while you are away')).toBeDefined();
    expect(screen.queryByRole('group', { name: 'Somebody mentions you in a room' })).toBeNull();
  });

  it('sends one switch at a time, shown at once, and goes back with the reason when it is refused', async () => {
    const { api, user } = await open('notifications', offer('notices.mail', 'push'));
    const messages = within(await group('Messages while you are away'));
    const mail = messages.getByRole('checkbox', { name: 'Mail' });
    await user.click(mail);
    expect(mail).toHaveProperty('checked', false);
    await user.click(messages.getByRole('checkbox', { name: 'Push' }));
    expect(api.bodies('PATCH profile/preferences')).toEqual([
      { notify: { message: { mail: false } } },
      { notify: { message: { push: true } } },
    ]);
    api.on('PATCH profile/preferences', unavailable('No.'));
    const other = within(await group('Somebody wants to connect')).getByRole('checkbox', { name: 'Mail' });
    await user.click(other);
    await screen.findByText(/That was not saved/);
    await waitFor(() => expect(other).toHaveProperty('checked', true));
  });

  it('has the time zone where others see it', async () => {
    const { api, user } = await open('privacy', offer('account', 'profile.intent'));
    await user.selectOptions(await screen.findByLabelText('Time zone'), 'Asia/Tokyo');
    expect(api.bodies('PATCH profile/preferences')).toEqual([{ timeZone: 'Asia/Tokyo' }]);
  });
});

it('the switch for shortcuts switches all of them off and on, on every screen', async () => {
  const people = [makePerson({ _id: 'a', firstName: 'Ana' }), makePerson({ _id: 'b', firstName: 'Ben' })];
  const { user, router } = await open('accessibility', (calls) => calls.on('GET user/connections', listOf(...people)));
  await user.click(screen.getByRole('checkbox', { name: 'Keyboard shortcuts' }));
  screen.getByRole('heading', { level: 1 }).focus();
  await user.keyboard('?/gcgfgrgpgs');
  expect(router.state.location.pathname).toBe('/setting');
  expect(screen.queryByRole('dialog')).toBeNull();

  await act(() => router.navigate('/connection'));
  (await screen.findByRole('link', { name: /^Ana/ })).focus();
  await user.keyboard('jm');
  expect(document.activeElement?.textContent).toMatch(/^Ana/);
  expect(router.state.location.pathname).toBe('/connection');

  act(() => setPreference('shortcuts', true));
  await user.keyboard('j');
  expect(document.activeElement?.textContent).toMatch(/^Ben/);
  await user.keyboard('gs');
  await waitFor(() => expect(router.state.location.pathname).toBe('/setting'));
});

it('the count in the title shows how many things wait, and can be switched off', async () => {
  const { user } = await open('notifications', (calls) =>
    calls.on('GET user/request/received', listOf(requestFrom('a'), requestFrom('b'))),
  );
  await waitFor(() => expect(document.title).toMatch(/^\(2\) Settings/));
  await user.click(screen.getByRole('checkbox', { name: 'Count in the title' }));
  expect(document.title).toMatch(/^Settings/);
});

describe('changing the password', () => {
  const unfold = async () => screen.findByRole('button', { name: 'Change your password' });
  const fill = (current: string, next: string, again = next) => {
    fireEvent.change(screen.getByLabelText('Current password'), { target: { value: current } });
    fireEvent.change(screen.getByLabelText('New password'), { target: { value: next } });
    fireEvent.change(screen.getByLabelText('Confirm new password'), { target: { value: again } });
  };

  it('unfolds in place, stops what cannot pass before any call, and Cancel folds and forgets it', async () => {
    const { api, user } = await open('account');
    expect(screen.queryByLabelText('Current password')).toBeNull();
    await user.click(await unfold());
    expect(document.activeElement).toBe(screen.getByLabelText('Current password'));
    for (const [next, again, sentence] of [
      ['New#2026', 'New#2027', 'The two new passwords differ.'],
      ['Old#2026', 'Old#2026', 'The new password is the same as the current one.'],
    ] as const) {
      fill('Old#2026', next, again);
      await user.click(screen.getByRole('button', { name: 'Change password' }));
      expect(screen.queryByText(sentence)).not.toBeNull();
    }
    expect(api.count('PATCH profile/password')).toBe(0);
    await user.click(screen.getByRole('button', { name: 'Cancel' }));
    expect(screen.queryByLabelText('Current password')).toBeNull();
    expect(document.activeElement).toBe(await unfold());
    await user.click(await unfold());
    expect(screen.getByLabelText('Current password')).toHaveProperty('value', '');
  });

  it('says beside the field why it failed, and keeps what was typed; then sends once, folds, and says so', async () => {
    const { api, user } = await open('account', (before) =>
      before.on('PATCH profile/password', invalidFields({ currentPassword: 'This is not it.' }, 'Not right.')),
    );
    await user.click(await unfold());
    fill('Wrong#2026', 'New#2026');
    await user.click(screen.getByRole('button', { name: 'Change password' }));
    await screen.findByText('This is not it.');
    expect(screen.queryByText('Not right.'), 'once is enough').toBeNull();
    expect(document.activeElement).toBe(screen.getByLabelText('Current password'));
    expect(screen.getByLabelText('New password')).toHaveProperty('value', 'New#2026');

    api.on('PATCH profile/password', { body: { message: 'ok' } });
    fill('Old#2026', 'New#2026');
    await user.dblClick(screen.getByRole('button', { name: 'Change password' }));
    await waitFor(() => expect(screen.queryByLabelText('New password')).toBeNull());
    expect(document.activeElement).toBe(await unfold());
    expect(api.bodies('PATCH profile/password').slice(1)).toEqual([
      { currentPassword: 'Old#2026', newPassword: 'New#2026', password: 'New#2026' },
    ]);
    await screen.findByText('Password changed');
    expect(announced(), 'the toast is read out already').not.toBe('Password changed');
  });
});

describe('sessions', () => {
  const elsewhere = () => screen.findByRole('button', { name: 'Log out there: Safari on iPhone' });

  it('are ended by one call; the row disappears, the focus moves to another, and a failure is said in the row', async () => {
    const { api, user } = await open('account', (before) => before.on('DELETE profile/sessions/s2', 'network error'));
    await user.click(await elsewhere());
    const row = within(screen.getByText('Safari on iPhone').closest('li') as HTMLElement);
    expect((await row.findByRole('alert')).textContent).toMatch(/^No answer/);

    let answer: (value: { body: unknown }) => void = () => undefined;
    api
      .on('DELETE profile/sessions/s2', { body: { success: true } })
      .on('GET profile/sessions', () => new Promise((resolve) => (answer = resolve)));
    const focused = () => document.activeElement?.textContent;
    await user.click(await elsewhere());
    await waitFor(() => expect(focused()).toBe('Where you are logged in'));
    // The row is still there, so the focus stays.
    await user.click(await elsewhere());
    expect(focused()).toBe('Where you are logged in');
    answer({ body: { items: sessions.slice(0, 1) } });
    await waitFor(() => expect(screen.queryByText('Safari on iPhone')).toBeNull());
    expect(api.count('DELETE profile/sessions/s2')).toBe(2);
    expect(focused()).toBe('Where you are logged in');
    await waitFor(() => expect(announced()).toBe('Logged out there: Safari on iPhone'));
  });

  it('all others end by one call, and stay with the reason when it fails; so they do with a change of the password', async () => {
    const { api, user } = await open('account', (before) =>
      offering('account', 'account.sessions')(before).on('DELETE profile/sessions', 'network error'),
    );
    await screen.findByText(/Changing it logs you out everywhere else\./);
    await screen.findByText(/in use now/);
    await user.click(await screen.findByRole('button', { name: 'Log out everywhere else' }));
    await screen.findByText(/^No answer/);
    expect(screen.queryByText('Safari on iPhone')).not.toBeNull();
    api
      .on('DELETE profile/sessions', { body: { message: '', ended: 1 } })
      .on('GET profile/sessions', { body: { items: sessions.slice(0, 1) } });
    await user.click(screen.getByRole('button', { name: 'Log out everywhere else' }));
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Log out everywhere else' })).toBeNull());
    expect(api.count('DELETE profile/sessions')).toBe(2);
    expect(document.activeElement).toBe(screen.getByRole('list', { name: 'Devices' }));
    await waitFor(() => expect(announced()).toBe('1 other device is logged out'));
  });
});

it('the focus stays in the list of passkeys when one is removed', async () => {
  vi.stubGlobal('PublicKeyCredential', class {});
  const kept = { _id: 'k1', name: 'Phone', createdAt: '2026-01-01T00:00:00.000Z', lastUsedAt: null };
  const { user } = await open('account', (calls) =>
    offering(
      'account',
      'passkeys',
    )(calls)
      .on('GET passkeys', { body: { items: [kept, { ...kept, _id: 'k2', name: 'Laptop' }] } })
      .on('DELETE passkeys/k2', () => {
        calls.on('GET passkeys', { body: { items: [kept] } });
        return { body: {} };
      }),
  );
  const [first, second] = await screen.findAllByRole('button', { name: 'Rename' });
  await user.click(within(second?.closest('li') as HTMLElement).getByRole('button', { name: 'Remove' }));
  await user.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Remove' }));
  await waitFor(() => expect(screen.queryByText('Laptop')).toBeNull());
  expect(document.activeElement).toBe(first);
});

it('the history of the account is in words, with device and place, loads again, and goes on on demand', async () => {
  const event = (_id: string, kind: string, more: object = {}) => ({ _id, kind, at: sessions[0]?.lastSeenAt, ...more });
  const { api, user } = await open('account', (before) =>
    offering(
      'account',
      'account.history',
    )(before).on('GET profile/history', {
      status: 403,
      body: { code: 'forbidden', message: 'Not yours.' },
    }),
  );
  await screen.findByText('Not yours.');
  const items = [
    event('e0', 'refused', { count: 3 }),
    event('e1', 'signed-in', { device: 'Firefox on Linux', address: '203.0.113.*' }),
    event('e2', 'of-a-newer-upstream'),
  ];
  api.on('GET profile/history', ({ query }) => ({
    body:
      query.get('cursor') === 'next'
        ? { items: [event('e3', 'signed-up')], nextCursor: null }
        : { items, nextCursor: 'next' },
  }));
  await user.click(screen.getByRole('button', { name: 'Retry' }));
  const rows = async () =>
    within(await screen.findByRole('list', { name: 'History' }))
      .getAllByRole('listitem')
      .map((row) => row.textContent);
  expect(await rows()).toEqual([
    expect.stringMatching(/^3 wrong passwords refused/),
    expect.stringMatching(/^Logged inFirefox on Linux · 203\.0\.113\.\*/),
    expect.stringMatching(/^Something was changed/),
  ]);
  await user.click(screen.getByRole('button', { name: 'Show older' }));
  await waitFor(async () => expect(await rows()).toHaveLength(4));
  expect(screen.queryByRole('button', { name: 'Show older' })).toBeNull();
});

it('logging out warns first when messages are not sent, and is one call, however fast it is pressed', async () => {
  writeStored('me', 'outbox:1', { text: 'still here' });
  const answer = Promise.withResolvers<{ body: string }>();
  const { api, user, router } = await open('account', (before) => before.on('POST signout', answer.promise));
  const button = within(screen.getByRole('main')).getByRole('button', { name: 'Log out' });
  await user.click(button);
  const dialog = within(screen.getByRole('dialog', { name: 'Some changes are not sent yet' }));
  expect(document.activeElement?.textContent).toBe('Stay');
  await user.click(dialog.getByRole('button', { name: 'Stay' }));
  expect(api.count('POST signout')).toBe(0);
  localStorage.clear();
  await user.dblClick(button);
  expect(api.count('POST signout')).toBe(1);
  answer.resolve({ body: 'Logout successful' });
  await waitFor(() => expect(router.state.location.pathname).toBe('/'));
});

it('the own data is downloaded; clearing this device forgets drafts, and keeps people muted, who are so in the account', async () => {
  writeStored('me', 'draft:chat:ana', 'half a word');
  const { store, user, unmount } = await open('data', (before) =>
    offering(
      'safety',
      'account',
    )(before).on('GET user/muted', {
      body: { items: [{ user: ana, createdAt: '' }], words: [], nextCursor: null },
    }),
  );
  await waitFor(() => expect(isMutedPerson(store.getState(), 'ana')).toBe(true));
  const download = await screen.findByRole('link', { name: 'Download my data' });
  expect(download.getAttribute('href')).toMatch(/\/profile\/export$/);
  expect(download.hasAttribute('download')).toBe(true);
  await user.click(screen.getByRole('button', { name: 'Clear this device' }));
  await user.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Clear' }));
  await waitFor(() => expect(localStorage.getItem('dotcode:user:me:draft:chat:ana')).toBeNull());
  expect(isMutedPerson(store.getState(), 'ana')).toBe(true);
  unmount();
  const next = renderApp('/setting?section=data');
  await waitFor(() => expect(isMutedPerson(next.store.getState(), 'ana')).toBe(true));
});

describe('deleting the account', () => {
  it('needs the email typed, says why it failed and keeps everything, makes one call, and clears this device', async () => {
    writeStored('me', 'draft:chat:a', 'half a word');
    const { api, user, router } = await open('data', (before) =>
      before.on('DELETE profile', { status: 403, body: { code: 'wrong_password', message: 'Wrong password.' } }),
    );
    await user.click(await screen.findByRole('button', { name: 'Delete my account' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Delete your account?' }));
    expect(document.activeElement?.textContent).toBe('Keep my account');
    const type = (label: RegExp | string, value: string) =>
      fireEvent.change(dialog.getByLabelText(label), { target: { value } });
    const confirm = dialog.getByRole('button', { name: 'Delete for good' });
    type('Password', 'Right#2026');
    type(/^Type your email/, 'someone@example.com');
    await user.click(confirm);
    expect(dialog.queryByText('This is not the email address of this account.')).not.toBeNull();
    expect(document.activeElement).toBe(dialog.getByLabelText(/^Type your email/));
    expect(api.count('DELETE profile')).toBe(0);
    type(/^Type your email/, 'Demo@Example.com ');
    await user.click(confirm);
    await dialog.findByText('Wrong password.');
    expect(router.state.location.pathname).toBe('/setting');
    expect(localStorage.getItem('dotcode:user:me:draft:chat:a')).not.toBeNull();

    api.on('DELETE profile', { body: { success: true } });
    await user.dblClick(confirm);
    await waitFor(() => expect(router.state.location.pathname).toBe('/'));
    expect(api.bodies('DELETE profile').slice(1)).toEqual([{ password: 'Right#2026' }]);
    expect(Object.keys(localStorage).filter((key) => key.startsWith('dotcode:user:me'))).toEqual([]);
  });
});

describe('blocked people', () => {
  const mallory = makePerson({ _id: 'mallory', firstName: 'Mallory' });
  const withBlocks = (capability: string) => (calls: FakeApi) =>
    offering(capability)(calls).on('GET user/blocked', {
      body: { items: [{ user: mallory, createdAt: '2026-01-01T00:00:00.000Z' }], nextCursor: null },
    });

  it.each(['safety', 'safety.block'])('are listed and unblocked where the upstream offers %s', async (capability) => {
    const { api, user } = await open('privacy', withBlocks(capability));
    api.on('DELETE user/block/mallory', unavailable('Not now.'));
    await user.click(await screen.findByRole('button', { name: /^Unblock Mallory/ }));
    expect((await screen.findByText('Not now.')).getAttribute('role')).toBe('alert');
    api.on('DELETE user/block/mallory', { body: { message: '' } });
    api.on('GET user/blocked', { body: { items: [], nextCursor: null } });
    await user.click(screen.getByRole('button', { name: /^Unblock Mallory/ }));
    await screen.findByText(/^Nobody. You can block/);
    await waitFor(() => expect(announced()).toContain('no longer blocked'));
  });

  it('are no part of a service that offers no blocks', async () => {
    await open('privacy', offering('preferences'));
    await screen.findByRole('heading', { name: 'Being found and asked' });
    expect(screen.queryByText('Blocked people')).toBeNull();
  });
});

it('what the upstream lacks has no control and no call, and there is a word about deleting an account', async () => {
  const { api, router } = await open('account', offering());
  await screen.findByRole('button', { name: 'Change your password' });
  for (const words of [/everywhere else/, 'Two-step login']) expect(screen.queryByText(words)).toBeNull();
  await act(() => router.navigate('/setting?section=notifications'));
  await screen.findByRole('heading', { name: 'On this device' });
  for (const words of ['What you are told about', 'Push notifications']) expect(screen.queryByText(words)).toBeNull();
  await act(() => router.navigate('/setting?section=data'));
  await screen.findByText(/no way to delete an account by itself/);
  expect(screen.queryByRole('button', { name: 'Delete my account' })).toBeNull();
  for (const call of ['GET totp', 'GET profile/preferences', 'GET profile/sessions']) expect(api.count(call)).toBe(0);
});
