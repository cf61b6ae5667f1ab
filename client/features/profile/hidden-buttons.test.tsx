import { act, screen, waitFor } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { fakeApi, installBrowserParts, makePerson, renderApp } from '../../test-support.tsx';

installBrowserParts();

const own = { _id: 'me', firstName: 'Demo', lastName: 'Person' };
const profile = () =>
  fakeApi()
    .on('GET profile/view', { body: own })
    .on('GET capabilities', { status: 404, body: '' })
    .on('GET myprojects/me', { body: { success: true, message: '', project: [] } });

it('hides the edit-profile button while about and skills are not loaded', async () => {
  const answer = Promise.withResolvers<{ body: unknown }>();
  profile().on('GET profile/me', answer.promise);
  const { store } = renderApp('/profile');
  await screen.findByRole('heading', { level: 1, name: 'Demo Person' });
  expect(store.getState().buttons.hideEditProfileButton).toBe(true);
  expect(screen.queryByRole('link', { name: 'Edit Profile' })).toBeNull();
  answer.resolve({ body: { message: '', user: makePerson(own) } });
  expect(await screen.findByRole('link', { name: 'Edit Profile' })).toBeTruthy();
  expect(store.getState().buttons.hideEditProfileButton).toBe(false);
});

it('hides the buttons of a person while offline, and clears the flag on leaving', async () => {
  profile()
    .on('GET profile/ana', { body: { message: '', user: makePerson({ _id: 'ana', firstName: 'Ana' }) } })
    .on('GET myprojects/ana', { body: { success: true, message: '', project: [] } })
    .on('GET user/connections', { body: { message: '', data: [] } })
    .on('GET user/request/received', { body: { message: '', data: [] } });
  const { store, router } = renderApp('/profile/ana');
  const buttons = () => screen.queryByRole('group', { name: 'You and Ana' });
  await waitFor(() => expect(buttons()).toBeTruthy());
  expect(store.getState().buttons.hideButton).toBe(false);
  const onLine = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  act(() => void window.dispatchEvent(new Event('offline')));
  expect(store.getState().buttons.hideButton).toBe(true);
  expect(buttons()).toBeNull();
  await act(() => router.navigate('/setting'));
  await waitFor(() => expect(store.getState().buttons.hideButton).toBe(false));
  onLine.mockRestore();
});
