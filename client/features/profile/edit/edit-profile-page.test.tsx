import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { takeBackWaitingCall, waitingCalls } from '#client/lib/device/waiting-calls.ts';
import { fakeApi, installBrowserParts, loadBeforehand, makePerson, renderApp } from '#client/test-support.tsx';
import type { OwnUser } from '#shared/api/users.ts';

installBrowserParts();
loadBeforehand('editProfile');

const me: OwnUser = {
  ...makePerson({ _id: 'me', firstName: 'Demo', lastName: 'Person', about: 'Engines.', skills: ['Go'] }),
  emailId: 'demo@example.com',
};

async function openForm(own: object = me) {
  const api = fakeApi()
    .on('GET profile/view', { body: own })
    .on('GET profile/me', { body: { user: me, message: '' } })
    .on('GET user/request/received', { body: { message: '', data: [] } });
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
  it('sends only what changed, once, and shows it everywhere', async () => {
    const { api, user, store } = await openForm();
    let answer: (reply: object) => void = () => undefined;
    api.on('PATCH profile/edit', new Promise((resolve) => (answer = resolve)));
    await user.type(field('About'), ' And looms.');
    await user.dblClick(save());
    await user.keyboard('{Control>}{Enter}{/Control}');
    act(() => answer(saves({ about: 'Engines. And looms.' })));
    await isSaved();
    expect(api.calls.filter(({ call }) => call === 'PATCH profile/edit').map(({ body }) => body)).toEqual([
      { about: 'Engines. And looms.' },
    ]);
    expect(store.getState().auth.user?.about).toBe('Engines. And looms.');
    expect(screen.queryByText('Nothing to save')).not.toBeNull();
  });

  it('says what the user looks for, where the upstream knows of it', async () => {
    const api = fakeApi().on('GET capabilities', { body: { capabilities: ['profile.intent'] } });
    api.on('GET profile/view', { body: { ...me, lookingFor: ['pair'], hoursPerWeek: 5 } });
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

  it('keeps what is typed while it saves, and takes the spelling of the upstream for the rest', async () => {
    const { api, user, store } = await openForm();
    let answer: (reply: object) => void = () => undefined;
    api.on('PATCH profile/edit', new Promise((resolve) => (answer = resolve)));
    await user.type(field('First name'), '  ');
    await user.type(field('About'), ' And looms.');
    await user.click(save());
    await user.type(field('About'), ' And more.');
    // Another upstream answers with what was sent alone: the email and the rest of the user stay.
    act(() => answer({ body: { message: '', data: { _id: 'me', firstName: 'Demo', about: 'Engines. And looms.' } } }));
    await isSaved();
    expect(store.getState().auth.user).toMatchObject({ ...me, about: 'Engines. And looms.' });
    expect(field('First name').value).toBe('Demo');
    expect(field('About').value).toBe('Engines. And looms. And more.');
    expect(screen.queryByText('Not saved yet')).not.toBeNull();
  });

  it('says what is wrong beside the field and in a summary that has the focus, and sends nothing', async () => {
    const { api, user } = await openForm();
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
  });

  it('shows the fields that the upstream refuses, leads to each that it has, and keeps what was typed', async () => {
    const { api, user } = await openForm();
    api.on('PATCH profile/edit', {
      status: 422,
      body: {
        code: 'invalid_fields',
        message: 'Not accepted.',
        fields: { about: 'No links here.', skills: 'Too many.', nickname: 'Unknown.' },
      },
    });
    await user.type(field('About'), '!');
    await user.click(save());
    const summary = within(await screen.findByRole('alert', { name: 'Not accepted.' }));
    expect(screen.queryByText('No links here.')).not.toBeNull();
    expect(field('About').value).toBe('Engines.!');
    await user.click(summary.getByRole('button', { name: 'Skills: Too many.' }));
    expect(document.activeElement).toBe(skills());
    expect(summary.getAllByRole('button')).toHaveLength(2);
  });

  it('says under the button that a save failed, keeps the focus there, and sends the same once more', async () => {
    const { api, user } = await openForm();
    api.on('PATCH profile/edit', { status: 503, body: { code: 'unavailable', message: 'Not now.' } });
    await user.type(field('About'), '!');
    await user.click(save());
    const failure = await screen.findByText(/^Not saved\. Not now\./);
    expect(save().compareDocumentPosition(failure) & Node.DOCUMENT_POSITION_FOLLOWING).toBe(
      Node.DOCUMENT_POSITION_FOLLOWING,
    );
    expect(document.activeElement).toBe(save());
    api.on('PATCH profile/edit', saves({ about: 'Engines.!' }));
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    await isSaved();
    expect(screen.queryByText(/Not now/)).toBeNull();
    expect(document.activeElement).toBe(save());
  });

  it('saves a skill that is only typed together with the rest, by Ctrl and Enter', async () => {
    const { api, user } = await openForm();
    api.on('PATCH profile/edit', saves({ skills: ['Go', 'Rust'] }));
    await user.type(skills(), 'Rust{Control>}{Enter}{/Control}');
    await isSaved();
    expect(api.calls.find(({ call }) => call === 'PATCH profile/edit')?.body).toEqual({ skills: ['Go', 'Rust'] });
  });

  it('takes a pasted list of skills whole, merges spellings, and keeps what does not fit in the input', async () => {
    const { user } = await openForm();
    await user.click(skills());
    await user.paste('TypeScript, PostgreSQL, go, Kubernetes, Elixir');
    const chips = () => screen.getAllByRole('button', { name: /^Remove / });
    expect(chips()).toHaveLength(5);
    await user.paste(Array.from({ length: 16 }, (_, at) => `skill ${at}`).join(','));
    expect(chips()).toHaveLength(20);
    expect(skills().value).toBe('skill 15');
    expect(document.getElementById(skills().getAttribute('aria-describedby') ?? '')?.textContent).toBe(
      '20 is the most.',
    );
    await user.clear(skills());
    await user.keyboard('{Backspace}');
    expect(chips()).toHaveLength(19);
  });

  it('says so when a save fails after the screen was left', async () => {
    const { api, user } = await openForm();
    let answer: (reply: object) => void = () => undefined;
    api.on('PATCH profile/edit', new Promise((resolve) => (answer = resolve)));
    await user.type(field('About'), '!');
    await user.click(save());
    await user.click(screen.getByRole('link', { name: 'Settings' }));
    await screen.findByRole('heading', { level: 1, name: 'Settings' });
    act(() => answer({ status: 503, body: { code: 'unavailable', message: 'Not now.' } }));
    await screen.findByText('Your profile was not saved. Not now.');
    api.on('PATCH profile/edit', saves({ about: 'Engines.!' }));
    // Toasts call setPointerCapture, which jsdom does not have.
    fireEvent.click(screen.getByRole('button', { name: 'Try again' }));
    await screen.findByText('Profile saved');
    expect(api.calls.filter(({ call }) => call === 'PATCH profile/edit').map(({ body }) => body)).toEqual([
      { about: 'Engines.!' },
      { about: 'Engines.!' },
    ]);
  });

  it('without a network the changes wait: the form is free, and keeps them until they have gone out', async () => {
    const { api, user, router } = await openForm();
    api.on('PATCH profile/edit', 'network error');
    const online = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
    act(() => void window.dispatchEvent(new Event('offline')));
    await user.type(field('About'), '!');
    await user.click(save());
    await screen.findByText('Your changes go out when you are back');
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
    online.mockReturnValue(true);
    act(() => void window.dispatchEvent(new Event('online')));
    await waitFor(() => expect(waitingCalls('me')).toEqual([]));
    expect([api.count('PATCH profile/edit') - before, screen.queryByText('Nothing to save')]).toEqual([
      1,
      expect.anything(),
    ]);
    online.mockRestore();
  });

  it('changes that are taken back while they wait are unsaved again', async () => {
    const { api, user } = await openForm();
    api.on('PATCH profile/edit', 'network error');
    const online = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
    await user.type(field('About'), '!');
    await user.click(save());
    await screen.findByText('Nothing to save');
    act(() => void takeBackWaitingCall('me', { method: 'PATCH', url: 'profile/edit' }));
    await screen.findByText('Not saved yet');
    expect(field('About').value).toBe('Engines.!');
    online.mockRestore();
  });

  it('says that nothing changed instead of saving it, and asks before changes are lost', async () => {
    const { api, user, router } = await openForm();
    await user.click(save());
    await screen.findByText('Nothing has changed');
    expect(api.count('PATCH profile/edit')).toBe(0);
    await user.type(field('About'), '!');
    await user.click(screen.getByRole('link', { name: 'Settings' }));
    const keep = await screen.findByRole('button', { name: 'Keep editing' });
    expect(document.activeElement).toBe(keep);
    await user.click(keep);
    expect(router.state.location.pathname).toBe('/profile/edit');
    expect(field('About').value).toBe('Engines.!');
  });

  it('previews the cover from wherever it is, and says how many characters are left at 50, 20 and 0', async () => {
    const coverUrl = 'https://pictures.test/cover.png';
    const { user } = await openForm({ ...me, about: 'x'.repeat(449), coverUrl });
    const preview = screen.getByRole('complementary', { name: 'Preview' });
    expect(preview.querySelector(`img[src="${coverUrl}"]`)).not.toBeNull();
    await user.type(field('About'), 'y');
    await waitFor(() => expect(document.getElementById('announcer-polite')?.textContent).toBe('50 characters left'));
  });

  it('waits for about and skills where the profile call leaves them out, and can be loaded again', async () => {
    const { _id, firstName, lastName } = me;
    const api = fakeApi()
      .on('GET profile/view', { body: { _id, firstName, lastName } })
      .on('GET profile/me', { status: 503, body: { code: 'unavailable', message: 'Not now.' } });
    const { user } = renderApp('/profile/edit');
    await screen.findByText('Not now.');
    expect(screen.queryByRole('button', { name: 'Save' })).toBeNull();
    api.on('GET profile/me', { body: { user: me, message: '' } });
    await user.click(screen.getByRole('button', { name: 'Retry' }));
    expect((await screen.findByLabelText<HTMLInputElement>('About')).value).toBe('Engines.');
  });
});

describe('the profile form on a phone', () => {
  installBrowserParts({ wide: false });

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
