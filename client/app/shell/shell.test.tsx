import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { mute } from '#client/device/muted.ts';
import { setPreference } from '#client/device/preferences.ts';
import { sessionEnded } from '#client/store/slices/session-slice.ts';
import {
  type FakeApi,
  fakeApi,
  installBrowserParts,
  makePerson,
  renderApp,
  writeStored,
} from '#client/test-support.tsx';

installBrowserParts();

const own = makePerson({ _id: 'me', firstName: 'Demo', lastName: 'Person' });

function signedInApi(): FakeApi {
  return fakeApi()
    .on('GET profile/view', { body: own })
    .on('GET user/request/received', { body: { message: '', data: [] } })
    .on('GET user/connections', { body: { message: '', data: [] } })
    .on('GET user/feed', { body: [] })
    .on('POST signout', { body: 'Logout successful' });
}

describe('the legend of shortcuts', () => {
  it('opens with ?, filters, and runs what is found', async () => {
    signedInApi();
    const { router, user } = renderApp('/setting');
    await screen.findByRole('heading', { level: 1, name: 'Settings' });
    await user.keyboard('?');
    const legend = await screen.findByRole('dialog', { name: 'Keyboard shortcuts' });
    expect(within(legend).queryByRole('button', { name: /Go to Requests/ })).not.toBeNull();
    await user.type(within(legend).getByRole('searchbox'), 'connections');
    expect(within(legend).queryByRole('button', { name: /Go to Requests/ })).toBeNull();
    await user.keyboard('{Enter}');
    await waitFor(() => expect(router.state.location.pathname).toBe('/connection'));
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  it('opens with a button, also while the keys are switched off', async () => {
    signedInApi();
    setPreference('shortcuts', false);
    const { user } = renderApp('/setting');
    await screen.findByRole('heading', { level: 1, name: 'Settings' });
    await user.keyboard('?');
    expect(screen.queryByRole('dialog')).toBeNull();
    await user.click(screen.getByRole('button', { name: 'Shortcuts' }));
    await screen.findByText(/The keys are switched off/);
    setPreference('shortcuts', true);
  });
});

describe('logging out in the sidebar', () => {
  const logOutButton = () => within(screen.getByRole('banner')).getByRole('button', { name: 'Log out' });

  it('warns when messages are not sent yet', async () => {
    const api = signedInApi();
    writeStored('me', 'outbox:1', { text: 'still here' });
    const { user } = renderApp('/setting');
    await screen.findByRole('heading', { level: 1, name: 'Settings' });
    await user.click(logOutButton());
    expect(screen.queryByRole('dialog', { name: 'Some messages are not sent yet' })).not.toBeNull();
    expect(api.count('POST signout')).toBe(0);
    await user.click(screen.getByRole('button', { name: 'Log out all the same' }));
    await waitFor(() => expect(api.count('POST signout')).toBe(1));
  });

  it('does not ask without unsent messages', async () => {
    const api = signedInApi();
    const { user } = renderApp('/setting');
    await screen.findByRole('heading', { level: 1, name: 'Settings' });
    await user.click(logOutButton());
    await waitFor(() => expect(api.count('POST signout')).toBe(1));
  });
});

it('badges of the navigation stay short, however much is unread', async () => {
  signedInApi()
    .on('GET capabilities', { body: { capabilities: ['chat.list'] } })
    .on('GET chats', { body: { items: [], nextCursor: null, unreadTotal: 128 } });
  renderApp('/setting');
  const link = await screen.findByRole('link', { name: /^Connections/ });
  await waitFor(() => expect(link.textContent).toBe('Connections99+ unread messages'));
});

describe('a session that ended', () => {
  const openDialog = async () => {
    const rendered = renderApp('/setting?section=accessibility');
    await screen.findByRole('heading', { level: 1, name: 'Settings' });
    rendered.store.dispatch(sessionEnded());
    return { ...rendered, dialog: await screen.findByRole('dialog', { name: 'Your session has ended' }) };
  };
  const logIn = async (dialog: HTMLElement) => {
    fireEvent.change(within(dialog).getByLabelText('Email Id'), { target: { value: 'demo@example.com' } });
    fireEvent.change(within(dialog).getByLabelText('Password'), { target: { value: 'right' } });
    const button = within(dialog).getByRole('button', { name: 'Log in again' });
    fireEvent.click(button);
    fireEvent.click(button);
  };

  it('the same user logs in again in place by one call, and failures stay in the dialog', async () => {
    const api = signedInApi().on('POST login', { status: 400, body: { code: 'bad', message: 'Wrong password.' } });
    const { dialog, router } = await openDialog();
    await logIn(dialog);
    await within(dialog).findByText('Wrong password.');
    expect(api.count('POST login')).toBe(1);
    api.on('POST login', { body: own });
    await logIn(dialog);
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(router.state.location.pathname + router.state.location.search).toBe('/setting?section=accessibility');
  });

  it('another user who logs in gets their own feed', async () => {
    const other = makePerson({ _id: 'other', firstName: 'Other' });
    const api = signedInApi();
    // From the login on, the profile is the other user's, whenever the live connection loads it.
    api.on('POST login', () => {
      api.on('GET profile/view', { body: other });
      return { body: other };
    });
    const { dialog, router, store } = await openDialog();
    await logIn(dialog);
    await waitFor(() => expect(router.state.location.pathname).toBe('/feed'));
    expect(store.getState().auth.user?._id).toBe('other');
  });

  it('can be left', async () => {
    signedInApi();
    const { dialog, router } = await openDialog();
    fireEvent.click(within(dialog).getByRole('button', { name: 'Leave' }));
    await waitFor(() => expect(router.state.location.pathname).toBe('/'));
  });
});

it('clearing this device empties the list of muted people on screen', async () => {
  signedInApi();
  mute('me', { _id: 'p', name: 'Nora North' });
  const { user } = renderApp('/setting?section=data');
  await screen.findByText('Nora North');
  await user.click(screen.getByRole('button', { name: 'Clear this device' }));
  await user.click(screen.getByRole('button', { name: 'Clear' }));
  await waitFor(() => expect(screen.queryByText('Nora North')).toBeNull());
});

it('a user who logs out in another tab is logged out here at once', async () => {
  signedInApi();
  const { router, store } = renderApp('/setting');
  await screen.findByRole('heading', { level: 1, name: 'Settings' });
  expect(store.getState().auth.user).not.toBeNull();
  act(
    () =>
      void window.dispatchEvent(
        new StorageEvent('storage', { key: 'dotcode:user:me:left', newValue: '2026-01-01T00:00:00.000Z' }),
      ),
  );
  await screen.findByRole('heading', { level: 1, name: 'Connect. Collaborate. .Code' });
  expect(router.state.location.pathname).toBe('/');
  expect(store.getState().auth.user).toBeNull();
  expect(sessionStorage.getItem('dotcode:refused'), 'the page is not offered again to the next user').toBeNull();
});
