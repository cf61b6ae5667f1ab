import { screen, waitFor, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import type { FakeApi } from '#client/test-api.ts';
import { makePerson, memberApi, projectsOf, renderWithStore } from '#client/test-support.tsx';
import type { Project } from '#shared/api/projects.ts';
import { ProjectsPage } from './projects-page.tsx';

const ana = makePerson({ _id: 'ana', firstName: 'Ana', lastName: 'Silva' });
const me = makePerson({ _id: 'me', firstName: 'Demo', lastName: 'Person' });
const make = (id: string, own: Partial<Project> = {}): Project => ({ _id: id, projectName: id, creator: ana, ...own });
const asked = make('Asked', { viewer: { relation: 'interested' } });
const joined = make('Joined', { viewer: { relation: 'accepted' } });
const own = make('Own', { creator: me, viewer: { relation: 'owner' } });

function setup(path = '/projects', change: (api: FakeApi) => void = () => undefined) {
  const api = memberApi(['projects.interest'])
    .on(
      'GET myprojects/me',
      projectsOf(make('Mine', { creator: me, skills: ['Go'] }), make('Mine too', { creator: me })),
    )
    .on('GET projects', ({ query }) =>
      query.get('cursor') === 'c1'
        ? { body: { message: '', project: [make('Last')], nextCursor: null } }
        : { body: { message: '', project: [asked, joined, own, make('First')], nextCursor: 'c1' } },
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

it('keeps the tab in the URL, where one fails alone and loads again, and says on each card which list it is in', async () => {
  const failing = { status: 500, body: { message: 'Failed' } };
  const { api, user, router } = setup('/projects?tab=interested', (before) =>
    before.on('GET projects/interested&accepted', failing),
  );
  await screen.findByRole('button', { name: 'Retry' });
  await user.click(screen.getByRole('tab', { name: 'Mine' }));
  await screen.findByRole('link', { name: 'Mine' });
  await user.click(screen.getByRole('tab', { name: 'Interested & accepted' }));
  expect(router.state.location.search).toBe('?tab=interested');
  // Returning to a failed tab loads it again; the button is pending until that has failed too.
  await waitFor(() => expect(api.count('GET projects/interested&accepted')).toBe(2));
  const retry = await screen.findByRole('button', { name: 'Retry' });
  await waitFor(() => expect(retry.getAttribute('aria-disabled')).toBeNull());
  api.on('GET projects/interested&accepted', projectsOf(asked, joined));
  await user.click(retry);
  for (const [name, word] of [
    ['Asked', 'Interested'],
    ['Joined', 'Accepted'],
  ] as const) {
    const card = (await screen.findByRole('link', { name })).closest('article') as HTMLElement;
    expect(within(card).queryByText(word)).not.toBeNull();
  }
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

it('explores page by page what is new to the user, and says that there is more', async () => {
  const { user } = setup('/projects?tab=explore');
  await screen.findByRole('link', { name: 'First' });
  expect(screen.queryByText('2+ projects')).not.toBeNull();
  expect(screen.queryByRole('link', { name: 'Asked' })).not.toBeNull();
  for (const name of ['Joined', 'Own']) expect(screen.queryByRole('link', { name })).toBeNull();
  await user.click(screen.getByRole('button', { name: 'Show more' }));
  await screen.findByRole('link', { name: 'Last' });
  expect(screen.queryByText('3 projects')).not.toBeNull();
  expect(screen.queryByRole('button', { name: 'Show more' })).toBeNull();
});

it.each([
  ['/projects?tab=explore', 'GET projects', projectsOf(joined, own), 'Nothing here that is new to you', 'Meet people'],
  ['/projects', 'GET myprojects/me', projectsOf(), 'Show what you are building', 'Create a Project'],
])('leads on from %s where nothing is to be shown', async (path, call, answer, sentence, way) => {
  setup(path, (api) => api.on(call, answer));
  await screen.findByText(sentence);
  expect(screen.queryAllByRole('link', { name: way })).not.toEqual([]);
});

it('narrows Explore by role, status and skill in the address, at the upstream', async () => {
  const asked: string[] = [];
  const { user, router } = setup('/projects?tab=explore', (api) =>
    api.on('GET capabilities', { body: { capabilities: ['projects.facts'] } }).on('GET projects', ({ query }) => {
      query.delete('cursor');
      asked.push(query.toString());
      return query.get('status') === 'idea'
        ? projectsOf()
        : projectsOf(make('First', { status: 'live', roles: [{ name: 'Design', filled: false }] }));
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

it('reads past a page of Explore that has nothing new to the user; no filter of roles where there are none', async () => {
  setup('/projects?tab=explore&role=Design', (api) =>
    api
      .on('GET capabilities', { body: { capabilities: [] } })
      .on('GET projects', ({ query }) =>
        query.get('cursor') === 'next'
          ? projectsOf(make('New'))
          : { body: { message: '', project: [joined], nextCursor: 'next' } },
      ),
  );
  await screen.findByRole('link', { name: 'New' });
  expect(screen.queryByLabelText('Looks for')).toBeNull();
});
