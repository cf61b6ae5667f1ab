import { setupListeners } from '@reduxjs/toolkit/query';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { writeDraft } from '#client/lib/device/drafts.ts';
import { type FakeApi, fakeApi } from '#client/test-api.ts';
import { goOffline, invalidFields, makePerson, readStored, renderWithStore } from '#client/test-support.tsx';
import type { Project } from '#shared/api/projects.ts';
import { CreateProjectPage } from '../create-project-page.tsx';
import { EditProjectPage } from '../edit-project-page.tsx';
import { type Fields, noFields } from './project-fields.ts';

const me = makePerson({ _id: 'me', firstName: 'Demo', lastName: 'Person' });
const project: Project = {
  _id: 'p1',
  projectName: 'Tidy',
  projectImage: '',
  skills: ['Go'],
  description: 'Old words',
  creator: me,
};
const reply = (own: Partial<Project> = {}) => ({
  body: { success: true, message: '', project: { ...project, ...own } },
});
const fields: Fields = { ...noFields, projectName: 'Tidy', skills: ['Go'], description: 'Old words' };

function setup(
  screenAt: '/create-project' | '/project/editproject/p1',
  change: (api: FakeApi) => void = () => undefined,
) {
  const api = fakeApi()
    .on('GET project/view/p1', reply())
    .on('POST create-project', ({ body }) => reply(body as Partial<Project>))
    .on('PATCH project/edit/p1', ({ body }) => reply(body as Partial<Project>));
  change(api);
  const isNew = screenAt === '/create-project';
  const rendered = renderWithStore(isNew ? <CreateProjectPage /> : <EditProjectPage />, {
    path: screenAt,
    route: isNew ? '/create-project' : '/project/editproject/:projectId',
  });
  // Returning to the page asks again.
  onTestFinished(setupListeners(rendered.store.dispatch));
  return { api, ...rendered };
}

const name = () => screen.findByRole('textbox', { name: 'Name' });
const description = () => screen.getByRole('textbox', { name: 'Description' });

/** The calls of the form, without the call for the capabilities that every screen makes. */
const calls = (api: FakeApi) => api.calls.filter(({ call }) => call !== 'GET capabilities');

describe('creating', () => {
  it('needs a name and nothing else, is sent once, then leads to the profile with the new card highlighted', async () => {
    const answer = Promise.withResolvers<ReturnType<typeof reply>>();
    const { api, user, router } = setup('/create-project', (before) =>
      before.on('POST create-project', answer.promise),
    );
    const create = screen.getByRole('button', { name: 'Create' });
    await user.click(create);
    expect(screen.queryByText('A project needs a name.')).not.toBeNull();
    expect(document.activeElement).toBe(await name());
    expect(calls(api)).toEqual([]);
    // This upstream has neither facts nor public pages.
    for (const label of ['Status', 'Visible without an account']) expect(screen.queryByLabelText(label)).toBeNull();
    expect(screen.queryByText('Facts')).toBeNull();

    await user.type(await name(), ' New thing ');
    await user.dblClick(create);
    await user.type(await name(), '{Control>}{Enter}{/Control}');
    act(() => answer.resolve(reply()));
    await screen.findByText('elsewhere');
    expect(router.state.location).toMatchObject({ pathname: '/profile', state: { highlightProject: 'p1' } });
    expect(api.bodies('POST create-project')).toEqual([
      { projectName: 'New thing', projectImage: '', skills: [], description: '' },
    ]);
  });

  it('sets the image by a second call where the first dropped it, and keeps its link as a draft when that fails', async () => {
    const { api, user, router } = setup('/create-project', (before) =>
      before.on('POST create-project', reply()).on('PATCH project/edit/p1', { status: 500, body: {} }),
    );
    await user.type(await name(), 'New');
    await user.type(screen.getByRole('textbox', { name: 'Image link' }), 'https://example.com/a.png');
    await user.click(screen.getByRole('button', { name: 'Create' }));
    await screen.findByText('elsewhere');
    expect(calls(api).map(({ call }) => call)).toEqual(['POST create-project', 'PATCH project/edit/p1']);
    expect(calls(api)[1]?.body).toEqual({ projectImage: 'https://example.com/a.png' });
    expect(router.state.location.pathname).toBe('/profile');
    expect(readStored('me', 'draft:project:p1')).toMatchObject({
      value: { projectImage: 'https://example.com/a.png' },
    });
    expect(readStored('me', 'draft:project:new')).toBeUndefined();
  });

  it('says why it was not saved, beside the field too, keeps every word, and leads to each field', async () => {
    const { user, router } = setup('/create-project', (before) =>
      before.on(
        'POST create-project',
        invalidFields({ projectImage: 'Not a link.', description: 'Too long.' }, 'Some fields are not right.'),
      ),
    );
    await user.type(await name(), 'New');
    await user.click(screen.getByRole('button', { name: 'Preview' }));
    await user.click(screen.getByRole('button', { name: 'Create' }));
    const summary = await screen.findByRole('alert', { name: 'Not saved. Some fields are not right.' });
    await waitFor(() => expect(document.activeElement).toBe(summary));
    expect(
      within(summary)
        .getAllByRole('listitem')
        .map(({ textContent }) => textContent),
    ).toEqual(['Description: Too long.', 'Image link: Not a link.']);
    expect(screen.queryByText('Not a link.')).not.toBeNull();
    await user.click(screen.getByRole('button', { name: 'Description: Too long.' }));
    expect(document.activeElement, 'instead of its preview').toBe(description());
    await user.click(screen.getByRole('button', { name: 'Image link: Not a link.' }));
    expect(document.activeElement).toBe(screen.getByRole('textbox', { name: 'Image link' }));
    expect(router.state.location.pathname).toBe('/create-project');
    await waitFor(() => expect(readStored('me', 'draft:project:new')).toMatchObject({ value: { projectName: 'New' } }));
  });
});

describe('drafts', () => {
  it('are kept half a second after typing, restored with a bar, and discarded openly', async () => {
    const first = setup('/create-project');
    const field = await name();
    vi.useFakeTimers();
    fireEvent.change(field, { target: { value: 'Half a thought' } });
    await act(() => vi.advanceTimersByTimeAsync(499));
    expect(readStored('me', 'draft:project:new')).toBeUndefined();
    await act(() => vi.advanceTimersByTimeAsync(2));
    expect(readStored('me', 'draft:project:new')).toMatchObject({ value: { projectName: 'Half a thought' } });
    first.unmount();
    vi.useRealTimers();

    const { user } = setup('/create-project');
    expect(((await name()) as HTMLInputElement).value).toBe('Half a thought');
    expect(screen.queryByText(/^Draft from .+ restored$/)).not.toBeNull();
    await user.click(screen.getByRole('button', { name: 'Discard' }));
    expect(((await name()) as HTMLInputElement).value).toBe('');
    expect(screen.queryByText(/restored/)).toBeNull();
    expect(readStored('me', 'draft:project:new')).toBeUndefined();
  });

  it('are kept at once when the page is hidden, and stay or go as the user says who leaves the form', async () => {
    const first = setup('/create-project');
    await first.user.type(await name(), 'a');
    fireEvent(window, new Event('pagehide'));
    expect(readStored('me', 'draft:project:new')).toMatchObject({ value: { projectName: 'a' } });
    await first.user.click(screen.getByRole('link', { name: 'Cancel' }));
    await screen.findByRole('dialog', { name: 'Leave without saving?' });
    expect(document.activeElement?.textContent).toBe('Keep editing');
    await first.user.click(screen.getByRole('button', { name: 'Keep editing' }));
    expect(first.router.state.location.pathname).toBe('/create-project');
    await first.user.type(await name(), 'b');
    await first.user.click(screen.getByRole('link', { name: 'Cancel' }));
    await first.user.click(await screen.findByRole('button', { name: 'Leave, keep the draft' }));
    await screen.findByText('elsewhere');
    expect(readStored('me', 'draft:project:new')).toMatchObject({ value: { projectName: 'ab' } });
    first.unmount();

    const { user } = setup('/create-project');
    await user.type(await name(), 'c');
    await user.click(screen.getByRole('link', { name: 'Cancel' }));
    await user.click(await screen.findByRole('button', { name: 'Discard the draft' }));
    await screen.findByText('elsewhere');
    expect(readStored('me', 'draft:project:new')).toBeUndefined();
  });
});

describe('editing', () => {
  it('keeps every word without a network; then sends only what changed, once, and goes back to the project', async () => {
    const { api, user, router } = setup('/project/editproject/p1');
    await user.type(await name(), 'er');
    const goOnline = goOffline();
    api.on('PATCH project/edit/p1', 'network error').on('GET project/view/p1', 'network error');
    await user.click(screen.getByRole('button', { name: 'Save' }));
    await screen.findByText(/^Not saved\. You are offline/);
    expect(await name()).toHaveProperty('value', 'Tidyer');
    expect(router.state.location.pathname).toBe('/project/editproject/p1');

    api.on('PATCH project/edit/p1', reply({ projectName: 'Tidier' })).on('GET project/view/p1', reply());
    goOnline();
    const before = api.count('PATCH project/edit/p1');
    await user.clear(await name());
    await user.type(await name(), 'Tidier');
    await user.dblClick(screen.getByRole('button', { name: 'Save' }));
    await screen.findByText('elsewhere');
    expect(router.state.location.pathname).toBe('/project/view/p1');
    expect(api.bodies('PATCH project/edit/p1').slice(before)).toEqual([{ projectName: 'Tidier' }]);
    expect(readStored('me', 'draft:project:p1')).toBeUndefined();
  });

  it.each([
    ['Only the creator can edit this', reply({ creator: makePerson({ _id: 'ana' }) })],
    ['This project is not available', { status: 404, body: { code: 'not_found', message: 'x' } }],
  ])('says "%s"', async (sentence, answer) => {
    setup('/project/editproject/p1', (api) => api.on('GET project/view/p1', answer));
    await screen.findByText(sentence);
    expect(screen.queryByRole('button', { name: 'Save' })).toBeNull();
  });

  it('follows a change made elsewhere where nothing was typed, and otherwise asks: load theirs, or keep mine', async () => {
    const { api, user } = setup('/project/editproject/p1');
    await name();
    api.on('GET project/view/p1', reply({ projectName: 'Theirs' }));
    fireEvent(window, new Event('focus'));
    await waitFor(async () => expect(await name()).toHaveProperty('value', 'Theirs'));
    expect(screen.queryByRole('alert')).toBeNull();

    fireEvent.change(await name(), { target: { value: 'Mine' } });
    api.on('GET project/view/p1', reply({ projectName: 'Theirs again', description: 'New words' }));
    fireEvent(window, new Event('focus'));
    await user.click(await screen.findByRole('button', { name: 'Load theirs' }));
    expect(await name()).toHaveProperty('value', 'Theirs again');
    expect(description()).toHaveProperty('value', 'New words');
    expect(screen.queryByRole('alert')).toBeNull();

    fireEvent.change(await name(), { target: { value: 'Mine' } });
    api.on('GET project/view/p1', reply({ projectName: 'Once more', description: 'New words' }));
    const save = () => user.click(screen.getByRole('button', { name: 'Save' }));
    await save();
    expect((await screen.findByRole('alert')).textContent).toContain('differs from yours in: Name');
    await save();
    expect(api.count('PATCH project/edit/p1')).toBe(0);
    await user.click(screen.getByRole('button', { name: 'Keep mine' }));
    await save();
    await screen.findByText('elsewhere');
    expect(api.bodies('PATCH project/edit/p1')).toEqual([{ projectName: 'Mine' }]);
  });

  it('a draft begun from an older version is a conflict, not a silent overwrite', async () => {
    writeDraft('me', 'project:p1', { ...fields, projectName: 'Mine' }, { ...fields, projectName: 'Older' });
    setup('/project/editproject/p1');
    await screen.findByRole('button', { name: 'Keep mine' });
    expect(screen.queryByText(/restored$/)).not.toBeNull();
  });
});

it('the description has a toolbar with one Tab stop that works on the selection, and a preview', async () => {
  const { user } = setup('/create-project');
  await user.type(description(), 'loud');
  (description() as HTMLTextAreaElement).setSelectionRange(0, 4);
  const tools = screen.getAllByRole('button').filter((button) => button.closest('[role="toolbar"]'));
  expect(tools.map((button) => button.tabIndex)).toEqual([0, -1, -1, -1, -1, -1]);
  tools[0]?.focus();
  await user.keyboard('{ArrowRight}{ArrowRight}{ArrowLeft}');
  expect(document.activeElement?.textContent).toBe('Italic');
  await user.keyboard('{Enter}');
  expect(description()).toHaveProperty('value', '_loud_');
  expect(document.activeElement).toBe(description());
  await user.click(screen.getByRole('button', { name: 'Preview' }));
  expect((await screen.findByText('loud')).tagName).toBe('EM');
  await user.click(screen.getByRole('button', { name: 'Write' }));
  expect(description()).toHaveProperty('value', '_loud_');
});

describe('the image link', () => {
  it('is previewed and sent with https://, and says when the picture does not load', async () => {
    const { api, user } = setup('/create-project');
    await user.type(await name(), 'New');
    const link = screen.getByRole('textbox', { name: 'Image link' });
    await user.type(link, 'http://example.com/a.png');
    expect(screen.queryByText(/begins with https/)).not.toBeNull();
    await user.clear(link);
    await user.type(link, 'example.com/a.png');
    const image = screen.getByRole('img', { name: 'Preview of the cover' });
    expect(image.getAttribute('src')).toBe('https://example.com/a.png');
    fireEvent.error(image);
    expect(screen.queryByText('Could not load this image.')).not.toBeNull();
    await user.click(screen.getByRole('button', { name: 'Create' }));
    await screen.findByText('elsewhere');
    expect(api.bodies('POST create-project')).toMatchObject([{ projectImage: 'https://example.com/a.png' }]);
  });

  it('is shown once where the upstream takes uploads, too', async () => {
    const { user } = setup('/create-project', (before) =>
      before.on('GET capabilities', { body: { capabilities: ['media'] } }),
    );
    await user.click(await screen.findByText('Use a link instead'));
    await user.type(screen.getByRole('textbox', { name: 'Image link' }), 'example.com/a.png');
    const images = screen.getAllByRole<HTMLImageElement>('img', { name: 'Preview of the cover' });
    expect(images.map(({ src }) => src)).toEqual(['https://example.com/a.png']);
    expect(document.querySelectorAll('fieldset .drawn, fieldset img')).toHaveLength(2);
    fireEvent.error(images[0] as HTMLElement);
    expect(screen.queryByText('Could not load this image.')).not.toBeNull();
    expect(screen.queryByRole('img', { name: 'Preview of the cover' })).toBeNull();
  });
});

describe('facts and the switch of the public page', () => {
  const withFacts = (api: FakeApi) =>
    api.on('GET capabilities', { body: { capabilities: ['projects.facts', 'public.pages'] } });
  const isPublic = () => screen.findByRole<HTMLInputElement>('checkbox', { name: 'Visible without an account' });

  it('are sent with a new project, the links completed', async () => {
    const { api, user } = setup('/create-project', withFacts);
    await user.type(await name(), 'Kite');
    await user.selectOptions(await screen.findByLabelText('Status'), 'Building');
    await user.type(screen.getByLabelText('Hours a week'), '4');
    await user.type(screen.getByLabelText('Repository'), 'git.test/kite');
    await user.type(screen.getByRole('combobox', { name: 'Looks for' }), 'Design,Writing,');
    await user.click(screen.getByRole('checkbox', { name: 'Writing' }));
    expect((await isPublic()).checked, 'off for a new project').toBe(false);
    await user.click(await isPublic());
    await user.click(screen.getByRole('button', { name: 'Create' }));
    await waitFor(() => expect(api.count('POST create-project')).toBe(1));
    expect(api.bodies('POST create-project')[0]).toMatchObject({
      projectName: 'Kite',
      isPublic: true,
      status: 'building',
      hoursPerWeek: 4,
      repositoryUrl: 'https://git.test/kite',
      roles: [
        { name: 'Design', filled: false },
        { name: 'Writing', filled: true },
      ],
    });
  });

  it('go as typed where the hours are no number, for the upstream to refuse', async () => {
    const { api, user } = setup('/create-project', withFacts);
    await user.type(await name(), 'Kite');
    await user.type(await screen.findByLabelText('Hours a week'), 'abc');
    await user.click(screen.getByRole('button', { name: 'Create' }));
    await waitFor(() =>
      expect(api.bodies('POST create-project')).toEqual([expect.objectContaining({ hoursPerWeek: 'abc' })]),
    );
  });

  it('are sent in an edit where they changed, and can be taken back', async () => {
    const roles = [{ name: 'Design', filled: false }];
    const { api, user } = setup('/project/editproject/p1', (before) =>
      withFacts(before).on(
        'GET project/view/p1',
        reply({ status: 'live', hoursPerWeek: 4, demoUrl: 'https://kite.test', isPublic: true, roles }),
      ),
    );
    await user.clear(await screen.findByLabelText('Hours a week'));
    await user.selectOptions(screen.getByLabelText('Status'), 'Not said');
    await user.click(screen.getByRole('checkbox', { name: 'Design' }));
    await user.click(await isPublic());
    await user.click(screen.getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(api.count('PATCH project/edit/p1')).toBe(1));
    expect(api.bodies('PATCH project/edit/p1')[0]).toEqual({
      isPublic: false,
      status: null,
      hoursPerWeek: null,
      roles: [{ name: 'Design', filled: true }],
    });
  });
});
