import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
import { relationsApi } from '#client/api/relations-api.ts';
import { muteApi } from '#client/api/safety/mute-api.ts';
import { safetyApi } from '#client/api/safety/safety-api.ts';
import {
  type FakeApi,
  fakeApi,
  installBrowserParts,
  loadBeforehand,
  makePerson,
  renderApp,
} from '#client/test-support.tsx';
import type { User } from '#shared/api/users.ts';
import { readRecent, rememberSearch } from './search-prompt.tsx';

installBrowserParts();
loadBeforehand('search');

function signedIn() {
  return fakeApi()
    .on('GET profile/view', { body: makePerson({ _id: 'me', firstName: 'Demo' }) })
    .on('GET user/request/received', { body: { message: '', data: [] } })
    .on('GET user/connections', { body: { message: '', data: [] } })
    .on('GET user/request/sent', { body: { message: '', data: [] } });
}

const ana = makePerson({ _id: 'ana', firstName: 'Ana', lastName: 'Lopes' });
const ben = makePerson({ _id: 'ben', firstName: 'Ben', lastName: 'Okoro' });
/** An upstream with search, which finds nothing until a test sets other replies. */
const searchable = () =>
  signedIn()
    .on('GET capabilities', { body: { capabilities: ['search'] } })
    .on('GET search/people', page([]))
    .on('GET search/projects', page([]));
const page = (items: unknown[], nextCursor: string | null = null) => ({ body: { items, nextCursor } });

/** Retries with a working server; the button disappears with the error. */
async function retryFindsBen(api: FakeApi, user: UserEvent): Promise<void> {
  api.on('GET search/people', page([ben]));
  await user.click(screen.getByRole('button', { name: 'Retry' }));
  await screen.findByRole('link', { name: 'Ben Okoro' });
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Retry' })).toBeNull());
}

describe('searching at an upstream that can', () => {
  it('searches for the query of the address, and keeps the typed query in the address', async () => {
    const api = searchable().on('GET search/people', ({ query }) => page(query.get('q') === 'ana' ? [ana] : [ben]));
    const { router } = renderApp('/search?q=ana');
    await screen.findByRole('link', { name: 'Ana Lopes' });
    const box = screen.getByRole('searchbox');
    // All in one task: the pause after the last letter is the only one.
    for (const value of ['', 'b', 'be', 'ben']) fireEvent.change(box, { target: { value } });
    await screen.findByRole('link', { name: 'Ben Okoro' });
    expect(router.state.location.search).toBe('?q=ben');
    const asked = api.calls.filter(({ call }) => call === 'GET search/people').map(({ query }) => query.get('q'));
    expect(asked, 'one question after the pause, not one a letter').toEqual(['ana', 'ben']);
  });

  it('includes the typed text when another part of the address changes before the pause is over', async () => {
    searchable();
    const { router, user } = renderApp('/search?q=ana');
    const box = await screen.findByRole('searchbox');
    const projects = await screen.findByRole('tab', { name: /^Projects/ });
    fireEvent.change(box, { target: { value: 'ben' } });
    fireEvent.click(projects);
    await waitFor(() => expect(router.state.location.search).toContain('tab=projects'));
    expect(router.state.location.search).toBe('?q=ben&tab=projects');
    await user.type(box, 'jamin');
    expect(box).toHaveProperty('value', 'benjamin');
  });

  it('never lets a late answer overwrite a newer one', async () => {
    let answerSlow: (value: { body: unknown }) => void = () => {};
    const slow = new Promise<{ body: unknown }>((resolve) => {
      answerSlow = resolve;
    });
    const api = searchable().on('GET search/people', ({ query }) => (query.get('q') === 'a' ? slow : page([ben])));
    const { router } = renderApp('/search?q=a');
    await screen.findByRole('searchbox');
    await waitFor(() => expect(api.count('GET search/people')).toBe(1));
    await router.navigate('/search?q=ben');
    await screen.findByRole('link', { name: 'Ben Okoro' });
    expect(api.calls.find(({ query }) => query.get('q') === 'a')?.signal?.aborted, 'the older call is given up').toBe(
      true,
    );
    answerSlow(page([ana]));
    await waitFor(() => expect(screen.queryByRole('link', { name: 'Ana Lopes' })).toBeNull());
  });

  it('says that nothing was found, and offers to search without the skill', async () => {
    // A later page may have more: nothing found is counted as 0 all the same.
    searchable().on('GET search/people', page([], 'c1'));
    const { user, router } = renderApp('/search?q=zzz&skill=Go');
    await screen.findByRole('tab', { name: 'People (0)' });
    await user.click(await screen.findByRole('button', { name: 'Search without Go' }));
    expect(router.state.location.search).toBe('?q=zzz');
    await screen.findByText('Nothing fits “zzz”');
  });

  it('appends the next page, and shows all loaded pages on a return within a minute', async () => {
    const api = searchable().on('GET search/people', ({ query }) =>
      query.get('cursor') === 'next' ? page([ben]) : page([ana], 'next'),
    );
    const { user, router } = renderApp('/search?q=x');
    await user.click(await screen.findByRole('button', { name: 'Show more' }));
    await screen.findByRole('link', { name: 'Ben Okoro' });
    expect(screen.queryByRole('link', { name: 'Ana Lopes' })).not.toBeNull();
    expect(screen.queryByRole('button', { name: 'Show more' })).toBeNull();
    await waitFor(() => expect(document.activeElement?.textContent).toBe('Ben Okoro'));
    await router.navigate('/setting');
    await screen.findByRole('heading', { level: 1, name: 'Settings' });
    await router.navigate(-1);
    await screen.findByRole('link', { name: 'Ben Okoro' });
    expect(screen.queryByRole('link', { name: 'Ana Lopes' })).not.toBeNull();
    expect(api.count('GET search/people')).toBe(2);
  });

  it('says why the next page could not be loaded, and keeps the results', async () => {
    const api = searchable().on('GET search/people', ({ query }) =>
      query.get('cursor') === 'next' ? 'network error' : page([ana], 'next'),
    );
    const { user } = renderApp('/search?q=x');
    await user.click(await screen.findByRole('button', { name: 'Show more' }));
    await screen.findByText(/No answer from the server/);
    expect(screen.queryByRole('link', { name: 'Ana Lopes' })).not.toBeNull();
    await retryFindsBen(api, user);
  });

  it('fails with a reason and a way to try again, and keeps the old results', async () => {
    const api = searchable().on('GET search/people', page([ana]));
    const { user } = renderApp('/search?q=ana');
    await screen.findByRole('link', { name: 'Ana Lopes' });
    api.on('GET search/people', 'network error');
    await user.type(screen.getByRole('searchbox'), 'x');
    // The box gives the reason itself until the frame does, soon after.
    await screen.findByText(/No answer from the service since .+ Trying again by itself/);
    await screen.findByText('It comes by itself once the service answers.');
    expect(screen.queryByRole('link', { name: 'Ana Lopes' })).not.toBeNull();
    await retryFindsBen(api, user);
  });

  it('offers the other tab where only that one has results', async () => {
    const raft = { _id: 'p', projectName: 'Raft', creator: ana, viewer: { relation: 'accepted' } };
    searchable().on('GET search/projects', page([raft]));
    const { user, router } = renderApp('/search?q=raft');
    await user.click(await screen.findByRole('button', { name: 'See 1 project' }));
    await screen.findByRole('link', { name: 'Raft' });
    expect(screen.queryByText('Accepted'), 'the relation to the project').not.toBeNull();
    expect(router.state.location.search).toBe('?q=raft&tab=projects');
  });

  it('keeps the order, the tab and the skill in the address', async () => {
    searchable().on('GET search/people', page([ben, ana]));
    const { user, router } = renderApp('/search?q=x');
    await screen.findByRole('link', { name: 'Ana Lopes' });
    const names = () => screen.getAllByRole('link', { name: /Lopes|Okoro/ }).map(({ textContent }) => textContent);
    expect(names()).toEqual(['Ben Okoro', 'Ana Lopes']);
    await user.selectOptions(screen.getByLabelText('Sort by'), 'name');
    expect(names()).toEqual(['Ana Lopes', 'Ben Okoro']);
    await user.click(screen.getByRole('button', { name: 'React' }));
    await user.click(screen.getByRole('tab', { name: /^Projects/ }));
    expect(router.state.location.search).toBe('?q=x&sort=name&skill=React&tab=projects');
  });
});

describe('the search box', () => {
  it('keeps the caret in the middle of a word; Escape clears it, and a second Escape leaves it', async () => {
    searchable();
    const { user, router } = renderApp('/search?q=ana');
    const box = (await screen.findByRole('searchbox')) as HTMLInputElement;
    await user.type(box, 'b', { initialSelectionStart: 1, initialSelectionEnd: 1 });
    expect([box.value, box.selectionStart]).toEqual(['abna', 2]);
    await user.keyboard('c');
    expect([box.value, box.selectionStart]).toEqual(['abcna', 3]);
    await user.keyboard('{Escape}');
    expect([box.value, router.state.location.search]).toEqual(['', '']);
    expect(document.activeElement).toBe(box);
    await user.keyboard('{Escape}');
    expect(document.activeElement).not.toBe(box);
  });

  it('searches at once with Enter, and remembers the query; not during a composition', async () => {
    const api = searchable();
    const { user, router } = renderApp('/search');
    const box = await screen.findByRole('searchbox');
    await user.type(box, 'ana');
    fireEvent.keyDown(box, { key: 'Enter', isComposing: true });
    fireEvent.keyDown(box, { key: 'Enter', keyCode: 229 });
    fireEvent.keyDown(box, { key: 'Escape', isComposing: true });
    expect(router.state.location.search).toBe('');
    expect(readRecent('me')).toEqual([]);
    await user.keyboard('{Enter}');
    expect(router.state.location.search).toBe('?q=ana');
    expect(readRecent('me')).toEqual(['ana']);
    await waitFor(() => expect(api.count('GET search/people')).toBe(1));
  });

  it('moves between box and results with the arrow keys, which in the Sort select choose an order', async () => {
    searchable().on('GET search/people', page([ana, ben]));
    const { user } = renderApp('/search?q=x');
    const first = await screen.findByRole('link', { name: 'Ana Lopes' });
    screen.getByRole('searchbox').focus();
    await user.keyboard('{ArrowDown}');
    expect(document.activeElement).toBe(first);
    await user.keyboard('{ArrowDown}{ArrowDown}');
    expect(document.activeElement?.textContent).toBe('Ben Okoro');
    await user.keyboard('{ArrowUp}{ArrowUp}');
    expect(document.activeElement).toBe(screen.getByRole('searchbox'));
    const order = screen.getByLabelText('Sort by');
    order.focus();
    expect(fireEvent.keyDown(order, { key: 'ArrowDown' }), 'left to the browser').toBe(true);
    expect(document.activeElement).toBe(order);
  });
});

describe('projects, narrowed by what they say of themselves', () => {
  const raft = { _id: 'p', projectName: 'Raft', creator: ana, roles: [{ name: 'Design', filled: false }] };
  const withFacts = () =>
    searchable()
      .on('GET capabilities', { body: { capabilities: ['search', 'projects.facts'] } })
      .on('GET search/projects', ({ query }) => page(query.get('status') === 'idea' ? [] : [raft]));

  it('are asked for a role and a status in the address; people are not', async () => {
    const api = withFacts();
    const { user, router } = renderApp('/search?q=raft&tab=projects');
    await user.selectOptions(await screen.findByLabelText('Looks for'), 'Design');
    await waitFor(() => expect(router.state.location.search).toBe('?q=raft&tab=projects&role=Design'));
    const asked = (kind: string) =>
      api.calls
        .filter(({ call }) => call === `GET search/${kind}`)
        .at(-1)
        ?.query.get('role');
    await waitFor(() => expect(asked('projects')).toBe('Design'));
    expect(asked('people')).toBeNull();
    await user.selectOptions(screen.getByLabelText('Status'), 'Idea');
    await user.click(await screen.findByRole('button', { name: 'Any role and status' }));
    await screen.findByRole('link', { name: 'Raft' });
    expect(router.state.location.search).toBe('?q=raft&tab=projects');
  });

  it('have no such filter among people, or where the upstream knows none', async () => {
    withFacts();
    const { user } = renderApp('/search?q=raft&role=Design');
    await screen.findByRole('tab', { name: /^People/ });
    expect(screen.queryByLabelText('Looks for')).toBeNull();
    await user.click(screen.getByRole('tab', { name: /^Projects/ }));
    expect((await screen.findByLabelText<HTMLSelectElement>('Looks for')).value).toBe('Design');
    cleanup();
    searchable();
    renderApp('/search?q=raft&tab=projects&role=Design');
    await screen.findByRole('tab', { name: /^Projects/ });
    expect(screen.queryByLabelText('Looks for')).toBeNull();
  });
});

describe('before anything is asked', () => {
  it('offers recent searches, which can be cleared', async () => {
    searchable().on('GET search/projects', page([{ _id: 'p', projectName: 'Raft', creator: ana }]));
    rememberSearch('me', 'older');
    const { user, router } = renderApp('/search?q=raft&tab=projects');
    await user.click(await screen.findByRole('link', { name: 'Raft' }));
    await router.navigate('/search');
    await user.click(await screen.findByRole('button', { name: 'older' }));
    expect(router.state.location.search).toBe('?q=older');
    await router.navigate('/search');
    await screen.findByRole('button', { name: 'raft' });
    await user.click(screen.getByRole('button', { name: 'Clear' }));
    expect(screen.queryByRole('button', { name: 'raft' })).toBeNull();
    expect(readRecent('me')).toEqual([]);
    expect(document.activeElement).toBe(screen.getByRole('heading', { level: 1 }));
  });
});

describe('searching at an upstream that cannot', () => {
  it('searches undecided people and connections, and says so', async () => {
    signedIn()
      .on('GET capabilities', { status: 404, body: '' })
      .on('GET user/feed', ({ query }) => ({ body: query.get('page') === '1' ? [ana] : [] }))
      .on('GET user/connections', { body: { message: '', data: [ben, null] } })
      .on('GET projects', { body: { message: '', project: [] } });
    renderApp('/search?q=an');
    await screen.findByRole('link', { name: 'Ana Lopes' });
    expect(screen.queryByText(/^Searching people you have not decided on/)).not.toBeNull();
    expect(screen.queryByRole('link', { name: 'Ben Okoro' })).toBeNull();
  });

  it('says how many of more than 200 undecided people it has searched, and continues', async () => {
    const crowd = (page: number, size: number) =>
      Array.from({ length: size }, (_, at) => makePerson({ _id: `${page}-${at}`, firstName: 'Somebody' }));
    const api = signedIn()
      .on('GET capabilities', { status: 404, body: '' })
      .on('GET user/feed', ({ query }) => {
        const page = Number(query.get('page'));
        if (query.get('limit') !== '50') return { body: [] };
        return { body: page < 5 ? crowd(page, 50) : page === 5 ? [ana] : [] };
      })
      .on('GET projects', { body: { message: '', project: [] } });
    const { user } = renderApp('/search?q=lopes');
    await screen.findByText('Searched your connections and the first 200 people you have not decided on.');
    expect(screen.queryByRole('link', { name: 'Ana Lopes' })).toBeNull();
    await user.click(screen.getByRole('button', { name: 'Search further' }));
    await screen.findByRole('link', { name: 'Ana Lopes' });
    await screen.findByText('Searching people you have not decided on, and your connections.');
    expect(screen.queryByRole('button', { name: 'Search further' })).toBeNull();
    const pages = api.calls
      .filter(({ call, query }) => call.endsWith('feed') && query.get('limit') === '50')
      .map(({ query }) => query.get('page'));
    expect(pages, 'each page once').toEqual(['1', '2', '3', '4', '5', '6', '7', '8']);
  });
});

it.each([
  ['blocks', 'POST user/block/ana', safetyApi.endpoints.blockPerson.initiate('ana')],
  ['mutes', 'POST user/mute/ana', muteApi.endpoints.mutePerson.initiate({ _id: 'ana', name: 'Ana' })],
])('shows nobody any more whom the user %s while the results are fresh', async (_what, call, step) => {
  const api = searchable()
    .on('GET search/people', page([ana, ben]))
    .on(call, { body: { message: '' } });
  const { store } = renderApp('/search?q=x');
  await screen.findByRole('link', { name: 'Ana Lopes' });
  api.on('GET search/people', page([ben]));
  await store.dispatch(step as ReturnType<typeof safetyApi.endpoints.blockPerson.initiate>);
  await waitFor(() => expect(screen.queryByRole('link', { name: 'Ana Lopes' })).toBeNull());
  expect(screen.queryByRole('link', { name: 'Ben Okoro' })).not.toBeNull();
});

it('leaves a person out of New people at once after a decision or a block', async () => {
  const people = ['Ana', 'Ben', 'Cleo'].map((firstName) => makePerson({ _id: firstName.toLowerCase(), firstName }));
  const [ana, ben] = people as [User, User];
  const api = searchable().on('GET user/feed', { body: people });
  api.on('POST request/interested/ana', { body: { message: '' } }).on('POST user/block/ben', { body: {} });
  const { store } = renderApp('/search');
  const found = async () => within(await screen.findByRole('region', { name: 'New people' }));
  await (await found()).findByText(/^Cleo/);
  await act(async () => {
    await store.dispatch(relationsApi.endpoints.relate.initiate({ action: 'interested', person: ana }));
    await store.dispatch(safetyApi.endpoints.blockPerson.initiate(ben._id));
  });
  expect((await found()).queryByText(/^(Ana|Ben)/)).toBeNull();
});
