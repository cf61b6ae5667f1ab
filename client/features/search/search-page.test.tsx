import { screen, waitFor } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { fakeApi, installBrowserParts, makePerson, renderApp } from '../../test-support.tsx';

installBrowserParts();

function signedIn() {
  return fakeApi()
    .on('GET profile/view', { body: makePerson({ _id: 'me', firstName: 'Demo' }) })
    .on('GET user/request/received', { body: { message: '', data: [] } })
    .on('GET user/connections', { body: { message: '', data: [] } })
    .on('GET user/request/sent', { body: { message: '', data: [] } });
}

const ana = makePerson({ _id: 'ana', firstName: 'Ana', lastName: 'Lopes' });
const ben = makePerson({ _id: 'ben', firstName: 'Ben', lastName: 'Okoro' });
const page = (items: unknown[], nextCursor: string | null = null) => ({ body: { items, nextCursor } });

describe('searching at an upstream that can', () => {
  it('shows what the address asks for, and keeps typing in the address', async () => {
    const api = signedIn()
      .on('GET capabilities', { body: { capabilities: ['search', 'requests.sent'] } })
      .on('GET search/people', ({ query }) => page(query.get('q') === 'ana' ? [ana] : [ben]))
      .on('GET search/projects', page([]));
    const { router, user } = renderApp('/search?q=ana');
    expect(await screen.findByRole('link', { name: 'Ana Lopes' })).toBeTruthy();
    const box = screen.getByRole('searchbox');
    await user.clear(box);
    await user.type(box, 'ben');
    expect(await screen.findByRole('link', { name: 'Ben Okoro' })).toBeTruthy();
    expect(router.state.location.search).toBe('?q=ben');
    const asked = api.calls.filter(({ call }) => call === 'GET search/people').map(({ query }) => query.get('q'));
    expect(asked, 'one question after the pause, not one a letter').toEqual(['ana', 'ben']);
  });

  it('never lets a late answer overwrite a newer one', async () => {
    let answerSlow: (value: { body: unknown }) => void = () => {};
    const slow = new Promise<{ body: unknown }>((resolve) => {
      answerSlow = resolve;
    });
    signedIn()
      .on('GET capabilities', { body: { capabilities: ['search'] } })
      .on('GET search/people', ({ query }) => (query.get('q') === 'a' ? slow : page([ben])))
      .on('GET search/projects', page([]));
    const { router } = renderApp('/search?q=a');
    await screen.findByRole('searchbox');
    await router.navigate('/search?q=ben');
    expect(await screen.findByRole('link', { name: 'Ben Okoro' })).toBeTruthy();
    answerSlow(page([ana]));
    await waitFor(() => expect(screen.queryByRole('link', { name: 'Ana Lopes' })).toBeNull());
  });

  it('says what was not found, and offers to drop the skill', async () => {
    signedIn()
      .on('GET capabilities', { body: { capabilities: ['search'] } })
      .on('GET search/people', page([]))
      .on('GET search/projects', page([]));
    const { user, router } = renderApp('/search?q=zzz&skill=Go');
    await user.click(await screen.findByRole('button', { name: 'Search without Go' }));
    expect(router.state.location.search).toBe('?q=zzz');
    expect(await screen.findByText('Nothing fits “zzz”')).toBeTruthy();
  });

  it('appends the next page', async () => {
    signedIn()
      .on('GET capabilities', { body: { capabilities: ['search'] } })
      .on('GET search/people', ({ query }) => (query.get('cursor') === 'next' ? page([ben]) : page([ana], 'next')))
      .on('GET search/projects', page([]));
    const { user } = renderApp('/search?q=x');
    await user.click(await screen.findByRole('button', { name: 'Show more' }));
    expect(await screen.findByRole('link', { name: 'Ben Okoro' })).toBeTruthy();
    expect(screen.getByRole('link', { name: 'Ana Lopes' })).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Show more' })).toBeNull();
  });
});

describe('searching at an upstream that cannot', () => {
  it('looks through undecided people and connections, and says so', async () => {
    signedIn()
      .on('GET capabilities', { status: 404, body: '' })
      .on('GET user/feed', ({ query }) => ({ body: query.get('page') === '1' ? [ana] : [] }))
      .on('GET user/connections', { body: { message: '', data: [ben, null] } })
      .on('GET projects', { body: { message: '', project: [] } });
    renderApp('/search?q=an');
    expect(await screen.findByRole('link', { name: 'Ana Lopes' })).toBeTruthy();
    expect(screen.getByText(/^Searching people you have not decided on/)).toBeTruthy();
    expect(screen.queryByRole('link', { name: 'Ben Okoro' })).toBeNull();
  });
});
