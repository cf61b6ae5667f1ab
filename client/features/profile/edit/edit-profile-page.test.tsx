import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import { takeBackWaitingCall, waitingCalls } from '#client/lib/device/waiting-calls.ts';
import {
  announced,
  goOffline,
  invalidFields,
  makePerson,
  memberApi,
  renderApp,
  unavailable,
} from '#client/test-support.tsx';
import type { OwnUser } from '#shared/api/users.ts';
import { stubMedia } from '#tests/setup/browser-parts.ts';

const me: OwnUser = {
  ...makePerson({ _id: 'me', firstName: 'Demo', lastName: 'Person', about: 'Engines.', skills: ['Go'] }),
  emailId: 'demo@example.com',
};

async function openForm(own: object = me) {
  const api = memberApi([], own).on('GET profile/me', { body: { user: me, message: '' } });
  const app = renderApp('/profile/edit');
  await screen.findByLabelText('About');
  return { api, ...app };
}

const field = (name: string) => screen.getByLabelText<HTMLInputElement>(name);
const skills = () => screen.getByRole<HTMLInputElement>('combobox', { name: 'Skills' });
const save = () => screen.getByRole('button', { name: 'Save' });
/** Two elements have this text: the toast and the live region. */
const isSaved = () => screen.findAllByText('Profile saved');
const saves = (data: object) => ({ body: { message: '', data: { ...me, ...data } } });

describe('the profile form', () => {
  it('sends only what changed, once, keeps what is typed meanwhile, and takes the spelling of the upstream for the rest', async () => {
    const { api, user, store } = await openForm();
    const answer = Promise.withResolvers<object>();
    api.on('PATCH profile/edit', answer.promise);
    await user.type(field('First name'), '  ');
    await user.type(field('About'), ' And looms.');
    await user.dblClick(save());
    await user.keyboard('{Control>}{Enter}{/Control}');
    await user.type(field('About'), ' And more.');
    // Another upstream answers with what was sent alone: the email and the rest of the user stay.
    answer.resolve({ body: { message: '', data: { _id: 'me', firstName: 'Demo', about: 'Engines. And looms.' } } });
    await isSaved();
    expect(api.bodies('PATCH profile/edit')).toEqual([{ firstName: 'Demo  ', about: 'Engines. And looms.' }]);
    expect(store.getState().auth.user).toMatchObject({ ...me, about: 'Engines. And looms.' });
    expect(field('First name').value).toBe('Demo');
    expect(field('About').value).toBe('Engines. And looms. And more.');
    expect(screen.queryByText('Not saved yet')).not.toBeNull();
  });

  it('says what the user looks for, where the upstream knows of it', async () => {
    const api = memberApi(['profile.intent'], { ...me, lookingFor: ['pair'], hoursPerWeek: 5 });
    api.on('PATCH profile/edit', ({ body }) => saves({ lookingFor: ['pair'], hoursPerWeek: 5, ...(body as object) }));
    const { user } = renderApp('/profile/edit');
    await user.click(await screen.findByLabelText('mentor'));
    await user.clear(field('Hours a week'));
    await user.type(field('Hours a week'), '100');
    await user.click(save());
    await screen.findByText('Hours a week: A whole number from 1 to 60.');
    await user.clear(field('Hours a week'));
    await user.click(save());
    await isSaved();
    expect(api.calls.filter(({ call }) => call === 'PATCH profile/edit').map(({ body }) => body)).toEqual([
      { lookingFor: ['pair', 'mentor'], hoursPerWeek: null },
    ]);
  });

  it('says that nothing changed, or what is wrong beside the field and in a summary, sends nothing, and asks before it is lost', async () => {
    const { api, user, router } = await openForm();
    await user.click(save());
    await screen.findByText('Nothing has changed');
    await user.clear(field('First name'));
    await user.click(save());
    const summary = await screen.findByRole('alert', { name: 'Some fields need another look' });
    await waitFor(() => expect(document.activeElement).toBe(summary));
    expect(field('First name').getAttribute('aria-invalid')).toBe('true');
    await user.click(within(summary).getByRole('button', { name: 'First name has 2 to 40 characters.' }));
    expect(document.activeElement).toBe(field('First name'));
    await user.type(field('First name'), 'Al');
    expect(field('First name').getAttribute('aria-invalid')).toBeNull();
    expect(api.count('PATCH profile/edit')).toBe(0);
    await user.click(screen.getByRole('link', { name: 'Settings' }));
    const keep = await screen.findByRole('button', { name: 'Keep editing' });
    expect(document.activeElement).toBe(keep);
    await user.click(keep);
    expect(router.state.location.pathname).toBe('/profile/edit');
    expect(field('First name').value).toBe('Al');
  });

  it('says under the button that a save failed, and in a summary which fields were refused, and keeps what was typed', async () => {
    const { api, user } = await openForm();
    api.on('PATCH profile/edit', unavailable('Not now.'));
    await user.type(field('About'), '!');
    await user.click(save());
    const failure = await screen.findByText(/^Not saved\. Not now\./);
    expect(save().compareDocumentPosition(failure) & Node.DOCUMENT_POSITION_FOLLOWING).not.toBe(0);
    expect(document.activeElement).toBe(save());
    const refused = { about: 'No links here.', skills: 'Too many.', nickname: 'Unknown.' };
    api.on('PATCH profile/edit', invalidFields(refused, 'Not accepted.'));
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    const summary = within(await screen.findByRole('alert', { name: 'Not accepted.' }));
    expect(screen.queryByText(/Not now/)).toBeNull();
    expect(screen.queryByText('No links here.')).not.toBeNull();
    expect(field('About').value).toBe('Engines.!');
    await user.click(summary.getByRole('button', { name: 'Skills: Too many.' }));
    expect(document.activeElement).toBe(skills());
    expect(summary.getAllByRole('button')).toHaveLength(2);
  });

  it('saves a skill that is only typed; takes a pasted list whole, merges spellings, and keeps what does not fit', async () => {
    const { api, user } = await openForm();
    api.on('PATCH profile/edit', saves({ skills: ['Go', 'Rust'] }));
    await user.type(skills(), 'Rust{Control>}{Enter}{/Control}');
    await isSaved();
    expect(api.bodies('PATCH profile/edit')).toEqual([{ skills: ['Go', 'Rust'] }]);
    await user.click(skills());
    await user.paste('TypeScript, PostgreSQL, go, Kubernetes, Elixir');
    const chips = () => screen.getAllByRole('button', { name: /^Remove / });
    expect(chips()).toHaveLength(6);
    await user.paste(Array.from({ length: 15 }, (_, at) => `skill ${at}`).join(','));
    expect(chips()).toHaveLength(20);
    expect(skills().value).toBe('skill 14');
    expect(document.getElementById(skills().getAttribute('aria-describedby') ?? '')?.textContent).toBe(
      '20 is the most.',
    );
    await user.clear(skills());
    await user.keyboard('{Backspace}');
    expect(chips()).toHaveLength(19);
  });

  it('says so when a save fails after the screen was left', async () => {
    const { api, user } = await openForm();
    const answer = Promise.withResolvers<object>();
    api.on('PATCH profile/edit', answer.promise);
    await user.type(field('About'), '!');
    await user.click(save());
    await user.click(screen.getByRole('link', { name: 'Settings' }));
    await screen.findByRole('heading', { level: 1, name: 'Settings' });
    answer.resolve(unavailable('Not now.'));
    await screen.findByText('Your profile was not saved. Not now.');
    api.on('PATCH profile/edit', saves({ about: 'Engines.!' }));
    // Toasts call setPointerCapture, which jsdom does not have.
    fireEvent.click(screen.getByRole('button', { name: 'Try again' }));
    await screen.findByText('Profile saved');
    expect(api.bodies('PATCH profile/edit')).toEqual([{ about: 'Engines.!' }, { about: 'Engines.!' }]);
  });

  it('without a network the changes wait: the form is free, and keeps them until they have gone out', async () => {
    const { api, user, router } = await openForm();
    api.on('PATCH profile/edit', 'network error');
    const goOnline = goOffline();
    await user.type(field('About'), '!');
    await user.click(save());
    await screen.findByText('Your changes go out when you are back');
    await screen.findByText('Nothing to save');
    act(() => void takeBackWaitingCall('me', { method: 'PATCH', url: 'profile/edit' }));
    await screen.findByText('Not saved yet');
    expect(field('About').value, 'taken back, they are unsaved again').toBe('Engines.!');
    await user.click(save());
    await screen.findByText('Nothing to save');
    await user.click(screen.getByRole('link', { name: 'Settings' }));
    await screen.findByRole('heading', { level: 1, name: 'Settings' });
    await act(() => router.navigate('/profile/edit'));
    await screen.findByLabelText('About');
    expect([field('About').value, screen.queryByText('Nothing to save')]).toEqual(['Engines.!', expect.anything()]);
    await user.type(field('First name'), 'tra');
    await user.click(save());
    await waitFor(() => expect(waitingCalls('me')[0]?.body).toEqual({ about: 'Engines.!', firstName: 'Demotra' }));
    api.on('PATCH profile/edit', saves({ about: 'Engines.!', firstName: 'Demotra' }));
    const before = api.count('PATCH profile/edit');
    goOnline();
    await waitFor(() => expect(waitingCalls('me')).toEqual([]));
    expect(api.count('PATCH profile/edit') - before).toBe(1);
    await screen.findByText('Nothing to save');
  });

  it('previews the cover from wherever it is, and says how many characters are left at 50, 20 and 0', async () => {
    const coverUrl = 'https://pictures.test/cover.png';
    const { user } = await openForm({ ...me, about: 'x'.repeat(449), coverUrl });
    const preview = screen.getByRole('complementary', { name: 'Preview' });
    expect(preview.querySelector(`img[src="${coverUrl}"]`)).not.toBeNull();
    await user.type(field('About'), 'y');
    await waitFor(() => expect(announced()).toBe('50 characters left'));
  });

  it('waits for about and skills where the profile call leaves them out, and can be loaded again', async () => {
    const api = memberApi([], { about: undefined, skills: undefined }).on('GET profile/me', unavailable('Not now.'));
    const { user } = renderApp('/profile/edit');
    await screen.findByText('Not now.');
    expect(screen.queryByRole('button', { name: 'Save' })).toBeNull();
    api.on('GET profile/me', { body: { user: me, message: '' } });
    await user.click(screen.getByRole('button', { name: 'Retry' }));
    expect((await screen.findByLabelText<HTMLInputElement>('About')).value).toBe('Engines.');
  });
});

describe('the profile form on a phone', () => {
  beforeEach(() => stubMedia());

  it('has the preview in a tab of the same panel, and keeps what is half typed', async () => {
    const { user } = await openForm();
    await user.type(field('First name'), 'tra');
    await user.click(screen.getByRole('tab', { name: 'Preview' }));
    const panel = screen.getByRole('tabpanel', { name: 'Preview' });
    expect(panel.textContent).toContain('Demotra Person');
    await user.click(screen.getByRole('tab', { name: 'Form' }));
    expect(field('First name').value).toBe('Demotra');
    expect(screen.getByRole('tabpanel', { name: 'Form' }).contains(field('First name'))).toBe(true);
  });
});
