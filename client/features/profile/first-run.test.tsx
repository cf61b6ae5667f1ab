import { screen, waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';
import type { FakeApi } from '#client/test-api.ts';
import { makePerson, memberApi, renderApp, unavailable } from '#client/test-support.tsx';
import type { Capability } from '#shared/capabilities.ts';

const all: Capability[] = ['profile.links', 'profile.intent', 'preferences', 'media'];

async function openProfile(firstRun: string, capabilities = all) {
  let own: object = {
    ...makePerson({ _id: 'me', firstName: 'Noor', skills: [], about: '' }),
    emailId: 'n@x.test',
    firstRun,
  };
  const save: Parameters<FakeApi['on']>[1] = ({ body }) => {
    own = { ...own, ...(body as object) };
    return { body: { message: '', data: own } };
  };
  const api = memberApi(capabilities)
    .on('GET profile/view', () => ({ body: own }))
    .on('GET profile/preferences', { body: { notify: {}, privacy: {}, timeZone: null } })
    .on('PATCH profile/preferences', { body: {} })
    .on('PATCH profile/edit', save);
  const app = renderApp('/profile');
  await screen.findByRole('heading', { level: 2, name: /What do you|Add a photo/ });
  return { api, save, edits: () => api.bodies('PATCH profile/edit'), ...app };
}

const press = (name: string) => screen.getByRole('button', { name });

it('asks for skills, wishes and a photo on the own profile, keeps what could not be saved, and leads to the feed', async () => {
  const { api, edits, save, user, router } = await openProfile('skills');
  api.on('PATCH profile/edit', unavailable('No.'));
  await user.type(screen.getByRole('combobox', { name: 'Skills' }), 'Elm,');
  await user.click(press('Continue'));
  await screen.findByText(/^Not saved\./);
  expect(screen.queryByText('Elm')).not.toBeNull();
  expect(screen.queryByText('Step 1 of 3')).not.toBeNull();
  api.on('PATCH profile/edit', save);
  await user.click(press('Continue'));
  await waitFor(() => expect(document.activeElement?.textContent).toBe('What do you look for?'));
  await user.click(screen.getByLabelText('be mentored'));
  await user.selectOptions(screen.getByLabelText('Hours a week'), '5');
  await user.click(screen.getByLabelText(/^Show my time zone/));
  await user.click(press('Continue'));
  await screen.findByText('Step 3 of 3');
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
  expect(api.bodies('PATCH profile/preferences')).toContainEqual({ timeZone, privacy: { showTimeZone: true } });
  await user.click(press('Meet people'));
  await waitFor(() => expect(router.state.location.pathname).toBe('/feed'));
  expect(edits().slice(1)).toEqual([
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

it('leaves out the steps that the upstream does not know', async () => {
  await openProfile('skills', ['profile.links']);
  expect(screen.queryByText('Step 1 of 1')).not.toBeNull();
});
