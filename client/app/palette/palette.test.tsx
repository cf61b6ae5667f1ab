import { act, screen, waitFor, within } from '@testing-library/react';
import { useState } from 'react';
import { describe, expect, it } from 'vitest';
import { loadCapabilities } from '#client/api/capabilities.ts';
import { rememberPlace } from '#client/lib/device/recent-places.ts';
import { type FakeApi, fakeApi } from '#client/test-api.ts';
import { goOffline, makePerson, renderWithStore, writeStored } from '#client/test-support.tsx';
import { Palette } from './palette.tsx';

const ana = makePerson({ _id: 'ana', firstName: 'Ana', lastName: 'Lopes', headline: 'Writes Rust' });
const ben = makePerson({ _id: 'ben', firstName: 'Ben', lastName: 'Okoro' });
const mira = makePerson({ _id: 'mira', firstName: 'Mira', lastName: 'Lopes' });
const raft = { _id: 'raft', projectName: 'Raft', creator: ana };

function network(): FakeApi {
  return fakeApi()
    .on('GET capabilities', { body: { capabilities: ['search', 'chat.search', 'chat.list', 'projects.room'] } })
    .on('GET user/connections', { body: { message: '', data: [ana, ben] } })
    .on('GET myprojects/me', { body: { project: [raft] } })
    .on('GET projects/interested&accepted', { body: { project: [] } })
    .on('GET chats', {
      body: {
        items: [
          {
            user: ben,
            lastMessage: { _id: 'm', text: 'See you', senderId: 'ben', createdAt: '2026-01-01T00:00:00Z' },
            unread: 0,
          },
          { room: { _id: 'raft', project: raft }, lastMessage: null, unread: 0 },
        ],
        nextCursor: null,
        unreadTotal: 0,
        unreadConversations: 0,
      },
    })
    .on('GET search/people', { body: { items: [], nextCursor: null } })
    .on('GET search/projects', { body: { items: [], nextCursor: null } })
    .on('GET search/messages', { body: { items: [], nextCursor: null } });
}

function Openable() {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <button type="button" onClick={() => setOpen(true)}>
        open
      </button>
      {isOpen && <Palette onClose={() => setOpen(false)} />}
    </>
  );
}

/** Opens the palette by a button, which has the focus before. */
async function open(api = network()) {
  const rendered = renderWithStore(<Openable />, { path: '/feed', route: '/feed' });
  await act(() => loadCapabilities(rendered.store));
  await rendered.user.click(screen.getByRole('button', { name: 'open' }));
  await waitFor(() => expect(api.count('GET projects/interested&accepted')).toBe(1));
  return { ...rendered, api };
}

const input = () => screen.getByRole<HTMLInputElement>('combobox', { name: /^Find people/ });
/** Without the initials, which stand in the place of a picture and are hidden from screen readers. */
const wordsOf = (option: HTMLElement | null) =>
  [...(option?.children ?? [])]
    .slice(1)
    .map(({ textContent }) => textContent)
    .join(' ');
const options = () => screen.queryAllByRole('option').map(wordsOf);
const active = () => screen.queryByRole('option', { selected: true });
const group = (name: string) => screen.queryByRole('group', { name });

describe('the palette', () => {
  it('is a combobox, whose input keeps the focus: Up, Down, Home and End move, round the ends, and Enter opens', async () => {
    const { user, router } = await open();
    expect(document.activeElement).toBe(input());
    const attributes = ['aria-expanded', 'aria-controls', 'aria-activedescendant'];
    expect(attributes.map((name) => input().getAttribute(name))).toEqual([
      'true',
      screen.getByRole('listbox').id,
      active()?.id,
    ]);
    const all = options();
    expect(wordsOf(active())).toBe(all[0]);
    await user.keyboard('{ArrowDown}');
    expect(wordsOf(active())).toBe(all[1]);
    await user.keyboard('{ArrowUp}{ArrowUp}');
    expect(wordsOf(active())).toBe(all.at(-1));
    await user.keyboard('{ArrowDown}');
    expect(wordsOf(active())).toBe(all[0]);
    await user.keyboard('{End}');
    expect(wordsOf(active())).toBe('Log out');
    await user.keyboard('{Home}');
    expect(wordsOf(active())).toBe(all[0]);
    await user.keyboard('{ArrowDown}{Enter}');
    await waitFor(() => expect(router.state.location.pathname).toBe('/search'));
  });

  it.each([
    ['Escape', '{Escape}'],
    ['the keys that opened it', '{Control>}k{/Control}'],
  ])('is closed by %s, and the focus is where it was', async (_name, keys) => {
    const { user } = await open();
    await user.keyboard(`ana${keys}`);
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(document.activeElement).toBe(screen.getByRole('button', { name: 'open' }));
  });

  it('finds what this device knows before the upstream answers, with a typing mistake and the best group first', async () => {
    const never = new Promise<never>(() => undefined);
    const { user } = await open(network().on('GET search/people', never).on('GET search/projects', never));
    await waitFor(() => expect(options().length).toBeGreaterThan(8));
    await user.keyboard('lpoes');
    expect(wordsOf(active())).toBe('Ana LopesWrites Rust');
    await user.clear(input());
    await user.keyboard('raft');
    await waitFor(() => expect(group('Conversations')).not.toBeNull());
    expect(options()).toEqual(['Raftby Ana Lopes', 'RaftTeam chat']);
    await user.clear(input());
    await user.keyboard('okoro');
    expect(options()).toEqual(['Ben OkoroReact · Go', 'Ben OkoroSee you']);
  });

  it('adds what the upstream finds below, without moving the active option', async () => {
    const found = Promise.withResolvers<{ body: object }>();
    const { user, api } = await open(network().on('GET search/people', () => found.promise));
    await user.keyboard('lopes');
    await waitFor(() => expect(api.count('GET search/people')).toBe(1));
    const before = input().getAttribute('aria-activedescendant');
    const first = wordsOf(active());
    found.resolve({ body: { items: [mira, ana], nextCursor: null } });
    const more = await screen.findByRole('group', { name: 'More people' });
    expect(within(more).getAllByRole('option')).toHaveLength(1);
    expect(more.textContent).toContain('Mira Lopes');
    expect(input().getAttribute('aria-activedescendant')).toBe(before);
    expect(wordsOf(active())).toBe(first);
  });

  it('finds messages, and leads to the message in its conversation', async () => {
    const message = { _id: 'm9', text: 'the spinning disk', senderId: ben, createdAt: '2026-01-01T00:00:00Z' };
    const found = { items: [{ message, peer: ben, before: null, after: null }], nextCursor: null };
    const { user, router } = await open(network().on('GET search/messages', { body: found }));
    await user.keyboard('spinning');
    await screen.findByRole('group', { name: 'Messages' });
    await user.keyboard('{Enter}');
    await waitFor(() =>
      expect(router.state.location.pathname + router.state.location.search).toBe('/chat/ben?message=m9'),
    );
  });

  it('announces how many there are once typing has paused', async () => {
    const { user } = await open();
    await user.keyboard('okoro');
    await waitFor(() => expect(screen.getByRole('status').textContent).toBe('2 results'));
  });

  it('says that nothing fits, and Enter then leads to the search', async () => {
    const { user, router } = await open();
    await user.keyboard('qqqq');
    await screen.findByText(/^Nothing fits/);
    expect(input().getAttribute('aria-expanded')).toBe('false');
    await user.keyboard('{Enter}');
    await waitFor(() => expect(router.state.location.search).toBe('?q=qqqq'));
  });

  it('says why the upstream found nothing, and Retry asks again', async () => {
    const api = network().on('GET search/people', { status: 400, body: { code: 'bad', message: 'Not now.' } });
    const { user } = await open(api);
    await user.keyboard('lopes');
    await screen.findByText('Not now.');
    // The connections that the store holds are still found.
    expect(wordsOf(active())).toContain('Ana Lopes');
    api.on('GET search/people', { body: { items: [mira], nextCursor: null } });
    await user.click(screen.getByRole('button', { name: 'Retry' }));
    await screen.findByRole('group', { name: 'More people' });
  });

  it('says offline that it knows only what is on this device, and asks nothing', async () => {
    const { user, api } = await open();
    goOffline();
    await user.keyboard('lopes');
    await screen.findByText(/^You are offline/);
    expect(wordsOf(active())).toContain('Ana Lopes');
    expect(api.count('GET search/people')).toBe(0);
  });

  it('shows no muted person, in no group', async () => {
    rememberPlace('me', '/chat/ben');
    const message = { _id: 'm9', text: 'okoro here', senderId: ben, createdAt: '2026-01-01T00:00:00Z' };
    const { user, api } = await open(
      network()
        .on('GET capabilities', { body: { capabilities: ['search', 'chat.search', 'safety.mute'] } })
        .on('GET user/muted', { body: { items: [{ user: ben, createdAt: '' }], nextCursor: null, words: [] } })
        .on('GET search/people', { body: { items: [ben], nextCursor: null } })
        .on('GET search/messages', {
          body: { items: [{ message, peer: ben, before: null, after: null }], nextCursor: null },
        }),
    );
    expect(group('Recent')).toBeNull();
    await user.keyboard('okoro');
    await waitFor(() => expect(api.count('GET search/messages')).toBe(1));
    await screen.findByText(/^Nothing fits/);
  });
});

it('what was opened last comes first, by the names of now, without what is gone', async () => {
  for (const path of ['/project/view/raft', '/profile/gone', '/profile/mira', '/messages/room/raft', '/chat/ben'])
    rememberPlace('me', path);
  await open(network().on('GET profile/mira', { body: { user: mira } }));
  await waitFor(() =>
    expect(
      within(group('Recent') ?? document.body)
        .getAllByRole('option')
        .map(wordsOf),
    ).toEqual(['Ben OkoroSee you', 'RaftTeam chat', 'Mira LopesReact · Go', 'Raftby Ana Lopes']),
  );
});

describe('commands', () => {
  it('change the theme', async () => {
    const { user } = await open();
    await user.keyboard('dark{Enter}');
    await waitFor(() => expect(localStorage.getItem('dotcode:preferences')).toContain('"theme":"dark"'));
  });

  it('lead to each screen, and to a new project', async () => {
    const { user, router } = await open();
    for (const name of 'Feed,Messages,Connections,Requests,Projects,Profile,Edit profile,Settings'.split(','))
      expect(within(group('Go to') ?? document.body).getByRole('option', { name })).toBeTruthy();
    await user.keyboard('new project{Enter}');
    await waitFor(() => expect(router.state.location.pathname).toBe('/create-project'));
  });

  it('log out, and ask first while something is not sent', async () => {
    writeStored('me', 'outbox:1', { text: 'still here' });
    const { user, api } = await open();
    await user.keyboard('log out{Enter}');
    const question = await screen.findByRole('dialog', { name: 'Some changes are not sent yet' });
    expect(api.count('POST signout')).toBe(0);
    api.on('POST signout', { body: 'Logout successful' });
    await user.click(within(question).getByRole('button', { name: 'Log out all the same' }));
    await waitFor(() => expect(api.count('POST signout')).toBe(1));
  });
});
