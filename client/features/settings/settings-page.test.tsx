import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
import { isMutedPerson } from '#client/api/safety/mute-api.ts';
import { type Preferences, readPreferences, setPreference } from '#client/lib/device/preferences.ts';
import {
  type FakeApi,
  fakeApi,
  installBrowserParts,
  loadBeforehand,
  makePerson,
  renderApp,
  writeStored,
} from '#client/test-support.tsx';

installBrowserParts();
loadBeforehand('setting');
afterEach(() => localStorage.clear());

const own = { ...makePerson({ _id: 'me', firstName: 'Demo', lastName: 'Person' }), emailId: 'demo@example.com' };
const ana = makePerson({ _id: 'ana', firstName: 'Ana' });
const list = (...data: unknown[]) => ({ body: { message: '', data } });
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

function api(): FakeApi {
  return fakeApi()
    .on('GET profile/view', { body: own })
    .on('GET capabilities', { body: { capabilities: ['account', 'chat.live', 'requests.sent'] } })
    .on('GET user/request/received', list())
    .on('GET user/request/sent', list())
    .on('GET user/connections', list())
    .on('GET profile/sessions', { body: { items: sessions } });
}

async function open(section: string, change: (calls: FakeApi) => void = () => undefined) {
  const calls = api();
  change(calls);
  const rendered = renderApp(`/setting?section=${section}`);
  await screen.findByRole('heading', { level: 1, name: 'Settings' });
  await waitFor(() => expect(document.querySelector('.skeleton')).toBeNull());
  return { api: calls, ...rendered };
}

const polite = () => document.getElementById('announcer-polite')?.textContent;

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
    (calls: FakeApi) => {
      calls
        .on('GET capabilities', { body: { capabilities: ['preferences', ...more] } })
        .on('GET profile/preferences', { body: preferences })
        .on('PATCH profile/preferences', { body: preferences });
    };
  const group = (name: string) => screen.findByRole('group', { name });

  it('is not shown where the upstream keeps no preferences', async () => {
    const { api: calls } = await open('notifications');
    expect(await screen.findByRole('heading', { name: 'On this device' })).toBeDefined();
    expect(screen.queryByRole('heading', { name: 'What you are told about' })).toBeNull();
    expect(calls.count('GET profile/preferences')).toBe(0);
  });

  it('has only the ways and the kinds that the upstream knows', async () => {
    await open('notifications', offer());
    expect(within(await group('Somebody mentions you in a room')).getAllByRole('checkbox')).toHaveLength(1);
    cleanup();
    const { mention: _newer, ...notify } = preferences.notify;
    const older = { body: { ...preferences, notify } };
    await open('notifications', (calls) => {
      offer()(calls);
      calls.on('GET profile/preferences', older);
    });
    expect(await group('Messages while you are away')).toBeDefined();
    expect(screen.queryByRole('group', { name: 'Somebody mentions you in a room' })).toBeNull();
  });

  it('sends one switch at a time, shown at once', async () => {
    const { api: calls, user } = await open('notifications', offer('notices.mail', 'push'));
    const messages = await group('Messages while you are away');
    const mail = within(messages).getByRole('checkbox', { name: 'Mail' });
    await user.click(mail);
    expect(mail).toHaveProperty('checked', false);
    await user.click(within(messages).getByRole('checkbox', { name: 'Push' }));
    const sent = calls.calls.filter(({ call }) => call === 'PATCH profile/preferences').map(({ body }) => body);
    expect(sent).toEqual([{ notify: { message: { mail: false } } }, { notify: { message: { push: true } } }]);
  });

  it('has the time zone where others see it', async () => {
    const { api: calls, user } = await open('privacy', offer('account', 'profile.intent'));
    await user.selectOptions(await screen.findByLabelText('Time zone'), 'Asia/Tokyo');
    expect(calls.calls.find(({ call }) => call === 'PATCH profile/preferences')?.body).toEqual({
      timeZone: 'Asia/Tokyo',
    });
  });

  it('goes back and says so when a change is refused', async () => {
    const { user } = await open('notifications', (calls) => {
      offer('notices.mail')(calls);
      calls.on('PATCH profile/preferences', { status: 500, body: { code: 'internal', message: 'No.' } });
    });
    const mail = within(await group('Somebody wants to connect')).getByRole('checkbox', { name: 'Mail' });
    await user.click(mail);
    expect(await screen.findByText(/That was not saved/)).toBeDefined();
    await waitFor(() => expect(mail).toHaveProperty('checked', true));
  });
});

describe('the switch for shortcuts', () => {
  it('switches all shortcuts off and on, on every screen', async () => {
    const people = [makePerson({ _id: 'a', firstName: 'Ana' }), makePerson({ _id: 'b', firstName: 'Ben' })];
    const { user, router } = await open('accessibility', (calls) => calls.on('GET user/connections', list(...people)));
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
});

describe('the count in the title', () => {
  it('shows how many things wait, and can be switched off', async () => {
    const { user } = await open('notifications', (calls) =>
      calls.on('GET user/request/received', list(requestFrom('a'), requestFrom('b'))),
    );
    await waitFor(() => expect(document.title).toMatch(/^\(2\) Settings/));
    await user.click(screen.getByRole('checkbox', { name: 'Count in the title' }));
    expect(document.title).toMatch(/^Settings/);
  });
});

describe('changing the password', () => {
  const openForm = async (before: (calls: FakeApi) => void = () => undefined) => {
    const opened = await open('account', before);
    await opened.user.click(screen.getByRole('button', { name: 'Change your password' }));
    return opened;
  };
  const fill = (current: string, next: string, again = next) => {
    fireEvent.change(screen.getByLabelText('Current password'), { target: { value: current } });
    fireEvent.change(screen.getByLabelText('New password'), { target: { value: next } });
    fireEvent.change(screen.getByLabelText('Confirm new password'), { target: { value: again } });
  };
  const change = () => screen.getByRole('button', { name: 'Change password' });

  it('unfolds in place with the focus in the first field; Cancel folds it, forgets it and gives the focus back', async () => {
    const { user } = await open('account');
    const unfold = () => user.click(screen.getByRole('button', { name: 'Change your password' }));
    expect(screen.queryByLabelText('Current password')).toBeNull();
    await unfold();
    expect(document.activeElement).toBe(screen.getByLabelText('Current password'));
    fill('Old#2026', 'New#2026');
    await user.click(screen.getByRole('button', { name: 'Cancel' }));
    expect(screen.queryByLabelText('Current password')).toBeNull();
    expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Change your password' }));
    await unfold();
    expect(screen.getByLabelText('Current password')).toHaveProperty('value', '');
  });

  it('sends once, folds the form, and says so', async () => {
    const { api: calls, user } = await openForm((before) =>
      before.on('PATCH profile/password', { body: { message: 'ok' } }),
    );
    fill('Old#2026', 'New#2026');
    await user.dblClick(change());
    await waitFor(() => expect(screen.queryByLabelText('New password')).toBeNull());
    expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Change your password' }));
    expect(calls.calls.filter(({ call }) => call === 'PATCH profile/password').map(({ body }) => body)).toEqual([
      { currentPassword: 'Old#2026', newPassword: 'New#2026', password: 'New#2026' },
    ]);
    await screen.findByText('Password changed');
    expect(polite(), 'the toast is read out already').not.toBe('Password changed');
  });

  it.each([
    ['two new ones that differ', ['Old#2026', 'New#2026', 'New#2027'], 'The two new passwords differ.'],
    ['the same as before', ['Old#2026', 'Old#2026', 'Old#2026'], 'The new password is the same as the current one.'],
  ])('stops %s before any call', async (_what, fields, sentence) => {
    const { api: calls, user } = await openForm();
    fill(...(fields as [string, string, string]));
    await user.click(change());
    expect(screen.queryByText(sentence)).not.toBeNull();
    expect(calls.count('PATCH profile/password')).toBe(0);
  });

  it('keeps what was typed when it fails, and says why beside the field', async () => {
    const { user } = await openForm((before) =>
      before.on('PATCH profile/password', {
        status: 422,
        body: { code: 'invalid_fields', message: 'Not right.', fields: { currentPassword: 'This is not it.' } },
      }),
    );
    fill('Wrong#2026', 'New#2026');
    await user.click(change());
    await screen.findByText('This is not it.');
    expect(screen.queryByText('Not right.'), 'once is enough').toBeNull();
    expect(document.activeElement).toBe(screen.getByLabelText('Current password'));
    expect(screen.getByLabelText('New password')).toHaveProperty('value', 'New#2026');
  });
});

describe('sessions', () => {
  it('are ended by one call; the row disappears and the focus moves to another', async () => {
    const { api: calls, user } = await open('account', (before) =>
      before.on('DELETE profile/sessions/s2', { body: { success: true } }),
    );
    const button = await screen.findByRole('button', { name: 'Log out there: Safari on iPhone' });
    let answer: (value: { body: unknown }) => void = () => undefined;
    calls.on('GET profile/sessions', () => new Promise((resolve) => (answer = resolve)));
    const focused = () => document.activeElement?.textContent;
    await user.click(button);
    await waitFor(() => expect(focused()).toBe('Where you are logged in'));
    // The row is still there, so the focus stays.
    await user.click(button);
    expect(focused()).toBe('Where you are logged in');
    answer({ body: { items: sessions.slice(0, 1) } });
    await waitFor(() => expect(screen.queryByText('Safari on iPhone')).toBeNull());
    expect(calls.count('DELETE profile/sessions/s2')).toBe(1);
    expect(focused()).toBe('Where you are logged in');
    await waitFor(() => expect(polite()).toBe('Logged out there: Safari on iPhone'));
  });

  it('say in their row why they could not be ended', async () => {
    const { user } = await open('account', (before) => before.on('DELETE profile/sessions/s2', 'network error'));
    await user.click(await screen.findByRole('button', { name: /^Log out there/ }));
    const row = screen.getByText('Safari on iPhone').closest('li');
    expect(row && (await within(row).findByRole('alert')).textContent).toMatch(/^No answer/);
  });
});

describe('all other sessions', () => {
  const capabilities = { body: { capabilities: ['account', 'account.sessions'] } };

  it('end with a change of the password, which only an upstream with sessions is said to do', async () => {
    await open('account', (before) => before.on('GET capabilities', { body: { capabilities: [] } }));
    await screen.findByRole('button', { name: 'Change your password' });
    expect(screen.queryByText(/everywhere else/)).toBeNull();
    cleanup();
    await open('account', (before) => before.on('GET capabilities', capabilities));
    await screen.findByText(/Changing it logs you out everywhere else\./);
  });

  it('are ended by one call, and the list has the focus', async () => {
    const { api: calls, user } = await open('account', (before) =>
      before.on('GET capabilities', capabilities).on('DELETE profile/sessions', { body: { message: '', ended: 1 } }),
    );
    await screen.findByText(/in use now/);
    const button = await screen.findByRole('button', { name: 'Log out everywhere else' });
    calls.on('GET profile/sessions', { body: { items: sessions.slice(0, 1) } });
    await user.click(button);
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Log out everywhere else' })).toBeNull());
    expect(calls.count('DELETE profile/sessions')).toBe(1);
    expect(document.activeElement).toBe(screen.getByRole('list', { name: 'Devices' }));
    await waitFor(() => expect(polite()).toBe('1 other device is logged out'));
  });

  it('stay, with the reason, when that fails', async () => {
    const { user } = await open('account', (before) =>
      before.on('GET capabilities', capabilities).on('DELETE profile/sessions', 'network error'),
    );
    await user.click(await screen.findByRole('button', { name: 'Log out everywhere else' }));
    await screen.findByText(/^No answer/);
    expect(screen.queryByText('Safari on iPhone')).not.toBeNull();
  });
});

describe('the history of the account', () => {
  const at = '2026-01-01T00:00:00.000Z';
  const event = (id: string, kind: string, more: object = {}) => ({ _id: id, kind, at, ...more });

  it('is in words, with device and place, and goes on on demand', async () => {
    const { user } = await open('account', (before) =>
      before
        .on('GET capabilities', { body: { capabilities: ['account', 'account.history'] } })
        .on('GET profile/history', ({ query }) =>
          query.get('cursor') === 'next'
            ? { body: { items: [event('e3', 'signed-up')], nextCursor: null } }
            : {
                body: {
                  items: [
                    event('e0', 'refused', { count: 3 }),
                    event('e1', 'signed-in', { device: 'Firefox on Linux', address: '203.0.113.*' }),
                    event('e2', 'of-a-newer-upstream'),
                  ],
                  nextCursor: 'next',
                },
              },
        ),
    );
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

  it('says why it could not be loaded, and loads again', async () => {
    const { api: calls, user } = await open('account', (before) =>
      before
        .on('GET capabilities', { body: { capabilities: ['account.history'] } })
        .on('GET profile/history', { status: 403, body: { code: 'forbidden', message: 'Not yours.' } }),
    );
    await screen.findByText('Not yours.');
    calls.on('GET profile/history', { body: { items: [], nextCursor: null } });
    await user.click(screen.getByRole('button', { name: 'Retry' }));
    await screen.findByText('Nothing yet.');
  });
});

describe('logging out', () => {
  const button = () => within(screen.getByRole('main')).getByRole('button', { name: 'Log out' });

  it('is one call, however fast it is pressed', async () => {
    let answer: (value: { body: string }) => void = () => undefined;
    const {
      api: calls,
      user,
      router,
    } = await open('account', (before) =>
      before.on('POST signout', () => new Promise((resolve) => (answer = resolve))),
    );
    await user.dblClick(button());
    expect(calls.count('POST signout')).toBe(1);
    answer({ body: 'Logout successful' });
    await waitFor(() => expect(router.state.location.pathname).toBe('/'));
  });

  it('warns first when messages are not sent', async () => {
    writeStored('me', 'outbox:1', { text: 'still here' });
    const { api: calls, user } = await open('account');
    await user.click(button());
    const dialog = screen.getByRole('dialog', { name: 'Some changes are not sent yet' });
    expect(document.activeElement?.textContent).toBe('Stay');
    await user.click(within(dialog).getByRole('button', { name: 'Stay' }));
    expect(calls.count('POST signout')).toBe(0);
  });
});

describe('the own data', () => {
  it('is downloaded from the upstream, where it can tell', async () => {
    await open('data', (before) => before.on('GET capabilities', { body: { capabilities: ['account'] } }));
    const download = await screen.findByRole('link', { name: 'Download my data' });
    expect(download.getAttribute('href')).toMatch(/\/profile\/export$/);
    expect(download.hasAttribute('download')).toBe(true);
  });
});

describe('clearing this device', () => {
  it('forgets drafts, and keeps people muted, who are so in the account', async () => {
    writeStored('me', 'draft:chat:ana', 'half a word');
    const { store, user, unmount } = await open('data', (before) =>
      before
        .on('GET capabilities', { body: { capabilities: ['safety'] } })
        .on('GET user/muted', { body: { items: [{ user: ana, createdAt: '' }], words: [], nextCursor: null } }),
    );
    await waitFor(() => expect(isMutedPerson(store.getState(), 'ana')).toBe(true));
    await user.click(screen.getByRole('button', { name: 'Clear this device' }));
    await user.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Clear' }));
    await waitFor(() => expect(localStorage.getItem('dotcode:user:me:draft:chat:ana')).toBeNull());
    expect(isMutedPerson(store.getState(), 'ana')).toBe(true);
    unmount();
    const next = renderApp('/setting?section=data');
    await waitFor(() => expect(isMutedPerson(next.store.getState(), 'ana')).toBe(true));
  });
});

describe('deleting the account', () => {
  const ask = async (change: (calls: FakeApi) => void) => {
    const rendered = await open('data', change);
    await rendered.user.click(await screen.findByRole('button', { name: 'Delete my account' }));
    const dialog = await screen.findByRole('dialog', { name: 'Delete your account?' });
    fireEvent.change(within(dialog).getByLabelText('Password'), { target: { value: 'Right#2026' } });
    const typeEmail = (value: string) =>
      fireEvent.change(within(dialog).getByLabelText(/^Type your email/), { target: { value } });
    return { ...rendered, dialog, typeEmail, confirm: within(dialog).getByRole('button', { name: 'Delete for good' }) };
  };

  it('needs the email typed, makes one call, and clears this device', async () => {
    writeStored('me', 'draft:chat:a', 'half a word');
    const {
      api: calls,
      user,
      dialog,
      typeEmail,
      confirm,
      router,
    } = await ask((before) => before.on('DELETE profile', { body: { success: true } }));
    expect(document.activeElement?.textContent).toBe('Keep my account');
    typeEmail('someone@example.com');
    await user.click(confirm);
    expect(within(dialog).queryByText('This is not the email address of this account.')).not.toBeNull();
    expect(document.activeElement).toBe(within(dialog).getByLabelText(/^Type your email/));
    expect(calls.count('DELETE profile')).toBe(0);
    typeEmail('Demo@Example.com ');
    await user.dblClick(confirm);
    await waitFor(() => expect(router.state.location.pathname).toBe('/'));
    expect(calls.calls.filter(({ call }) => call === 'DELETE profile').map(({ body }) => body)).toEqual([
      { password: 'Right#2026' },
    ]);
    expect(Object.keys(localStorage).filter((key) => key.startsWith('dotcode:user:me'))).toEqual([]);
  });

  it('says why it failed, and keeps everything', async () => {
    writeStored('me', 'draft:chat:a', 'half a word');
    const { user, dialog, typeEmail, confirm, router } = await ask((before) =>
      before.on('DELETE profile', { status: 403, body: { code: 'wrong_password', message: 'Wrong password.' } }),
    );
    typeEmail('demo@example.com');
    await user.click(confirm);
    await within(dialog).findByText('Wrong password.');
    expect(router.state.location.pathname).toBe('/setting');
    expect(localStorage.getItem('dotcode:user:me:draft:chat:a')).not.toBeNull();
  });

  it('says that the service cannot delete accounts where it cannot', async () => {
    await open('data', (before) => before.on('GET capabilities', { status: 404, body: '' }));
    await screen.findByText(/no way to delete an account by itself/);
    expect(screen.queryByRole('button', { name: 'Delete my account' })).toBeNull();
  });
});

describe('blocked people', () => {
  const mallory = makePerson({ _id: 'mallory', firstName: 'Mallory' });
  const withBlocks = (capability: string) => (calls: FakeApi) =>
    calls.on('GET capabilities', { body: { capabilities: [capability] } }).on('GET user/blocked', {
      body: { items: [{ user: mallory, createdAt: '2026-01-01T00:00:00.000Z' }], nextCursor: null },
    });

  it.each(['safety', 'safety.block'])('are listed and unblocked where the upstream offers %s', async (capability) => {
    const { api: calls, user } = await open('privacy', withBlocks(capability));
    calls.on('DELETE user/block/mallory', { status: 503, body: { code: 'unavailable', message: 'Not now.' } });
    await user.click(await screen.findByRole('button', { name: /^Unblock Mallory/ }));
    expect((await screen.findByText('Not now.')).getAttribute('role')).toBe('alert');
    calls.on('DELETE user/block/mallory', { body: { message: '' } });
    calls.on('GET user/blocked', { body: { items: [], nextCursor: null } });
    await user.click(screen.getByRole('button', { name: /^Unblock Mallory/ }));
    await screen.findByText(/^Nobody. You can block/);
    await waitFor(() => expect(polite()).toContain('no longer blocked'));
  });

  it('are no part of a service that offers no blocks', async () => {
    await open('privacy', (calls) => calls.on('GET capabilities', { body: { capabilities: ['preferences'] } }));
    await screen.findByRole('heading', { name: 'Being found and asked' });
    expect(screen.queryByText('Blocked people')).toBeNull();
  });
});
