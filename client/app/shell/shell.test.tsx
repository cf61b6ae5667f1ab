import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { setPreference } from '#client/lib/device/preferences.ts';
import { sessionEnded } from '#client/state/slices/session-slice.ts';
import { makePerson, memberApi, noSession, renderApp, visitorApi, writeStored } from '#client/test-support.tsx';

const own = makePerson({ _id: 'me', firstName: 'Demo', lastName: 'Person' });

const signedInApi = () => memberApi().on('POST signout', { body: 'Logout successful' });

async function openSettings(query = '') {
  const rendered = renderApp(`/setting${query}`);
  await screen.findByRole('heading', { level: 1, name: 'Settings' });
  return rendered;
}

describe('the legend of shortcuts', () => {
  it('opens with ?, filters, and runs what is found', async () => {
    signedInApi();
    const { router, user } = await openSettings();
    await user.keyboard('?');
    const legend = await screen.findByRole('dialog', { name: 'Keyboard shortcuts' });
    for (const screenName of 'Feed,Messages,Connections,Requests,Projects,Profile,Settings,Search'.split(','))
      expect(within(legend).queryByRole('button', { name: new RegExp(`Go to ${screenName}`) })).not.toBeNull();
    within(legend).getByRole('button', { name: /^Find anything\s*Ctrl\s*K$/ });
    await user.type(within(legend).getByRole('searchbox'), 'connections');
    expect(within(legend).queryByRole('button', { name: /Go to Requests/ })).toBeNull();
    await user.keyboard('{Enter}');
    await waitFor(() => expect(router.state.location.pathname).toBe('/connection'));
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  it('leads to the notifications where the upstream stores them', async () => {
    signedInApi()
      .on('GET capabilities', { body: { capabilities: ['notifications'] } })
      .on('GET notifications', { body: { items: [], nextCursor: null, unread: 0, unreadOf: {}, askers: 0 } });
    const { router, user } = await openSettings();
    await user.keyboard('gn');
    await waitFor(() => expect(router.state.location.pathname).toBe('/notifications'));
  });

  it('opens with a button, also while the keys are switched off', async () => {
    signedInApi();
    setPreference('shortcuts', false);
    const { user } = await openSettings();
    await user.keyboard('?');
    expect(screen.queryByRole('dialog')).toBeNull();
    await user.click(screen.getByRole('button', { name: 'Account of Demo Person' }));
    await user.click(screen.getByRole('button', { name: 'Shortcuts', hidden: true }));
    await screen.findByText(/The keys are switched off/);
  });
});

describe('the palette', () => {
  const palette = () => screen.findByRole('dialog', { name: 'Find anything' });

  it('opens with Ctrl and K, in a field too, and with a button', async () => {
    signedInApi();
    const { user } = renderApp('/search');
    const field = await screen.findByRole('searchbox', { name: 'Search people and projects' });
    await user.click(field);
    await user.keyboard('{Control>}k{/Control}');
    await palette();
    await user.keyboard('{Escape}');
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(document.activeElement).toBe(field);
    await user.click(screen.getByRole('button', { name: 'Find anything' }));
    await palette();
  });

  it('leaves Ctrl and K to a field that uses them itself, and to the browser once shortcuts are off', async () => {
    signedInApi();
    const { user } = await openSettings();
    const own = (event: Event) => event.preventDefault();
    document.body.addEventListener('keydown', own);
    await user.keyboard('{Control>}k{/Control}');
    document.body.removeEventListener('keydown', own);
    setPreference('shortcuts', false);
    await user.keyboard('{Control>}k{/Control}');
    expect(screen.queryByRole('dialog')).toBeNull();
  });
});

it('logging out in the menu of the account warns when messages are not sent yet', async () => {
  const api = signedInApi();
  writeStored('me', 'outbox:1', { text: 'still here' });
  const { user } = await openSettings();
  const menu = within(screen.getByRole('banner'));
  await user.click(menu.getByRole('button', { name: 'Account of Demo Person' }));
  await user.click(menu.getByRole('button', { name: 'Log out', hidden: true }));
  expect(screen.queryByRole('dialog', { name: 'Some changes are not sent yet' })).not.toBeNull();
  expect(api.count('POST signout')).toBe(0);
  await user.click(screen.getByRole('button', { name: 'Log out all the same' }));
  await waitFor(() => expect(api.count('POST signout')).toBe(1));
});

it('badges of the navigation stay short, however much is unread', async () => {
  signedInApi()
    .on('GET capabilities', { body: { capabilities: ['chat.list'] } })
    .on('GET chats', { body: { items: [], nextCursor: null, unreadTotal: 100 } });
  renderApp('/setting');
  const link = await screen.findByRole('link', { name: /^Messages/ });
  await waitFor(() => expect(link.textContent).toBe('Messages99+ unread messages'));
});

describe('a session that ended', () => {
  const openDialog = async () => {
    const rendered = await openSettings('?section=accessibility');
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

it('a user who logs out in another tab is logged out here at once', async () => {
  signedInApi();
  const { router, store } = await openSettings();
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
  await waitFor(() =>
    expect(sessionStorage.getItem('dotcode:refused'), 'the page is not offered again to the next user').toBeNull(),
  );
});

it('a user who logs in in another tab is logged in here too', async () => {
  const api = visitorApi();
  const { router } = renderApp('/');
  await screen.findByRole('heading', { level: 1, name: 'Connect. Collaborate. .Code' });
  api.on('GET profile/view', { body: own }).on('GET user/feed', { body: [makePerson({ firstName: 'Ingrid' })] });
  localStorage.setItem('dotcode:session-user', 'me');
  act(() => void window.dispatchEvent(new StorageEvent('storage', { key: 'dotcode:session-user' })));
  await screen.findByRole('article', { name: /Ingrid/ });
  expect(router.state.location.pathname).toBe('/feed');
});

describe('another account logs in in another tab', () => {
  const bea = makePerson({ _id: 'bea', firstName: 'Bea', lastName: 'Berg' });
  const noteOtherTab = () => localStorage.setItem('dotcode:session-user', 'bea');
  const tell = () => act(() => void window.dispatchEvent(new StorageEvent('storage', { key: 'dotcode:session-user' })));

  it('the tab shows that account from then on', async () => {
    const api = signedInApi();
    const { router, store } = await openSettings();
    api.on('GET profile/view', { body: bea }).on('GET user/feed', { body: [makePerson({ firstName: 'Ingrid' })] });
    noteOtherTab();
    tell();
    expect(store.getState().auth.user, 'nobody, until it is known who is signed in').toBeNull();
    await screen.findByRole('article', { name: /Ingrid/ });
    expect(router.state.location.pathname).toBe('/feed');
    expect(store.getState().auth.user?._id).toBe('bea');
  });

  it('a press before the tab has learned of it sends nothing as that account', async () => {
    const api = signedInApi().on('GET user/feed', { body: [makePerson({ _id: 'i', firstName: 'Ingrid' })] });
    const { user } = renderApp('/feed');
    const press = await screen.findByRole('button', { name: /^Interested/ });
    noteOtherTab();
    await user.click(press);
    await act(async () => undefined);
    expect(api.calls.filter(({ call }) => call.startsWith('POST'))).toEqual([]);
  });

  it('the same account logs in there: the dialog here closes, and the refused call is made', async () => {
    const api = signedInApi().on('GET user/feed', { body: [makePerson({ _id: 'i', firstName: 'Ingrid' })] });
    api.on('POST request/interested/i', noSession);
    const { user } = renderApp('/feed');
    await user.click(await screen.findByRole('button', { name: /^Interested/ }));
    await screen.findByRole('dialog', { name: 'Your session has ended' });
    api.on('POST request/interested/i', { body: { message: '' } });
    tell();
    await waitFor(() => expect(api.count('POST request/interested/i')).toBe(2));
    expect(screen.queryByRole('dialog')).toBeNull();
  });
});
