import { act, screen, waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';
import { goOffline, makePerson, memberApi, projectsOf, renderApp } from '#client/test-support.tsx';

/** An upstream that leaves about and skills out of the user's own record. */
const profile = () =>
  memberApi([], { about: undefined, skills: undefined }).on('GET capabilities', { status: 404, body: '' });

it('hides the edit-profile button while about and skills are not loaded', async () => {
  const answer = Promise.withResolvers<{ body: unknown }>();
  const answers = [{ status: 500, body: { message: 'Something went wrong ' } }];
  profile().on('GET profile/me', () => answers.shift() ?? answer.promise);
  const { store } = renderApp('/profile');
  const isHidden = () => store.getState().buttons.hideEditProfileButton;
  let drawnWhileHidden = 0;
  store.subscribe(() => {
    if (isHidden() && screen.queryByText('Edit Profile')) drawnWhileHidden += 1;
  });
  await screen.findByRole('heading', { level: 1, name: 'Demo Person' });
  expect(isHidden()).toBe(true);
  expect(screen.queryByRole('link', { name: 'Edit Profile' })).toBeNull();
  answer.resolve({ body: { message: '', user: makePerson({ _id: 'me' }) } });
  await screen.findByRole('link', { name: 'Edit Profile' });
  expect(isHidden()).toBe(false);
  expect(drawnWhileHidden).toBe(0);
});

it('hides the buttons of a person until the relation is known, and while offline; leaving clears the flag', async () => {
  const connections = Promise.withResolvers<{ body: unknown }>();
  profile()
    .on('GET profile/ana', { body: { message: '', user: makePerson({ _id: 'ana', firstName: 'Ana' }) } })
    .on('GET myprojects/ana', projectsOf())
    .on('GET user/connections', connections.promise);
  const { store, router } = renderApp('/profile/ana');
  const isHidden = () => store.getState().buttons.hideButton;
  const buttons = () => screen.queryByRole('group', { name: 'You and Ana' });
  await screen.findByRole('heading', { level: 1, name: /^Ana/ });
  await waitFor(() => expect(isHidden()).toBe(true));
  expect(buttons()).toBeNull();
  connections.resolve({ body: { message: '', data: [] } });
  await waitFor(() => expect(buttons()).not.toBeNull());
  expect(isHidden()).toBe(false);
  goOffline();
  expect(isHidden()).toBe(true);
  expect(buttons()).toBeNull();
  await act(() => router.navigate('/setting'));
  await waitFor(() => expect(isHidden()).toBe(false));
});
