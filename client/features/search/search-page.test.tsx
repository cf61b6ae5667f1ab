import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { relationsApi } from '#client/api/relations-api.ts';
import { muteApi } from '#client/api/safety/mute-api.ts';
import { safetyApi } from '#client/api/safety/safety-api.ts';
import { listOf, makePerson, memberApi, renderApp } from '#client/test-support.tsx';
import { readRecent, rememberSearch } from './search-prompt.tsx';

const ana = makePerson({ _id: 'ana', firstName: 'Ana', lastName: 'Lopes' });
const ben = makePerson({ _id: 'ben', firstName: 'Ben', lastName: 'Okoro' });
/** An upstream with search, which finds nothing until a test sets other replies. */
const searchable = () => memberApi(['search']).on('GET search/people', page([])).on('GET search/projects', page([]));
const page = (items: unknown[], nextCursor: string | null = null) => ({ body: { items, nextCursor } });

describe('searching at an upstream that can', () => {
  it('searches for the query of the address, and keeps what is typed there, also when another part of it changes', async () => {
    const api = searchable().on('GET search/people', ({ query }) => page(query.get('q') === 'ana' ? [ana] : [ben]));
    const { router, user } = renderApp('/search?q=ana');
    await screen.findByRole('link', { name: 'Ana Lopes' });
    const box = screen.getByRole('searchbox');
    // All in one task: the pause after the last letter is the only one.
    for (const value of ['', 'b', 'be', 'ben']) fireEvent.change(box, { target: { value } });
    await screen.findByRole('link', { name: 'Ben Okoro' });
    expect(router.state.location.search).toBe('?q=ben');
    const asked = api.calls.filter(({ call }) => call === 'GET search/people').map(({ query }) => query.get('q'));
    expect(asked, 'one question after the pause, not one a letter').toEqual(['ana', 'ben']);
    fireEvent.change(box, { target: { value: 'cleo' } });
    fireEvent.click(screen.getByRole('tab', { name: /^Projects/ }));
    await waitFor(() => expect(router.state.location.search).toContain('tab=projects'));
    expect(router.state.location.search, 'before the pause is over').toBe('?q=cleo&tab=projects');
    await user.type(box, 'patra');
    expect(box).toHaveProperty('value', 'cleopatra');
  });

  it('never lets a late answer overwrite a newer one', async () => {
    const slow = Promise.withResolvers<{ body: unknown }>();
    const api = searchable().on('GET search/people', ({ query }) =>
      query.get('q') === 'a' ? slow.promise : page([ben]),
    );
    const { router } = renderApp('/search?q=a');
    await screen.findByRole('searchbox');
    await waitFor(() => expect(api.count('GET search/people')).toBe(1));
    await router.navigate('/search?q=ben');
    await screen.findByRole('link', { name: 'Ben Okoro' });
    expect(api.calls.find(({ query }) => query.get('q') === 'a')?.signal?.aborted, 'the older call is given up').toBe(
      true,
    );
    slow.resolve(page([ana]));
    await waitFor(() => expect(screen.queryByRole('link', { name: 'Ana Lopes' })).toBeNull());
  });

  it('says that nothing was found, offers to search without the skill, and the other tab where that has results', async () => {
    const raft = { _id: 'p', projectName: 'Raft', creator: ana, viewer: { relation: 'accepted' } };
    searchable()
      // A later page may have more: nothing found is counted as 0 all the same.
      .on('GET search/people', page([], 'c1'))
      .on('GET search/projects', ({ query }) => page(query.get('q') === 'raft' ? [raft] : []));
    const { user, router } = renderApp('/search?q=zzz&skill=Go');
    await screen.findByRole('tab', { name: 'People (0)' });
    await user.click(await screen.findByRole('button', { name: 'Search without Go' }));
    expect(router.state.location.search).toBe('?q=zzz');
    await screen.findByText('Nothing fits “zzz”');
    fireEvent.change(screen.getByRole('searchbox'), { target: { value: 'raft' } });
    await user.click(await screen.findByRole('button', { name: 'See 1 project' }));
    await screen.findByRole('link', { name: 'Raft' });
    expect(screen.queryByText('Accepted'), 'the relation to the project').not.toBeNull();
    expect(router.state.location.search).toBe('?q=raft&tab=projects');
  });

  it('appends the next page, keeps the results where that fails, and shows all of them on a return within a minute', async () => {
    const api = searchable().on('GET search/people', ({ query }) =>
      query.get('cursor') === 'next' ? 'network error' : page([ana], 'next'),
    );
    const { user, router } = renderApp('/search?q=x');
    await user.click(await screen.findByRole('button', { name: 'Show more' }));
    await screen.findByText(/No answer from the server/);
    expect(screen.queryByRole('link', { name: 'Ana Lopes' })).not.toBeNull();
    api.on('GET search/people', ({ query }) => (query.get('cursor') === 'next' ? page([ben]) : page([ana], 'next')));
    await user.click(screen.getByRole('button', { name: 'Retry' }));
    await screen.findByRole('link', { name: 'Ben Okoro' });
    expect(screen.queryByRole('link', { name: 'Ana Lopes' })).not.toBeNull();
    expect(screen.queryByRole('button', { name: 'Show more' })).toBeNull();
    await waitFor(() => expect(document.activeElement?.textContent).toBe('Ben Okoro'));
    const before = api.count('GET search/people');
    await router.navigate('/setting');
    await screen.findByRole('heading', { level: 1, name: 'Settings' });
    await router.navigate(-1);
    await screen.findByRole('link', { name: 'Ben Okoro' });
    expect(screen.queryByRole('link', { name: 'Ana Lopes' })).not.toBeNull();
    expect(api.count('GET search/people')).toBe(before);
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
    api.on('GET search/people', page([ben]));
    await user.click(screen.getByRole('button', { name: 'Retry' }));
    await screen.findByRole('link', { name: 'Ben Okoro' });
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Retry' })).toBeNull());
  });
});

describe('the search box', () => {
  it('searches at once with Enter, not during a composition; keeps the caret in a word; Escape clears, then leaves', async () => {
    const api = searchable();
    const { user, router } = renderApp('/search');
    const box = await screen.findByRole<HTMLInputElement>('searchbox');
    await user.type(box, 'ana');
    fireEvent.keyDown(box, { key: 'Enter', isComposing: true });
    fireEvent.keyDown(box, { key: 'Enter', keyCode: 229 });
    fireEvent.keyDown(box, { key: 'Escape', isComposing: true });
    expect([router.state.location.search, readRecent('me')]).toEqual(['', []]);
    await user.keyboard('{Enter}');
    expect([router.state.location.search, readRecent('me')]).toEqual(['?q=ana', ['ana']]);
    await waitFor(() => expect(api.count('GET search/people')).toBe(1));
    await user.type(box, 'b', { initialSelectionStart: 1, initialSelectionEnd: 1 });
    await user.keyboard('c');
    expect([box.value, box.selectionStart]).toEqual(['abcna', 3]);
    await user.keyboard('{Escape}');
    expect([box.value, router.state.location.search]).toEqual(['', '']);
    expect(document.activeElement).toBe(box);
    await user.keyboard('{Escape}');
    expect(document.activeElement).not.toBe(box);
  });

  it('moves between box and results with the arrow keys; the order, the tab and the skill stand in the address', async () => {
    searchable().on('GET search/people', page([ben, ana]));
    const { user, router } = renderApp('/search?q=x');
    const first = await screen.findByRole('link', { name: 'Ben Okoro' });
    screen.getByRole('searchbox').focus();
    await user.keyboard('{ArrowDown}');
    expect(document.activeElement).toBe(first);
    await user.keyboard('{ArrowDown}{ArrowDown}');
    expect(document.activeElement?.textContent).toBe('Ana Lopes');
    await user.keyboard('{ArrowUp}{ArrowUp}');
    expect(document.activeElement).toBe(screen.getByRole('searchbox'));
    const order = screen.getByLabelText('Sort by');
    order.focus();
    expect(fireEvent.keyDown(order, { key: 'ArrowDown' }), 'left to the browser').toBe(true);
    expect(document.activeElement).toBe(order);
    await user.selectOptions(order, 'name');
    const names = screen.getAllByRole('link', { name: /Lopes|Okoro/ }).map(({ textContent }) => textContent);
    expect(names).toEqual(['Ana Lopes', 'Ben Okoro']);
    await user.click(screen.getByRole('button', { name: 'React' }));
    await user.click(screen.getByRole('tab', { name: /^Projects/ }));
    expect(router.state.location.search).toBe('?q=x&sort=name&skill=React&tab=projects');
  });
});

it('projects are narrowed by role and status in the address; people are not, nor where the upstream knows none', async () => {
  const raft = { _id: 'p', projectName: 'Raft', creator: ana, roles: [{ name: 'Design', filled: false }] };
  const api = searchable()
    .on('GET capabilities', { body: { capabilities: ['search', 'projects.facts'] } })
    .on('GET search/projects', ({ query }) => page(query.get('status') === 'idea' ? [] : [raft]));
  const { user, router } = renderApp('/search?q=raft&role=Design');
  await screen.findByRole('tab', { name: /^People/ });
  expect(screen.queryByLabelText('Looks for')).toBeNull();
  await user.click(screen.getByRole('tab', { name: /^Projects/ }));
  const role = await screen.findByLabelText('Looks for');
  expect(role).toHaveProperty('value', 'Design');
  const asked = (kind: string) => api.calls.findLast(({ call }) => call === `GET search/${kind}`)?.query.get('role');
  await waitFor(() => expect(asked('projects')).toBe('Design'));
  expect(asked('people')).toBeNull();
  await user.selectOptions(screen.getByLabelText('Status'), 'Idea');
  await user.click(await screen.findByRole('button', { name: 'Any role and status' }));
  await screen.findByRole('link', { name: 'Raft' });
  expect(router.state.location.search).toBe('?q=raft&tab=projects');
  await user.selectOptions(await screen.findByLabelText('Looks for'), 'Design');
  await waitFor(() => expect(router.state.location.search).toBe('?q=raft&tab=projects&role=Design'));
  cleanup();
  searchable();
  renderApp('/search?q=raft&tab=projects&role=Design');
  await screen.findByRole('tab', { name: /^Projects/ });
  expect(screen.queryByLabelText('Looks for')).toBeNull();
});

it('offers recent searches before anything is asked, which can be cleared', async () => {
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

it('where the upstream cannot search: undecided people, 200 at first, and connections, and says so', async () => {
  const crowd = (page: number, size: number) =>
    Array.from({ length: size }, (_, at) => makePerson({ _id: `${page}-${at}`, firstName: 'Somebody' }));
  const api = memberApi()
    .on('GET capabilities', { status: 404, body: '' })
    .on('GET user/feed', ({ query }) => {
      const page = Number(query.get('page'));
      if (query.get('limit') !== '50') return { body: [] };
      return { body: page < 5 ? crowd(page, 50) : page === 5 ? [ana] : [] };
    })
    .on('GET user/connections', listOf(ben, null, makePerson({ _id: 'lo', firstName: 'Lola', lastName: 'Lopes' })))
    .on('GET projects', { body: { message: '', project: [] } });
  const { user } = renderApp('/search?q=lopes');
  await screen.findByText('Searched your connections and the first 200 people you have not decided on.');
  await screen.findByRole('link', { name: 'Lola Lopes' });
  for (const name of ['Ana Lopes', 'Ben Okoro']) expect(screen.queryByRole('link', { name })).toBeNull();
  await user.click(screen.getByRole('button', { name: 'Search further' }));
  await screen.findByRole('link', { name: 'Ana Lopes' });
  await screen.findByText('Searching people you have not decided on, and your connections.');
  expect(screen.queryByRole('button', { name: 'Search further' })).toBeNull();
  const pages = api.calls
    .filter(({ call, query }) => call.endsWith('feed') && query.get('limit') === '50')
    .map(({ query }) => query.get('page'));
  expect(pages, 'each page once').toEqual(['1', '2', '3', '4', '5', '6', '7', '8']);
});

it('shows nobody any more whom the user blocks or mutes while the results are fresh', async () => {
  const cleo = makePerson({ _id: 'cleo', firstName: 'Cleo', lastName: 'Katz' });
  const api = searchable()
    .on('GET search/people', page([ana, ben, cleo]))
    .on('POST user/block/ana', { body: { message: '' } })
    .on('POST user/mute/ben', { body: { message: '' } });
  const { store } = renderApp('/search?q=x');
  const found = () => screen.queryAllByRole('link', { name: /Lopes|Okoro|Katz/ }).map(({ textContent }) => textContent);
  await waitFor(() => expect(found()).toEqual(['Ana Lopes', 'Ben Okoro', 'Cleo Katz']));
  api.on('GET search/people', page([ben, cleo]));
  await store.dispatch(safetyApi.endpoints.blockPerson.initiate('ana'));
  await waitFor(() => expect(found()).toEqual(['Ben Okoro', 'Cleo Katz']));
  api.on('GET search/people', page([cleo]));
  await store.dispatch(muteApi.endpoints.mutePerson.initiate({ _id: 'ben', name: 'Ben' }));
  await waitFor(() => expect(found()).toEqual(['Cleo Katz']));
});

it('leaves a person out of New people at once after a decision or a block', async () => {
  const cleo = makePerson({ _id: 'cleo', firstName: 'Cleo' });
  const api = searchable().on('GET user/feed', { body: [ana, ben, cleo] });
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
