import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { relationsApi } from '#client/api/relations-api.ts';
import { waitingCalls } from '#client/lib/device/waiting-calls.ts';
import { outboxItems } from '#client/live/outbox.ts';
import type { FakeApi } from '#client/test-api.ts';
import { announced, goOffline, makePerson, memberApi, renderApp, unavailable } from '#client/test-support.tsx';
import type { Capability } from '#shared/capabilities.ts';
import { stubMedia } from '#tests/setup/browser-parts.ts';
import { bringToFront } from './use-people-to-meet.ts';

const ana = makePerson({ _id: 'ana', firstName: 'Ana', lastName: 'Lima', skills: ['Rust'] });
const ben = makePerson({ _id: 'ben', firstName: 'Ben', lastName: 'Okoro', skills: ['React'] });
const cleo = makePerson({ _id: 'cleo', firstName: 'Cleo', lastName: 'Katz', skills: ['React', 'Go'] });

async function openFeed({
  people = [cleo, ben, ana],
  capabilities = [],
  path = '/feed',
}: {
  people?: object[];
  capabilities?: Capability[];
  path?: string;
} = {}) {
  const api = feedApi(people, capabilities);
  const app = renderApp(path);
  await screen.findByRole('heading', { level: 1, name: 'Feed' });
  return { api, ...app };
}

const feedApi = (people: object[], capabilities: Capability[] = []) =>
  memberApi(['feed.ranked', ...capabilities], { skills: ['React', 'Go'] }).on('GET user/feed', { body: people });

const asked = ({ calls }: FakeApi, ...names: string[]) => {
  const query = calls.findLast(({ call }) => call === 'GET user/feed')?.query;
  return names.map((name) => query?.get(name));
};
const card = (name: string) => screen.findByRole('article', { name });
const interested = (name: string) => screen.findByRole('button', { name: `Interested in ${name}` });
const answersInterest = (api: FakeApi, id: string, requestId = `r-${id}`) =>
  api.on(`POST request/interested/${id}`, {
    body: {
      message: '',
      data: {
        _id: requestId,
        fromUserID: 'me',
        toUserID: id,
        status: 'interested',
        createdAt: '2026-01-01T00:00:00.000Z',
      },
    },
  });

describe('the feed', () => {
  it('offers beside it no project of one’s own and none that one has joined', async () => {
    stubMedia('');
    const project = (name: string, others: object) => ({ _id: name, projectName: name, creator: ana, ...others });
    feedApi([]).on('GET projects', {
      body: {
        message: '',
        project: [
          project('Mine', { creator: makePerson({ _id: 'me', firstName: 'Demo' }) }),
          project('Taken over', { viewer: { relation: 'owner' } }),
          project('Member', { members: [makePerson({ _id: 'me', firstName: 'Demo' })] }),
          project('Asked', { viewer: { relation: 'interested' } }),
          project('New', { viewer: { relation: 'none' } }),
        ],
      },
    });
    renderApp('/feed');
    const beside = await screen.findByRole('region', { name: 'Projects to look at' });
    const names = within(beside).getAllByRole('heading', { level: 3 });
    expect(names.map(({ textContent }) => textContent)).toEqual(['Asked', 'New']);
  });

  it('removes the card at once, sends the decision, and announces it with the next person', async () => {
    const { api, user } = await openFeed();
    const answer = Promise.withResolvers<{ body: unknown }>();
    api.on('POST request/interested/cleo', answer.promise);
    await waitFor(() => expect(announced()).toBe('3 people to meet'));
    await user.click(await interested('Cleo Katz'));
    expect(screen.queryByRole('article', { name: 'Cleo Katz' })).toBeNull();
    await card('Ben Okoro');
    expect(api.count('POST request/interested/cleo')).toBe(1);
    expect(document.activeElement?.textContent).toBe('Ben Okoro');
    // The decided card moves to the side of its decision, and is hidden from screen readers.
    const leaving = () => document.querySelector<HTMLElement>('article[data-stamp="Interested"]');
    expect(leaving()?.ariaHidden ?? leaving()?.getAttribute('aria-hidden')).toBe('true');
    await waitFor(() => expect(leaving()).toBeNull());
    answer.resolve({ body: { message: '', data: {} } });
    await waitFor(() => expect(announced()).toBe('Interested sent to Cleo. Next: Ben Okoro'));
  });

  it('names shared skills, keeps order and skill in the URL, asks the upstream for them, and goes on offering the others', async () => {
    const { api, user, router } = await openFeed();
    await card('Cleo Katz');
    expect(screen.queryByText('You both use React and Go')).not.toBeNull();
    expect(screen.queryByLabelText('Wants to'), 'the upstream does not know it').toBeNull();
    expect(screen.queryByRole('button', { name: /^Add a note/ })).toBeNull();
    api.on('GET user/feed', { body: [ana] });
    await user.click(screen.getByRole('button', { name: 'Rust' }));
    await waitFor(() => expect(screen.queryByRole('article', { name: 'Cleo Katz' })).toBeNull());
    expect(asked(api, 'order', 'skill', 'page')).toEqual(['match', 'Rust', '1']);
    expect(screen.queryByRole('button', { name: 'Go' })).not.toBeNull();
    await user.click(screen.getByRole('button', { name: 'Newest' }));
    await waitFor(() => expect(asked(api, 'order', 'skill', 'page')).toEqual(['newest', 'Rust', '1']));
    expect(router.state.location.search).toBe('?skill=Rust&order=newest');
  });

  it('is narrowed by what people look for and by hours in common where the upstream knows them, and says why', async () => {
    const reasons = [
      { kind: 'skills', skills: ['React'] },
      { kind: 'intent', mine: 'pair', theirs: 'pair' },
      { kind: 'overlap', hours: 4 },
    ];
    const dora = { ...ben, lookingFor: ['pair', 'hire'], hoursPerWeek: 3, timeZone: 'America/New_York', reasons };
    const { api, user } = await openFeed({ people: [dora], capabilities: ['profile.intent'] });
    await card('Ben Okoro');
    expect(screen.queryByText('You both use React · both want to pair · 4 h overlap')).not.toBeNull();
    expect(screen.queryByText('Wants to pair and hire · 3 h a week · New York time')).not.toBeNull();
    await user.selectOptions(screen.getByLabelText('Wants to'), 'be mentored');
    await user.selectOptions(screen.getByLabelText('Working hours in common'), '4');
    await waitFor(() => expect(asked(api, 'intent', 'overlap')).toEqual(['be mentored', '4']));
    api.on('GET user/feed', { body: [] });
    await user.selectOptions(screen.getByLabelText('Wants to'), 'hire');
    await screen.findByText('Nobody new matches the filters');
    await user.click(screen.getByRole('button', { name: 'Clear filters' }));
    await waitFor(() => expect(asked(api, 'intent', 'overlap')).toEqual([null, null]));
  });

  it('sends a note with Interested, which a returned card still has; an emoji counts as one character', async () => {
    const { api, user } = await openFeed({ capabilities: ['requests.note'] });
    api.on('POST request/interested/cleo', { status: 500, body: { code: 'internal', message: 'No.' } });
    await user.click(await screen.findByRole('button', { name: 'Add a note to Cleo' }));
    const note = () => screen.getByLabelText<HTMLTextAreaElement>('Note to Cleo');
    const field = note();
    expect(document.activeElement).toBe(field);
    fireEvent.change(field, { target: { value: '🎉'.repeat(150) } });
    await user.type(field, '🎉');
    screen.getByText(/ 151 of 200 characters/);
    await user.clear(field);
    await user.type(field, 'Shall we pair?');
    await user.click(screen.getByRole('button', { name: /^Interested in/ }));
    await screen.findByRole('button', { name: 'Retry' });
    expect(note().value).toBe('Shall we pair?');
    expect(api.bodies('POST request/interested/cleo')).toEqual([{ note: 'Shall we pair?' }]);
  });

  it('brings the card back in its place with the reason, and a Retry where that can help', async () => {
    const { api, user, store } = await openFeed();
    const message = 'You can ask 50 new people in 24 hours. You can ask again in 3 hours.';
    api.on('POST request/interested/cleo', { status: 409, body: { code: 'quota_reached', message, limit: 50 } });
    await user.click(await interested('Cleo Katz'));
    await screen.findByText(`Interested was not sent. ${message}`);
    expect(screen.queryByRole('button', { name: 'Retry' })).toBeNull();
    expect(store.getState().feed.items?.map(({ _id }) => _id)).toEqual(['cleo', 'ben', 'ana']);
    api.on('POST request/interested/cleo', unavailable('Try again later.'));
    await user.click(await interested('Cleo Katz'));
    await screen.findByText(/Interested was not sent. Try again later./);
    const body = { code: 'already_related', message: 'There is a request already.' };
    api.on('POST request/interested/cleo', { status: 409, body });
    await user.click(screen.getByRole('button', { name: 'Retry' }));
    await screen.findByText('You already have a request with Cleo.');
    await card('Ben Okoro');
    expect(screen.queryByRole('article', { name: 'Cleo Katz' }), 'an existing request is a state').toBeNull();
  });

  it('decides once while a key is held, says it above the cards, and takes it back, once, or says why not', async () => {
    const { api, user } = await openFeed({ capabilities: ['requests.sent'] });
    answersInterest(api, 'cleo', 'r7');
    api
      .on('DELETE request/r7', { body: { message: 'ok' } })
      .on('POST request/ignored/ben', { body: { message: '', data: { _id: 'r8', status: 'ignored' } } })
      .on('DELETE request/r8', { body: { message: 'ok' } });
    await card('Cleo Katz');
    await user.keyboard('{i>4/}');
    expect(api.calls.filter(({ call }) => call.startsWith('POST request')).map(({ call }) => call)).toEqual([
      'POST request/interested/cleo',
    ]);
    await card('Ben Okoro');
    await screen.findByText('Interested sent to Cleo');
    await user.keyboard('uu');
    await waitFor(() => expect(document.activeElement?.textContent).toBe('Cleo Katz'));
    await waitFor(() => expect(api.count('DELETE request/r7')).toBe(1));
    await user.keyboard('u');
    await card('Cleo Katz');
    expect(api.count('DELETE request/r7')).toBe(1);
    expect(screen.queryByText(/could not be taken back/)).toBeNull();

    await user.click(await interested('Cleo Katz'));
    await screen.findByText('Interested sent to Cleo');
    await user.click(await screen.findByRole('button', { name: 'Ignore Ben Okoro' }));
    await screen.findByText('Ben ignored');
    expect(screen.queryByText('Interested sent to Cleo')).toBeNull();
    expect(document.querySelector('[data-sonner-toast]')).toBeNull();
    await user.click(screen.getByRole('button', { name: 'Undo' }));
    await card('Ben Okoro');
    expect(screen.queryByText('Ben ignored')).toBeNull();
    await waitFor(() => expect(api.count('DELETE request/r8')).toBe(1));
    api.on('DELETE request/r8', unavailable('Not now.'));
    await user.click(screen.getByRole('button', { name: 'Ignore Ben Okoro' }));
    await screen.findByText('Ben ignored');
    await user.keyboard('u');
    await screen.findByText('This could not be taken back. Not now.');
    await waitFor(() => expect(screen.queryByRole('article', { name: 'Ben Okoro' })).toBeNull());
  });

  it('takes a decision back offline: it waits no more, and the person is back', async () => {
    const { api, user } = await openFeed();
    await card('Cleo Katz');
    goOffline();
    api.on('POST request/interested/cleo', 'network error');
    await user.click(await interested('Cleo Katz'));
    await screen.findByText('Interested in Cleo goes out when you are back');
    await waitFor(() => expect(waitingCalls('me')).toHaveLength(1));
    await user.click(screen.getByRole('button', { name: 'Undo' }));
    await card('Cleo Katz');
    expect(waitingCalls('me')).toEqual([]);
    expect(screen.queryByText(/was not sent/)).toBeNull();
  });

  it.each([
    ['can', ['requests.sent']],
    ['cannot', []],
  ] as const)('offers undo on the caught-up screen as far as the upstream %s withdraw', async (can, capabilities) => {
    const { api, user } = await openFeed({ people: [cleo], capabilities: [...capabilities] });
    answersInterest(api, 'cleo', 'r7');
    const button = await interested('Cleo Katz');
    api.on('GET user/feed', { body: [] }).on('DELETE request/r7', { body: { message: 'ok' } });
    await user.click(button);
    await screen.findByRole('heading', { name: 'You have seen everyone for now' });
    if (can === 'can') {
      await user.click(await screen.findByRole('button', { name: 'Undo last' }));
      await card('Cleo Katz');
      return;
    }
    expect(screen.queryByRole('button', { name: 'Undo last' })).toBeNull();
    await user.keyboard('u');
    expect(api.count('DELETE request/r7')).toBe(0);
  });

  it('keeps a restored person when an older reply without them arrives', async () => {
    const { api, user } = await openFeed({ people: [cleo, ben], capabilities: ['requests.sent'] });
    answersInterest(api, 'cleo', 'r7');
    api.on('DELETE request/r7', { body: { message: 'ok' } });
    await card('Cleo Katz');
    const answer = Promise.withResolvers<{ body: unknown }>();
    api.on('GET user/feed', answer.promise);
    await user.keyboard('i');
    await waitFor(() => expect(api.count('GET user/feed')).toBe(2));
    await user.keyboard('u');
    await card('Cleo Katz');
    answer.resolve({ body: [ben, ana] });
    await user.click(screen.getByRole('button', { name: 'List' }));
    await card('Ana Lima');
    expect(screen.queryByRole('article', { name: 'Cleo Katz' })).not.toBeNull();
  });

  it('shows a match with what both share, goes on with the next person, or sends the first message', async () => {
    const { api, user, router } = await openFeed({ people: [cleo, ben] });
    for (const id of ['cleo', 'ben'])
      api.on(`POST request/interested/${id}`, { body: { message: '', data: { _id: 'r7', status: 'accepted' } } });
    await user.click(await interested('Cleo Katz'));
    const first = within(await screen.findByRole('dialog', { name: 'You and Cleo are connected' }));
    expect(first.queryByText('You both use React and Go')).not.toBeNull();
    await user.click(first.getByRole('button', { name: 'Keep looking' }));
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(document.activeElement?.textContent).toBe('Ben Okoro');
    await user.click(await interested('Ben Okoro'));
    const match = within(await screen.findByRole('dialog', { name: 'You and Ben are connected' }));
    const send = match.getByRole('button', { name: 'Send' });
    expect(send.getAttribute('aria-disabled')).toBe('true');
    await user.click(send);
    await user.type(match.getByLabelText('Message to Ben'), 'Shall we pair?');
    await user.click(send);
    await waitFor(() => expect(router.state.location.pathname).toBe('/chat/ben'));
    expect(outboxItems('me').map(({ peerId, text }) => [peerId, text])).toEqual([['ben', 'Shall we pair?']]);
  });

  it('moves through the list with J and K, and decides on the person with the focus', async () => {
    const { api, user } = await openFeed({ path: '/feed?view=list' });
    api.on('POST request/ignored/ben', { body: { message: '' } });
    await card('Cleo Katz');
    await user.keyboard('jj');
    expect(document.activeElement?.textContent).toBe('Ben Okoro');
    await user.keyboard('k');
    expect(document.activeElement?.textContent).toBe('Cleo Katz');
    await user.keyboard('jx');
    expect(api.count('POST request/ignored/ben')).toBe(1);
    expect(document.activeElement?.textContent).toBe('Ana Lima');
  });

  it('shows a failure also after the feed was left', async () => {
    const { api, user, router } = await openFeed();
    const answer = Promise.withResolvers<ReturnType<typeof unavailable>>();
    api.on('POST request/interested/cleo', answer.promise);
    await user.click(await interested('Cleo Katz'));
    await act(() => router.navigate('/setting'));
    await screen.findByRole('heading', { level: 1, name: 'Settings' });
    answer.resolve(unavailable('Not now.'));
    await screen.findByText('Interested was not sent. Cleo Katz is back in the feed. Not now.');
  });

  it('loads the first page again when fewer than three cards are left, without decided people', async () => {
    const { api, user } = await openFeed();
    answersInterest(api, 'cleo');
    const dora = makePerson({ _id: 'dora', firstName: 'Dora', lastName: 'Diaz', skills: [] });
    await interested('Cleo Katz');
    api.on('GET user/feed', { body: [ana, ben, cleo, dora] });
    await user.click(await interested('Cleo Katz'));
    await waitFor(() => expect(api.count('GET user/feed')).toBe(2));
    await user.click(screen.getByRole('button', { name: 'List' }));
    await card('Dora Diaz');
    expect(screen.queryByRole('article', { name: 'Cleo Katz' })).toBeNull();
  });

  it('announces that a refresh found nobody, and shows a failed one in place, with a retry', async () => {
    const { api, user } = await openFeed({ people: [] });
    await user.click(await screen.findByRole('button', { name: 'Refresh' }));
    await waitFor(() => expect(announced()).toBe('Nobody new yet'));
    expect(document.activeElement?.textContent).toBe('Refresh');
    api.on('GET user/feed', 'network error');
    await user.click(screen.getByRole('button', { name: 'Refresh' }));
    await screen.findByText('The feed could not be loaded');
    const answer = Promise.withResolvers<{ body: unknown }>();
    api.on('GET user/feed', answer.promise);
    await user.click(screen.getByRole('button', { name: 'Retry' }));
    await waitFor(() =>
      expect(screen.getByRole('button', { name: 'Retry' }).getAttribute('aria-disabled')).toBe('true'),
    );
    await user.click(screen.getByRole('button', { name: 'Retry' }));
    expect(api.count('GET user/feed')).toBe(4);
    answer.resolve({ body: [ana] });
    await card('Ana Lima');
  });

  it('offers to continue to what was refused while signed out, until that is dismissed', async () => {
    // biome-ignore lint/suspicious/noDocumentCookie: as the gateway sets it.
    document.cookie = 'refused=%2Fchat%2Fana; Path=/';
    sessionStorage.setItem('dotcode:refused', '/chat/ana');
    const { user } = await openFeed();
    await screen.findByRole('link', { name: 'Continue to the chat you opened' });
    await user.click(screen.getByRole('button', { name: 'Dismiss' }));
    expect([sessionStorage.getItem('dotcode:refused'), document.cookie]).toEqual([null, '']);
  });
});

it('a feed narrowed to a skill does not take in a withdrawn person who lacks it: it is asked again', async () => {
  const [go, none] = [
    makePerson({ firstName: 'Gosia', skills: ['Go'] }),
    makePerson({ _id: 'nora', skills: ['Perl'] }),
  ];
  const { api, store } = await openFeed({ people: [go], path: '/feed?skill=Go' });
  api.on('DELETE request/r1', { body: { message: '' } });
  await screen.findByRole('article', { name: /Gosia/ });
  const before = api.count('GET user/feed');
  await act(async () => {
    await store.dispatch(relationsApi.endpoints.relate.initiate({ action: 'withdraw', person: none, requestId: 'r1' }));
  });
  expect(store.getState().feed.items?.map(({ _id }) => _id)).toEqual([go._id]);
  await waitFor(() => expect(api.count('GET user/feed')).toBe(before + 1));
});

it('puts a restored person on top, and changes nothing when they are not there', () => {
  const ids = (front: string) => bringToFront([ana, ben, cleo], front).map(({ _id }) => _id);
  expect(ids('cleo')).toEqual(['cleo', 'ana', 'ben']);
  expect(ids('zoe')).toEqual(['ana', 'ben', 'cleo']);
});
