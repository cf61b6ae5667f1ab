import { screen, waitFor, within } from '@testing-library/react';
import { toast } from 'sonner';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { waitingCalls } from '#client/lib/device/waiting-calls.ts';
import { listenForShortcuts } from '#client/lib/dom/shortcuts.ts';
import type { FakeApi } from '#client/test-api.ts';
import {
  goOffline,
  makePerson,
  memberApi,
  projectsOf,
  renderApp,
  renderWithStore,
  unavailable,
} from '#client/test-support.tsx';
import type { Project, ProjectInterest } from '#shared/api/projects.ts';
import { stubMedia } from '#tests/setup/browser-parts.ts';
import { ProjectPage } from './project-page.tsx';

const ana = makePerson({ _id: 'ana', firstName: 'Ana', lastName: 'Silva' });
const ben = makePerson({ _id: 'ben', firstName: 'Ben', lastName: 'Okafor', skills: ['SQL'] });
const me = makePerson({ _id: 'me', firstName: 'Demo', lastName: 'Person' });
const theirs: Project = {
  _id: 'p1',
  projectName: 'Tidy',
  skills: ['Go', 'SQL'],
  description: 'Keeps **order**.',
  creator: ana,
  viewer: { relation: 'none' },
  members: [],
  interestedCount: 0,
};
const mine: Project = { ...theirs, creator: me, viewer: { relation: 'owner' } };
const interest: ProjectInterest = {
  _id: 'i1',
  projectId: 'p1',
  user: ben,
  status: 'interested',
  note: 'I know SQL well.',
  createdAt: '2026-01-01T10:00:00Z',
};
const view = (project: Project) => ({ body: { message: '', project } });

function setup(project: Project, change: (api: FakeApi) => void = () => undefined) {
  const api = memberApi(['projects.interest', 'projects.delete', 'requests.sent'])
    .on('GET project/view/p1', view(project))
    .on(
      'GET myprojects/ana',
      projectsOf(theirs, ...['A', 'B', 'C', 'D'].map((id) => ({ ...theirs, _id: id, projectName: id }))),
    )
    .on('GET project/interest/p1', { body: { items: [], nextCursor: null } });
  change(api);
  return {
    api,
    ...renderWithStore(
      <main>
        <ProjectPage />
      </main>,
      { path: '/project/view/p1', route: '/project/view/:projectId' },
    ),
  };
}

const withFacts: Project = {
  ...theirs,
  status: 'building',
  hoursPerWeek: 4,
  repositoryUrl: 'https://git.test/tidy',
  roles: [
    { name: 'Design', filled: false },
    { name: 'Go', filled: true },
  ],
};

describe('a visitor', () => {
  it('reads it, finds its people, and is led to more; on a phone, Ask to join comes before Copy link', async () => {
    stubMedia();
    setup(theirs);
    await screen.findByRole('heading', { name: 'Tidy', level: 1 });
    expect((await screen.findByText('order')).tagName).toBe('STRONG');
    expect(screen.getByRole('link', { name: 'SQL' }).getAttribute('href')).toBe('/search?skill=SQL');
    expect(screen.getByRole('link', { name: 'Ana Silva' }).getAttribute('href')).toBe('/profile/ana');
    const more = await screen.findByRole('region', { name: 'More by Ana' });
    expect(within(more).getAllByRole('article')).toHaveLength(3);
    expect(screen.queryByRole('link', { name: 'Edit' })).toBeNull();
    expect(screen.queryByRole('button', { name: 'Delete' })).toBeNull();
    // The user decides about the project, not about its creator.
    for (const name of ['Interested', 'Ignore']) expect(screen.queryByRole('button', { name })).toBeNull();
    expect(screen.queryByLabelText('Role'), 'the project says nothing of roles').toBeNull();
    expect(screen.queryByText(/Looks for/)).toBeNull();
    const ask = screen.getByRole('button', { name: 'Ask to join' });
    const link = screen.getByRole('button', { name: 'Copy link' });
    expect(ask.compareDocumentPosition(link) & Node.DOCUMENT_POSITION_FOLLOWING).not.toBe(0);
  });

  it('asks with a note, which is shown at once, by one call, and is undone with the reason; then can withdraw', async () => {
    const refusal = Promise.withResolvers<ReturnType<typeof unavailable>>();
    const { api, user } = setup(theirs, (before) => before.on('POST project/interest/p1', refusal.promise));
    const note = () => screen.findByLabelText('Note (optional)');
    await user.click(await note());
    await user.paste('x'.repeat(281));
    expect(screen.queryByText('A note has at most 280 characters.')).not.toBeNull();
    await user.click(screen.getByRole('button', { name: 'Ask to join' }));
    expect(api.count('POST project/interest/p1')).toBe(0);

    await user.clear(await note());
    await user.type(await note(), ' Hello ');
    await user.dblClick(screen.getByRole('button', { name: 'Ask to join' }));
    expect(screen.getByRole('heading', { name: 'You asked to join' })).toBe(document.activeElement);
    refusal.resolve(unavailable('Busy.'));
    await screen.findByText('Busy.');
    expect(await note()).toHaveProperty('value', ' Hello ');
    expect(screen.queryByRole('heading', { name: 'Join this project' })).not.toBeNull();
    expect(api.bodies('POST project/interest/p1')).toEqual([{ note: 'Hello' }]);

    api
      .on('POST project/interest/p1', () => {
        api.on('GET project/view/p1', view({ ...theirs, viewer: { relation: 'interested', interestId: 'i1' } }));
        return { body: {} };
      })
      .on('DELETE project/interest/p1', () => {
        api.on('GET project/view/p1', view(theirs));
        return { body: {} };
      });
    await user.click(screen.getByRole('button', { name: 'Ask to join' }));
    await screen.findByText('Ana sees that you asked, and decides.');
    await user.click(screen.getByRole('button', { name: 'Withdraw' }));
    await screen.findByRole('heading', { name: 'Join this project' });
  });

  it('can withdraw while asking is under way: the withdrawal is sent after it', async () => {
    let answer: (value: { body: unknown }) => void = () => undefined;
    const { api, user } = setup(theirs, (before) =>
      before
        .on('POST project/interest/p1', () => new Promise((resolve) => (answer = resolve)))
        .on('DELETE project/interest/p1', { body: {} }),
    );
    await user.click(await screen.findByRole('button', { name: 'Ask to join' }));
    await user.click(screen.getByRole('button', { name: 'Withdraw' }));
    expect(screen.queryByRole('heading', { name: 'Join this project' })).not.toBeNull();
    expect(api.count('DELETE project/interest/p1')).toBe(0);
    answer({ body: {} });
    await waitFor(() => expect(api.count('DELETE project/interest/p1')).toBe(1));
    expect(screen.queryByRole('heading', { name: 'Join this project' })).not.toBeNull();
  });

  it('asks and withdraws without a network: each waits, can be taken back, and goes out once', async () => {
    const { api, user } = setup(theirs, (before) =>
      before.on('POST project/interest/p1', 'network error').on('DELETE project/interest/p1', 'network error'),
    );
    const button = await screen.findByRole('button', { name: 'Ask to join' });
    const goOnline = goOffline();
    const words = () => waitingCalls('me').map((call) => call.words);
    await user.click(button);
    await screen.findByText('This goes out by itself when you are back.');
    await waitFor(() => expect(words()).toEqual(['Asking to join a project']));
    await user.click(screen.getByRole('button', { name: 'Withdraw' }));
    await screen.findByRole('heading', { name: 'Join this project' });
    await waitFor(() => expect(words()).toEqual([]));

    await user.click(screen.getByRole('button', { name: 'Ask to join' }));
    await waitFor(() => expect(words()).toHaveLength(1));
    const asked = api.count('POST project/interest/p1');
    api.on('POST project/interest/p1', () => {
      api.on('GET project/view/p1', view({ ...theirs, viewer: { relation: 'interested', interestId: 'i1' } }));
      return { body: {} };
    });
    goOnline();
    await screen.findByText('Ana sees that you asked, and decides.');
    await waitFor(() => expect(words()).toEqual([]));
    expect([api.count('POST project/interest/p1') - asked, api.count('DELETE project/interest/p1')]).toEqual([1, 0]);

    goOffline();
    await user.click(screen.getByRole('button', { name: 'Withdraw' }));
    await screen.findByRole('heading', { name: 'Join this project' });
    await waitFor(() => expect(waitingCalls('me')).toMatchObject([{ method: 'DELETE', url: 'project/interest/p1' }]));
    api.on('GET project/view/p1', view(theirs)).on('DELETE project/interest/p1', { body: {} });
    goOnline();
    await waitFor(() => expect(words()).toEqual([]));
    expect(screen.queryByRole('heading', { name: 'Join this project' })).not.toBeNull();
  });

  it('who was accepted is among the members, can chat, and leaves only after a question, by one call', async () => {
    const { api, user } = setup({ ...theirs, viewer: { relation: 'accepted' }, members: [me, ben] });
    await screen.findByRole('heading', { name: 'You are a member' });
    screen.getByText('You and Ana can chat.');
    expect(screen.getByRole('link', { name: 'Message Ana' }).getAttribute('href')).toBe('/chat/ana');
    const members = within(screen.getByRole('region', { name: /Members/ }));
    expect(members.queryByText('You')).not.toBeNull();
    expect(members.getByRole('link', { name: 'Ben Okafor' }).getAttribute('href')).toBe('/profile/ben');
    api.on('DELETE project/interest/p1', () => {
      api.on('GET project/view/p1', view(theirs));
      return { body: {} };
    });
    await user.click(screen.getByRole('button', { name: 'Leave the project' }));
    expect(document.activeElement?.textContent).toBe('Stay');
    expect(api.count('DELETE project/interest/p1')).toBe(0);
    await user.keyboard('{Tab}{Enter}{Enter}');
    await screen.findByRole('heading', { name: 'Join this project' });
    expect(document.activeElement?.tagName).toBe('H1');
    expect(api.count('DELETE project/interest/p1')).toBe(1);
  });

  it('reads what the project says of itself, asks for an open role, and reads the answer to it', async () => {
    const { api, user } = setup(withFacts, (before) =>
      before.on('POST project/interest/p1', () => {
        const viewer = { relation: 'rejected', role: 'Design', answer: 'We have found somebody.' } as const;
        before.on('GET project/view/p1', view({ ...withFacts, viewer }));
        return { body: {} };
      }),
    );
    const role = await screen.findByLabelText('Role');
    expect(
      within(role)
        .getAllByRole('option')
        .map(({ textContent }) => textContent),
    ).toEqual(['No particular role', 'Design']);
    expect(screen.queryByText('Building')).not.toBeNull();
    expect(screen.queryByText('About 4 hours a week')).not.toBeNull();
    expect(screen.getByRole('link', { name: 'Repository' }).getAttribute('href')).toBe('https://git.test/tidy');
    expect(screen.getByText(/Looks for:/).parentElement?.textContent).toBe('Looks for: Design, Go (filled)');
    await user.selectOptions(role, 'Design');
    await user.type(screen.getByLabelText('Note (optional)'), 'I draw.');
    await user.click(screen.getByRole('button', { name: 'Ask to join' }));
    await waitFor(() => expect(api.bodies('POST project/interest/p1')).toEqual([{ note: 'I draw.', role: 'Design' }]));
    await screen.findByRole('heading', { name: 'Not this time' });
    expect(screen.queryByText('We have found somebody.')).not.toBeNull();
    expect(screen.queryByRole('button', { name: 'Ask to join' })).toBeNull();
  });

  it('decides about the creator where the upstream knows no joining, and keeps the focus there', async () => {
    const { api, user } = setup({ _id: 'p1', projectName: 'Tidy', creator: ana }, (before) =>
      before
        .on('GET capabilities', { status: 404, body: 'Cannot GET /capabilities' })
        .on('POST request/interested/ana', { body: { message: '', data: { _id: 'r1', status: 'interested' } } }),
    );
    await user.click(await screen.findByRole('button', { name: 'Interested' }));
    await screen.findByText('Request sent');
    await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('group', { name: 'You and Ana' })));
    expect(api.count('POST request/interested/ana')).toBe(1);
    expect(screen.queryByText('Join this project')).toBeNull();
    expect(screen.queryByRole('region', { name: 'Activity' })).toBeNull();
  });
});

describe('the creator', () => {
  it('sees who asks with their note, accepts, and finds them among the members', async () => {
    const { api, user } = setup({ ...mine, interestedCount: 1 }, (before) =>
      before.on('GET project/interest/p1', { body: { items: [interest], nextCursor: null } }),
    );
    await screen.findByText('I know SQL well.');
    const region = document.body.appendChild(document.createElement('div'));
    onTestFinished(() => region.remove());
    region.id = 'announcer-polite';
    // An announcement empties the region at once, and fills it a moment later.
    region.textContent = 'What was said before';
    const shown = vi.spyOn(toast, 'success');
    api.on('POST project/interest/review/accepted/i1', () => {
      api.on('GET project/interest/p1', { body: { items: [], nextCursor: null } });
      api.on('GET project/view/p1', view({ ...mine, members: [ben] }));
      return { body: {} };
    });
    await user.dblClick(screen.getByRole('button', { name: 'Accept Ben Okafor' }));
    await screen.findByRole('link', { name: 'Message Ben Okafor' });
    await screen.findByText('Nobody is waiting for your answer.');
    await waitFor(() => expect(document.activeElement?.textContent).toContain('Interested people'));
    expect(api.count('POST project/interest/review/accepted/i1')).toBe(1);
    expect(shown).toHaveBeenCalledExactlyOnceWith('Ben Okafor is a member now. You two can chat.');
    expect(region.textContent, 'said by the toast alone').toBe('What was said before');
  });

  it('answers somebody who asks for a role with a line, by one call; a failed answer brings the row back', async () => {
    const second = { ...interest, _id: 'i2', user: ana, note: 'Me too.' };
    const { api, user } = setup({ ...mine, interestedCount: 2 }, (before) =>
      before
        .on('GET capabilities', { body: { capabilities: ['projects.interest', 'projects.facts'] } })
        .on('GET project/interest/p1', { body: { items: [{ ...interest, role: 'Design' }, second], nextCursor: null } })
        .on('POST project/interest/review/rejected/i1', unavailable('Busy.')),
    );
    await user.type(await screen.findByLabelText('Answer to Ben (optional)'), ' Next time! ');
    expect(screen.queryByText('Design')).not.toBeNull();
    await user.dblClick(screen.getByRole('button', { name: 'Reject Ben Okafor' }));
    expect(document.activeElement, 'the focus moves on').toBe(screen.getByRole('link', { name: 'Ana Silva' }));
    await screen.findByText('Busy.');
    expect(screen.queryByRole('button', { name: 'Reject Ben Okafor' })).not.toBeNull();
    expect(api.bodies('POST project/interest/review/rejected/i1')).toEqual([{ note: 'Next time!' }]);
  });

  it('copies the link, and edits with a link or the key E; nobody who asks takes no room', async () => {
    const { api, user, router } = setup(mine);
    onTestFinished(listenForShortcuts());
    expect((await screen.findByRole('link', { name: 'Edit' })).getAttribute('href')).toBe('/project/editproject/p1');
    await waitFor(() => expect(api.count('GET project/interest/p1')).toBe(1));
    expect(screen.queryByText('Interested people')).toBeNull();
    expect(screen.queryByRole('button', { name: 'Show it' }), 'no public pages here').toBeNull();
    await user.click(screen.getByRole('button', { name: 'Copy link' }));
    expect(await navigator.clipboard.readText()).toBe(new URL('/project/view/p1', location.href).href);
    await user.keyboard('e');
    await waitFor(() => expect(router.state.location.pathname).toBe('/project/editproject/p1'));
  });

  it('deletes only after a question that names what goes, is told when that failed, and can take it back', async () => {
    const { api, user, router } = setup({ ...mine, members: [ben], interestedCount: 2 }, (before) =>
      before.on('DELETE project/p1', { status: 503, body: {} }),
    );
    const shown = vi.spyOn(toast, 'success');
    await user.click(await screen.findByRole('button', { name: 'Delete' }));
    const dialog = await screen.findByRole('dialog', { name: 'Delete Tidy?' });
    expect(document.activeElement?.textContent).toBe('Keep it');
    expect(within(dialog).queryByText(/its one member/)).not.toBeNull();
    expect(within(dialog).queryByText(/2 open requests/)).not.toBeNull();
    expect(api.count('DELETE project/p1')).toBe(0);
    await user.click(within(dialog).getByRole('button', { name: 'Delete' }));
    await screen.findByText(/^Not deleted\./);
    expect(router.state.location.pathname).toBe('/project/view/p1');
    api
      .on('DELETE project/p1', { body: { success: true, message: '', restorableUntil: '2026-01-01T10:10:00Z' } })
      .on('POST project/p1/restore', { body: { success: true, project: mine } });
    await user.dblClick(within(dialog).getByRole('button', { name: 'Delete' }));
    await waitFor(() => expect(router.state.location.pathname).toBe('/projects'));
    expect(api.count('DELETE project/p1')).toBe(2);
    const action = shown.mock.calls.at(-1)?.[1]?.action as { label: string; onClick: () => Promise<void> };
    expect(action.label).toBe('Undo');
    await action.onClick();
    expect(api.count('POST project/p1/restore')).toBe(1);
    expect(router.state.location.pathname).toBe('/project/view/p1');
  });

  it('asks once whether it is visible without an account, and then offers its public address', async () => {
    let isPublic: boolean | undefined;
    const { api, user } = setup(mine, (calls) =>
      calls
        .on('GET capabilities', { body: { capabilities: ['public.pages'] } })
        .on('GET project/view/p1', () => view({ ...mine, ...(isPublic !== undefined && { isPublic }) }))
        .on('PATCH project/edit/p1', ({ body }) => {
          ({ isPublic } = body as { isPublic: boolean });
          return { body: { success: true, project: { ...mine, isPublic } } };
        }),
    );
    await user.click(await screen.findByRole('button', { name: 'Show it' }));
    const link = await screen.findByRole('link', { name: 'See the public page' });
    expect(link.getAttribute('href')).toBe('/share/project/p1');
    expect(api.bodies('PATCH project/edit/p1')).toEqual([{ isPublic: true }]);
    expect(screen.queryByRole('button', { name: 'Show it' })).toBeNull();
    await user.click(screen.getByRole('button', { name: 'Copy link' }));
    expect(await navigator.clipboard.readText()).toBe(new URL('/share/project/p1', location.href).href);
  });

  it('reads that a moderator has hidden it, and has no link to a public page', async () => {
    const hidden = { reason: 'Advertising.', since: '2026-01-01T10:00:00Z' };
    const { user } = setup({ ...mine, isPublic: true, hidden }, (api) =>
      api.on('GET capabilities', { body: { capabilities: ['public.pages'] } }),
    );
    await screen.findByText('Advertising.');
    expect(screen.queryByText(/Visible without an account/)).toBeNull();
    await user.click(screen.getByRole('button', { name: 'Copy link' }));
    expect(await navigator.clipboard.readText()).toBe(new URL('/project/view/p1', location.href).href);
  });

  it('opens the team’s chat without taking the focus, or the place of the navigation on a narrow window', async () => {
    stubMedia('(pointer: fine)');
    const joined = { _id: 'm1', senderId: ben, text: 'Ben joined', event: 'joined', createdAt: '2026-01-01T10:00:00Z' };
    const { user, unmount } = setup(mine, (api) =>
      api.on('GET room/p1', { body: { chat: { _id: 'p1', participants: [me], messages: [joined] }, rev: 1 } }),
    );
    const tab = await screen.findByRole('tab', { name: /^Team/ });
    await user.click(tab);
    const field = await screen.findByRole('textbox', { name: 'Message the team' });
    const isWriting = () => document.documentElement.matches('[data-writing]');
    expect(document.activeElement).toBe(tab);
    expect(isWriting()).toBe(false);
    await user.click(field);
    expect(isWriting()).toBe(true);
    const line = await screen.findByText('Ben joined');
    expect(line.closest('[dir="auto"]'), 'a right-to-left name does not turn the line').toBeNull();
    unmount();
    expect(isWriting()).toBe(false);
  });

  it('has no Delete where the upstream cannot', async () => {
    setup({ _id: 'p1', projectName: 'Tidy', creator: me }, (api) =>
      api.on('GET capabilities', { status: 404, body: '' }),
    );
    await screen.findByRole('link', { name: 'Edit' });
    expect(screen.queryByRole('button', { name: 'Delete' })).toBeNull();
    expect(screen.queryByText('Interested people')).toBeNull();
  });
});

describe('what is not there', () => {
  it.each([
    ['a 404', { status: 404, body: { code: 'not_found', message: 'x' } }],
    ['an empty array', { body: { message: '', project: [] } }],
  ])('%s says so, with a way on; a failure can be tried again', async (_name, answer) => {
    const { api, user } = setup(theirs, (before) => before.on('GET project/view/p1', { status: 502, body: {} }));
    const retry = await screen.findByRole('button', { name: 'Retry' });
    api.on('GET project/view/p1', answer);
    await user.click(retry);
    await screen.findByText('This project is not available');
    expect(screen.queryByRole('link', { name: 'All projects' })).not.toBeNull();
    expect(screen.queryByRole('button', { name: 'Leave the project' })).toBeNull();
  });

  it('its members read that a moderator has hidden it, and can leave it', async () => {
    const { api, user } = setup(theirs, (before) =>
      before
        .on('GET project/view/p1', { status: 403, body: { code: 'forbidden', message: 'x' } })
        .on('DELETE project/interest/p1', {
          status: 404,
          body: { code: 'not_found', message: 'You have not asked to join this project.' },
        }),
    );
    const leave = await screen.findByRole('button', { name: 'Leave the project' });
    expect(screen.queryByText('A moderator has hidden this project')).not.toBeNull();
    await user.click(leave);
    await screen.findByText('You have not asked to join this project.');
    api.on('DELETE project/interest/p1', { body: { message: '' } });
    await user.click(leave);
    await screen.findByText('You left the project.');
    expect(screen.queryByRole('button', { name: 'Leave the project' })).toBeNull();
  });
});

it('has the focus on its heading while it is loading and afterwards', async () => {
  const answer = Promise.withResolvers<{ body: unknown }>();
  memberApi(['projects.interest'])
    .on('GET myprojects/me', projectsOf(mine))
    .on('GET project/interest/p1', { body: { items: [], nextCursor: null } })
    .on('GET project/view/p1', answer.promise);
  const { user } = renderApp('/projects');
  await user.click(await screen.findByRole('link', { name: 'Tidy' }));
  const name = await screen.findByRole('heading', { level: 1, name: 'Project' });
  await waitFor(() => expect(document.activeElement).toBe(name));
  answer.resolve(view(mine));
  await screen.findByRole('link', { name: 'Edit' });
  expect(name.textContent).toBe('Tidy');
  expect(document.activeElement).toBe(name);
});

describe('the activity', () => {
  const line = (_id: string, kind: string, actor = ben) => ({ _id, kind, actor, createdAt: '2026-01-01T10:00:00Z' });
  const withActivity = (api: FakeApi, items: object[], nextCursor: string | null = null) =>
    api
      .on('GET capabilities', { body: { capabilities: ['projects.interest', 'projects.activity'] } })
      .on('GET project/p1/activity', ({ query }) =>
        query.get('cursor') === 'older'
          ? { body: { items: [line('a9', 'edited', ana)], nextCursor: null } }
          : { body: { items, nextCursor } },
      );

  it('fails alone, says what has happened, in words, and shows older lines', async () => {
    const status = { ...line('a2', 'status', ana), status: 'live' };
    const items = [line('a4', 'owner', me), line('a3', 'joined'), status, line('a1', 'from-the-future')];
    const { api, user } = setup(theirs, (before) =>
      withActivity(before, []).on('GET project/p1/activity', { status: 500, body: { message: 'Not today' } }),
    );
    const region = await screen.findByRole('region', { name: 'Activity' });
    await within(region).findByText('Not today');
    withActivity(api, items, 'older');
    await user.click(within(region).getByRole('button', { name: /again|Retry/i }));
    await waitFor(() => expect(within(region).getAllByRole('listitem')).toHaveLength(4));
    const rows = () =>
      within(region)
        .getAllByRole('listitem')
        .map((row) => row.textContent);
    expect(rows()).toEqual([
      expect.stringContaining('You are the creator now'),
      expect.stringContaining('Ben Okafor joined'),
      expect.stringContaining('Ana Silva set the status to Live'),
      expect.stringContaining('Ben Okafor changed something'),
    ]);
    const [name] = within(region).getAllByRole('link', { name: 'Ben Okafor' });
    expect(name?.closest('[dir="auto"]'), 'a right-to-left name does not turn the line').toBe(name);
    await user.click(within(region).getByRole('button', { name: 'Show older' }));
    await waitFor(() => expect(rows()[4]).toContain('Ana Silva edited the page'));
    expect(within(region).queryByRole('button')).toBeNull();
  });
});

describe('the members, with roles', () => {
  const withMembers = (api: FakeApi) =>
    api.on('GET capabilities', { body: { capabilities: ['projects.interest', 'projects.members', 'public.pages'] } });
  const team = { ...mine, isPublic: false, members: [{ ...ben, role: 'Design' }] };
  const openMenu = async (user: ReturnType<typeof setup>['user'], item: string) => {
    await user.click(await screen.findByRole('button', { name: 'Membership of Ben Okafor' }));
    // The test environment knows no popovers: their content counts as hidden.
    await user.click(screen.getByRole('button', { name: item, hidden: true }));
  };

  it('stand below the creator, with a word each; others than the creator change nothing', async () => {
    setup({ ...theirs, members: [{ ...ben, role: 'Design' }, me] }, withMembers);
    const members = await screen.findByRole('region', { name: 'Members 3' });
    expect(
      within(members)
        .getAllByRole('listitem')
        .map((row) => row.textContent),
    ).toEqual([
      expect.stringContaining('Ana SilvaCreator'),
      expect.stringContaining('Ben OkaforDesign'),
      expect.stringContaining('You'),
    ]);
    expect(within(members).queryByRole('button')).toBeNull();
  });

  it('change their role in a dialog, which stays open with the reason of a failure', async () => {
    const { api, user } = setup(team, (before) =>
      withMembers(before).on('PATCH project/p1/member/ben', { status: 500, body: { message: 'Not today' } }),
    );
    await openMenu(user, 'Change the role');
    expect(screen.queryByRole('button', { name: 'Show it' }), 'members alone see it').toBeNull();
    const field = screen.getByLabelText('Role');
    await user.clear(field);
    await user.type(field, ' Testing {Enter}');
    await screen.findByText('Not today');
    api.on('PATCH project/p1/member/ben', { body: { message: '' } });
    await user.click(screen.getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(api.bodies('PATCH project/p1/member/ben')).toEqual([{ role: 'Testing' }, { role: 'Testing' }]);
    expect(document.activeElement?.textContent).toContain('Members');
  });

  it.each([
    ['Remove', 'Remove', 'DELETE project/p1/member/ben', {}],
    ['Offer the project', 'Offer it', 'POST project/p1/owner', {}],
    ['Take the offer back', 'Take it back', 'DELETE project/p1/owner', { isOffered: true as const }],
  ])('%s: only after a confirmation', async (item, button, call, own) => {
    const { user, api } = setup({ ...team, members: [{ ...ben, ...own }] }, (before) =>
      withMembers(before).on(call, { body: { message: '' } }),
    );
    await openMenu(user, item);
    expect(api.count(call)).toBe(0);
    await user.click(within(screen.getByRole('dialog')).getByRole('button', { name: button }));
    await waitFor(() => expect(api.count(call)).toBe(1));
  });

  it('leave the focus on the title of the project when the last one is removed', async () => {
    const { user, api } = setup(team, withMembers);
    api.on('DELETE project/p1/member/ben', () => {
      api.on('GET project/view/p1', view({ ...team, members: [] }));
      return { body: {} };
    });
    await openMenu(user, 'Remove');
    await user.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Remove' }));
    await waitFor(() => expect(screen.queryByRole('region', { name: /Members/ })).toBeNull());
    expect(document.activeElement?.tagName).toBe('H1');
  });

  it('read the offer, and accept it', async () => {
    const offered = {
      ...theirs,
      viewer: { relation: 'accepted' as const, canChat: false },
      members: [{ ...me, isOffered: true as const }],
    };
    const { user, api } = setup(offered, (before) =>
      withMembers(before).on('POST project/p1/owner/accept', { status: 404, body: { message: 'Taken back' } }),
    );
    const shown = vi.spyOn(toast, 'success');
    // The two may have no chat: the creator may have changed.
    expect((await screen.findByRole('link', { name: 'See Ana’s profile' })).getAttribute('href')).toBe('/profile/ana');
    expect(screen.queryByRole('link', { name: 'Message Ana' })).toBeNull();
    await user.click(await screen.findByRole('button', { name: 'Accept the project' }));
    await screen.findByText('Taken back');
    api.on('POST project/p1/owner/accept', { body: { project: mine } }).on('GET project/view/p1', view(team));
    await user.click(screen.getByRole('button', { name: 'Accept the project' }));
    await screen.findByRole('button', { name: 'Membership of Ben Okafor' });
    expect(shown).toHaveBeenCalledWith('Tidy is yours now');
  });
});
