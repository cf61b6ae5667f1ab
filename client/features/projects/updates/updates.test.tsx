import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import type { FakeApi } from '#client/test-api.ts';
import { invalidFields, makePerson, memberApi, renderApp } from '#client/test-support.tsx';

const own = makePerson({ _id: 'me', firstName: 'Robin', lastName: 'Berg' });
const mira = makePerson({ _id: 'mira', firstName: 'Mira', lastName: 'Stone' });
const createdAt = '2026-11-20T12:00:00.000Z';
const update = (_id: string, author: object, text: string) => ({ _id, author, text, createdAt });
let api: FakeApi;

beforeEach(() => {
  api = memberApi(['projects.interest', 'projects.updates'], own).on('GET project/p1/update', {
    body: { items: [update('u2', mira, 'Grew **two** glyphs'), update('u1', own, 'Mine')], nextCursor: null },
  });
});

const answers = (viewer: object, creator: object = mira) => {
  const project = { _id: 'p1', projectName: 'Glyph Garden', description: '', skills: [], creator, members: [], viewer };
  api.on('GET project/view/p1', { body: { message: '', project } });
};
const open = async (viewer: object, creator?: object) => {
  answers(viewer, creator);
  const app = renderApp('/project/view/p1');
  await screen.findByRole('heading', { level: 1, name: 'Glyph Garden' });
  return app;
};
const section = async () => within(await screen.findByRole('region', { name: 'Updates' }));

describe('the updates of a project', () => {
  it('take no room on the page of a visitor where there are none, nor where the upstream has none', async () => {
    api.on('GET project/p1/update', { body: { items: [], nextCursor: null } });
    const { unmount } = await open({ relation: 'none', follows: false });
    await waitFor(() => expect(api.count('GET project/p1/update')).toBe(1));
    expect(screen.queryByRole('region', { name: 'Updates' })).toBeNull();
    unmount();
    api.on('GET capabilities', { body: { capabilities: [] } });
    await open({ relation: 'owner' }, own);
    await screen.findByRole('button', { name: 'Copy link' });
    expect(screen.queryByRole('region', { name: 'Updates' })).toBeNull();
    expect(screen.queryByRole('button', { name: 'Follow' })).toBeNull();
  });

  it('are posted by a member; what the server refuses stays in the form', async () => {
    api.on('POST project/p1/update', invalidFields({ text: 'Not these words.' }));
    const { user } = await open({ relation: 'accepted', follows: false });
    const updates = await section();
    await user.click(updates.getByRole('button', { name: 'Post an update' }));
    const field = await updates.findByLabelText('What is new');
    await user.type(field, ' A third ');
    await user.click(updates.getByRole('button', { name: 'Post' }));
    await updates.findByText('Not these words.');
    api.on('POST project/p1/update', { body: update('u3', own, 'A third') });
    await user.click(updates.getByRole('button', { name: 'Post' }));
    await waitFor(() => expect(updates.queryByLabelText('What is new')).toBeNull());
    expect(api.bodies('POST project/p1/update').at(-1)).toEqual({ text: 'A third' });
    expect(document.activeElement?.textContent).toBe('Updates');
  });

  it('are deleted by the creator after a question', async () => {
    api.on('DELETE project/p1/update/u2', { body: { message: 'Gone.' } });
    const { user } = await open({ relation: 'owner' }, own);
    const updates = await section();
    await user.click(await updates.findByRole('button', { name: 'Delete the update by Mira Stone' }));
    const dialog = within(screen.getByRole('dialog', { name: 'Delete this update?' }));
    expect(api.count('DELETE project/p1/update/u2')).toBe(0);
    await user.click(dialog.getByRole('button', { name: 'Delete' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(document.activeElement).toBe(updates.getByRole('heading', { name: 'Updates' }));
    expect(api.count('DELETE project/p1/update/u2')).toBe(1);
  });

  it('show a visitor Markdown, and are followed without asking; nothing of others is theirs to change', async () => {
    api
      .on('PUT project/p1/follow', { body: { message: 'You follow.' } })
      .on('DELETE project/p1/follow', { body: { message: 'You do not.' } });
    const { user } = await open({ relation: 'none', follows: false });
    const updates = await section();
    expect((await updates.findByText('two')).tagName).toBe('STRONG');
    expect(updates.queryByRole('button', { name: 'Post an update' })).toBeNull();
    expect(updates.queryByRole('button', { name: 'Delete the update by Mira Stone' })).toBeNull();
    expect(updates.getByRole('button', { name: 'Delete the update by you' })).toBeTruthy();
    answers({ relation: 'none', follows: true });
    await user.click(await screen.findByRole('button', { name: 'Follow' }));
    answers({ relation: 'none', follows: false });
    await user.click(await screen.findByRole('button', { name: 'Unfollow' }));
    await screen.findByRole('button', { name: 'Follow' });
    const made = api.calls.map(({ call }) => call).filter((call) => call.endsWith('/follow'));
    expect(made).toEqual(['PUT project/p1/follow', 'DELETE project/p1/follow']);
  });
});

it('beside the feed stand updates of the projects that the user follows, and nothing without any', async () => {
  api.on('GET user/updates', { body: { items: [], nextCursor: null } });
  const { unmount } = renderApp('/feed');
  await waitFor(() => expect(api.count('GET user/updates')).toBe(1));
  expect(screen.queryByText('From projects you follow')).toBeNull();
  unmount();
  const project = { _id: 'p1', projectName: 'Glyph Garden' };
  api.on('GET user/updates', {
    body: { items: [{ ...update('u2', mira, 'Grew **two** glyphs'), project }], nextCursor: null },
  });
  renderApp('/feed');
  const list = within(await screen.findByRole('region', { name: 'From projects you follow' }));
  expect(list.getByRole('link', { name: 'Glyph Garden' }).getAttribute('href')).toBe('/project/view/p1');
  list.getByText('Grew two glyphs');
});
