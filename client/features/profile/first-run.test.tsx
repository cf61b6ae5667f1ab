import { screen, waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';
import { fakeApi, installBrowserParts, loadBeforehand, makePerson, renderApp } from '#client/test-support.tsx';
import type { Capability } from '#shared/capabilities.ts';

installBrowserParts();
loadBeforehand('profile');
loadBeforehand('feed');

const all: Capability[] = ['profile.links', 'profile.intent', 'preferences', 'media'];

async function openProfile(firstRun: string, capabilities = all) {
  let own: object = {
    ...makePerson({ _id: 'me', firstName: 'Noor', skills: [], about: '' }),
    emailId: 'n@x.test',
    firstRun,
  };
  const api = fakeApi()
    .on('GET capabilities', { body: { capabilities } })
    .on('GET profile/view', () => ({ body: own }))
    .on('GET profile/preferences', { body: { notify: {}, privacy: {}, timeZone: null } })
    .on('PATCH profile/preferences', { body: {} })
    .on('GET user/request/received', { body: { message: '', data: [] } })
    .on('GET user/feed', { body: [] })
    .on('PATCH profile/edit', ({ body }) => {
      own = { ...own, ...(body as object) };
      return { body: { message: '', data: own } };
    });
  const app = renderApp('/profile');
  await screen.findByRole('heading', { level: 2, name: /What do you|Add a photo/ });
  const edits = () => api.calls.filter(({ call }) => call === 'PATCH profile/edit').map(({ body }) => body);
  return { api, edits, ...app };
}

const press = (name: string) => screen.getByRole('button', { name });

it('asks for skills, wishes and a photo on the own profile, and leads to the feed', async () => {
  const { api, edits, user, router } = await openProfile('skills');
  await user.type(screen.getByRole('combobox', { name: 'Skills' }), 'Elm,');
  await user.click(press('Continue'));
  await waitFor(() => expect(document.activeElement?.textContent).toBe('What do you look for?'));
  await user.click(screen.getByLabelText('be mentored'));
  await user.selectOptions(screen.getByLabelText('Hours a week'), '5');
  await user.click(screen.getByLabelText(/^Show my time zone/));
  await user.click(press('Continue'));
  await screen.findByText('Step 3 of 3');
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
  const preferences = api.calls.filter(({ call }) => call === 'PATCH profile/preferences').map(({ body }) => body);
  expect(preferences).toContainEqual({ timeZone, privacy: { showTimeZone: true } });
  await user.click(press('Meet people'));
  await waitFor(() => expect(router.state.location.pathname).toBe('/feed'));
  expect(edits()).toEqual([
    { skills: ['Elm'], firstRun: 'wishes' },
    { lookingFor: ['be mentored'], hoursPerWeek: 5, firstRun: 'photo' },
    { firstRun: 'done' },
  ]);
});

it('goes on at the step of another device, and each step can be skipped', async () => {
  const { edits, user } = await openProfile('wishes');
  await user.click(press('Skip'));
  await screen.findByText('Step 3 of 3');
  expect(edits()).toEqual([{ firstRun: 'photo' }]);
});

it('keeps what was chosen when it could not be saved', async () => {
  const { api, user } = await openProfile('skills');
  api.on('PATCH profile/edit', { status: 500, body: { code: 'internal', message: 'No.' } });
  await user.type(screen.getByRole('combobox', { name: 'Skills' }), 'Elm,');
  await user.click(press('Continue'));
  await screen.findByText(/^Not saved\./);
  expect(screen.queryByText('Elm')).not.toBeNull();
  expect(screen.queryByText('Step 1 of 3')).not.toBeNull();
});

it('leaves out the steps that the upstream does not know', async () => {
  await openProfile('skills', ['profile.links']);
  expect(screen.queryByText('Step 1 of 1')).not.toBeNull();
});
