import { setupListeners } from '@reduxjs/toolkit/query';
import { act, cleanup, screen, waitFor, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { type FakeApi, fakeApi, installBrowserParts, makePerson, renderWithStore } from '#client/test-support.tsx';
import type { Project } from '#shared/api/projects.ts';
import { ProjectsPage } from './projects-page.tsx';

installBrowserParts();

const ana = makePerson({ _id: 'ana', firstName: 'Ana', lastName: 'Silva' });
const me = makePerson({ _id: 'me', firstName: 'Demo', lastName: 'Person' });
const make = (id: string, own: Partial<Project> = {}): Project => ({ _id: id, projectName: id, creator: ana, ...own });
const list = (...project: Project[]) => ({ body: { message: '', project } });

function setup(path = '/projects', change: (api: FakeApi) => void = () => undefined) {
  const api = fakeApi()
    .on('GET capabilities', { body: { capabilities: ['projects.interest'] } })
    .on('GET user/connections', { body: { message: '', data: [] } })
    .on('GET myprojects/me', list(make('Mine', { creator: me, skills: ['Go'] }), make('Mine too', { creator: me })))
    .on(
      'GET projects/interested&accepted',
      list(make('Asked', { viewer: { relation: 'interested' } }), make('Joined', { viewer: { relation: 'accepted' } })),
    )
    .on('GET projects', ({ query }) =>
      query.get('cursor') === 'c1'
        ? { body: { message: '', project: [make('Last')], nextCursor: null } }
        : { body: { message: '', project: [make('First')], nextCursor: 'c1' } },
    );
  change(api);
  return { api, ...renderWithStore(<ProjectsPage />, { path, route: '/projects' }) };
}

it('opens on own projects, without naming their creator or calling them the user’s, and leads to a new one', async () => {
  setup();
  await screen.findByRole('link', { name: 'Mine' });
  expect(screen.queryByText('Demo Person')).toBeNull();
  expect(screen.queryByText('Yours')).toBeNull();
  expect(screen.getByRole('link', { name: 'Create a Project' }).getAttribute('href')).toBe('/create-project');
});

it('keeps the tab in the URL and says on each card which list it is in', async () => {
  const { user, router } = setup();
  await user.click(screen.getByRole('tab', { name: 'Interested & accepted' }));
  expect(router.state.location.search).toBe('?tab=interested');
  const asked = (await screen.findByRole('link', { name: 'Asked' })).closest('article');
  const joined = screen.getByRole('link', { name: 'Joined' }).closest('article');
  expect(asked && within(asked).queryByText('Interested')).not.toBeNull();
  expect(joined && within(joined).queryByText('Accepted')).not.toBeNull();
  expect(screen.queryByText(/Each card says which/)).not.toBeNull();
});

it('filters by skill in the URL and offers to clear a filter that leaves nothing', async () => {
  const { user, router } = setup('/projects?skill=Rust');
  await screen.findByText('No project here with Rust');
  await user.click(screen.getByRole('button', { name: 'Clear filter' }));
  expect(router.state.location.search).toBe('');
  await user.selectOptions(screen.getByLabelText('Skill'), 'Go');
  expect(screen.queryByText('1 project')).not.toBeNull();
  expect(screen.queryByRole('link', { name: 'Mine too' })).toBeNull();
});

it('explores page by page, and says that there is more', async () => {
  const { user } = setup('/projects?tab=explore');
  await screen.findByRole('link', { name: 'First' });
  expect(screen.queryByText('1+ projects')).not.toBeNull();
  await user.click(screen.getByRole('button', { name: 'Show more' }));
  await screen.findByRole('link', { name: 'Last' });
  expect(screen.queryByText('2 projects')).not.toBeNull();
  expect(screen.queryByRole('button', { name: 'Show more' })).toBeNull();
});

it('one tab fails alone and loads again', async () => {
  const { api, user } = setup('/projects?tab=interested', (before) =>
    before.on('GET projects/interested&accepted', { status: 500, body: { message: 'Failed' } }),
  );
  await screen.findByRole('button', { name: 'Retry' });
  await user.click(screen.getByRole('tab', { name: 'Mine' }));
  await screen.findByRole('link', { name: 'Mine' });
  await user.click(screen.getByRole('tab', { name: 'Interested & accepted' }));
  // Returning to a failed tab loads it again; the button is pending until that has failed too.
  await waitFor(() => expect(api.count('GET projects/interested&accepted')).toBe(2));
  const retry = await screen.findByRole('button', { name: 'Retry' });
  await waitFor(() => expect(retry.getAttribute('aria-disabled')).toBeNull());
  api.on('GET projects/interested&accepted', list(make('Back')));
  await user.click(retry);
  await screen.findByRole('link', { name: 'Back' });
});

it('offers to create a first project', async () => {
  setup('/projects', (api) => api.on('GET myprojects/me', list()));
  await screen.findByText('Show what you are building');
});

it('loads by itself what could not be loaded without a network, once it is back', async () => {
  const { api, store } = setup('/projects', (before) => before.on('GET myprojects/me', 'network error'));
  const stopListening = setupListeners(store.dispatch);
  await screen.findByRole('button', { name: 'Retry' });
  api.on('GET myprojects/me', list(make('Mine', { creator: me })));
  act(() => {
    window.dispatchEvent(new Event('offline'));
    window.dispatchEvent(new Event('online'));
  });
  await screen.findByRole('link', { name: 'Mine' });
  stopListening();
});

it('narrows Explore by role, status and skill in the address, at the upstream', async () => {
  const asked: string[] = [];
  const { user, router } = setup('/projects?tab=explore', (api) =>
    api.on('GET capabilities', { body: { capabilities: ['projects.facts'] } }).on('GET projects', ({ query }) => {
      query.delete('cursor');
      asked.push(query.toString());
      return query.get('status') === 'idea'
        ? list()
        : list(make('First', { status: 'live', roles: [{ name: 'Design', filled: false }] }));
    }),
  );
  const card = (await screen.findByRole('link', { name: 'First' })).closest('article');
  expect(card?.textContent).toContain('Looks for: Design');
  await user.selectOptions(screen.getByLabelText('Looks for'), 'Design');
  await waitFor(() => expect(asked).toContain('role=Design'));
  expect(router.state.location.search).toBe('?tab=explore&role=Design');
  await user.selectOptions(await screen.findByLabelText('Status'), 'Idea');
  await screen.findByText('No project matches');
  expect(asked.at(-1)).toBe('status=idea&role=Design');
  await user.click(screen.getByRole('button', { name: 'Clear filters' }));
  await screen.findByRole('link', { name: 'First' });
  expect(router.state.location.search).toBe('?tab=explore');
});

it('shows in Explore only what is new to the user, and leads on where nothing is', async () => {
  const joined = make('Joined', { viewer: { relation: 'accepted' } });
  const own = make('Own', { creator: me, viewer: { relation: 'owner' } });
  setup('/projects?tab=explore', (api) =>
    api.on('GET projects', list(make('Asked', { viewer: { relation: 'interested' } }), joined, own, make('New'))),
  );
  await screen.findByRole('link', { name: 'New' });
  expect(screen.getByText('2 projects')).toBeTruthy();
  for (const name of ['Joined', 'Own']) expect(screen.queryByRole('link', { name })).toBeNull();
  cleanup();
  setup('/projects?tab=explore', (api) => api.on('GET projects', list(joined, own)));
  await screen.findByText('Nothing here that is new to you');
  screen.getByRole('link', { name: 'Meet people' });
});

it('reads past a page of Explore that has nothing new to the user; no filter of roles where there are none', async () => {
  setup('/projects?tab=explore&role=Design', (api) =>
    api.on('GET capabilities', { body: { capabilities: [] } }).on('GET projects', ({ query }) =>
      query.get('cursor') === 'next'
        ? list(make('New'))
        : {
            body: { message: '', project: [make('Joined', { viewer: { relation: 'accepted' } })], nextCursor: 'next' },
          },
    ),
  );
  await screen.findByRole('link', { name: 'New' });
  expect(screen.queryByLabelText('Looks for')).toBeNull();
});
