import { act, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { relationsApi } from '#client/api/relations-api.ts';
import { waitingCalls } from '#client/lib/device/waiting-calls.ts';
import { outboxItems } from '#client/live/outbox.ts';
import {
  type FakeApi,
  fakeApi,
  installBrowserParts,
  loadBeforehand,
  makePerson,
  renderApp,
} from '#client/test-support.tsx';
import type { Capability } from '#shared/capabilities.ts';
import { bringToFront } from './use-people-to-meet.ts';

installBrowserParts();
loadBeforehand('feed');

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
  fakeApi()
    .on('GET profile/view', { body: makePerson({ _id: 'me', firstName: 'Demo', skills: ['React', 'Go'] }) })
    .on('GET user/request/received', { body: { message: '', data: [] } })
    .on('GET capabilities', { body: { capabilities: ['feed.ranked', ...capabilities] } })
    .on('GET user/feed', { body: people });

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
    vi.stubGlobal('matchMedia', () => ({
      matches: true,
      addEventListener: () => undefined,
      removeEventListener: () => undefined,
    }));
    const project = (name: string, others: object) => ({ _id: name, projectName: name, creator: ana, ...others });
    feedApi([]).on('GET projects', {
      body: {
        message: '',
        project: [
          project('Mine', { creator: makePerson({ _id: 'me', firstName: 'Demo' }) }),
          project('Taken over', { viewer: { relation: 'owner' } }),
          project('Joined', { viewer: { relation: 'accepted' } }),
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

  it('announces the number of people once they are loaded, and then each decision with the next person', async () => {
    const { api, user } = await openFeed();
    answersInterest(api, 'cleo');
    const said = () => document.getElementById('announcer-polite')?.textContent;
    await waitFor(() => expect(said()).toBe('3 people to meet'));
    await user.keyboard('i');
    await waitFor(() => expect(said()).toBe('Interested sent to Cleo. Next: Ben Okoro'));
  });

  it('keeps the order in the URL, and asks the upstream for order and skill where it can rank', async () => {
    const { api, user, router } = await openFeed();
    await card('Cleo Katz');
    await user.click(screen.getByRole('button', { name: 'React' }));
    await waitFor(() => expect(asked(api, 'order', 'skill', 'page')).toEqual(['match', 'React', '1']));
    await user.click(screen.getByRole('button', { name: 'Newest' }));
    await waitFor(() => expect(asked(api, 'order', 'skill', 'page')).toEqual(['newest', 'React', '1']));
    expect(router.state.location.search).toBe('?skill=React&order=newest');
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

  it('sends a note with Interested, which a returned card still has', async () => {
    const { api, user } = await openFeed({ capabilities: ['requests.note'] });
    api.on('POST request/interested/cleo', { status: 500, body: { code: 'internal', message: 'No.' } });
    await user.click(await screen.findByRole('button', { name: 'Add a note to Cleo' }));
    const note = () => screen.getByLabelText<HTMLTextAreaElement>('Note to Cleo');
    const field = note();
    expect(document.activeElement).toBe(field);
    await user.type(field, 'Shall we pair?');
    await user.click(screen.getByRole('button', { name: /^Interested in/ }));
    await screen.findByRole('button', { name: 'Retry' });
    expect(note().value).toBe('Shall we pair?');
    const sent = api.calls.filter(({ call }) => call.startsWith('POST request/interested/')).map(({ body }) => body);
    expect(sent).toEqual([{ note: 'Shall we pair?' }]);
  });

  it('names the shared skills, and has no filter by what people look for where the upstream does not know it', async () => {
    await openFeed();
    await card('Cleo Katz');
    expect(screen.queryByText('You both use React and Go')).not.toBeNull();
    expect(screen.queryByLabelText('Wants to')).toBeNull();
    expect(screen.queryByRole('button', { name: /^Add a note/ })).toBeNull();
  });

  it('filters by skill, and offers to clear a filter that leaves nobody', async () => {
    const api = feedApi([]).on('GET user/feed', ({ query }) => ({ body: query.get('skill') ? [] : [ana] }));
    const { user } = renderApp('/feed?skill=Elm');
    await screen.findByText('Nobody new with Elm');
    await user.click(screen.getByRole('button', { name: 'Clear filters' }));
    await card('Ana Lima');
    expect(api.calls.find(({ call }) => call === 'GET user/feed')?.query.get('skill')).toBe('Elm');
  });

  it('removes the card at once, and sends the decision', async () => {
    const { api, user } = await openFeed();
    api.on('POST request/interested/cleo', new Promise<never>(() => undefined));
    await user.click(await interested('Cleo Katz'));
    expect(screen.queryByRole('article', { name: 'Cleo Katz' })).toBeNull();
    await card('Ben Okoro');
    expect(api.count('POST request/interested/cleo')).toBe(1);
    expect(document.activeElement?.textContent).toBe('Ben Okoro');
    // The decided card moves to the side of its decision, and is hidden from screen readers.
    const leaving = () => document.querySelector<HTMLElement>('article[data-stamp="Interested"]');
    expect(leaving()?.ariaHidden ?? leaving()?.getAttribute('aria-hidden')).toBe('true');
    await waitFor(() => expect(leaving()).toBeNull());
  });

  it('brings the card back in its place with the reason when the call fails, and retries', async () => {
    const { api, user, store } = await openFeed();
    api.on('POST request/interested/cleo', { status: 503, body: { code: 'unavailable', message: 'Try again later.' } });
    await user.click(await interested('Cleo Katz'));
    await screen.findByText(/Interested was not sent. Try again later./);
    expect(store.getState().feed.items?.map(({ _id }) => _id)).toEqual(['cleo', 'ben', 'ana']);
    answersInterest(api, 'cleo');
    await user.click(screen.getByRole('button', { name: 'Retry' }));
    await card('Ben Okoro');
    expect(api.count('POST request/interested/cleo')).toBe(2);
  });

  it('says when one can ask again after the last ask of the day, without a button that would be refused', async () => {
    const { api, user } = await openFeed();
    const message = 'You can ask 50 new people in 24 hours. You can ask again in 3 hours.';
    api.on('POST request/interested/cleo', { status: 409, body: { code: 'quota_reached', message, limit: 50 } });
    await user.click(await interested('Cleo Katz'));
    await screen.findByText(`Interested was not sent. ${message}`);
    expect(screen.queryByRole('button', { name: 'Retry' })).toBeNull();
    await interested('Cleo Katz');
  });

  it.each([
    [400, 'Error: Connection alreday exists'],
    [409, { code: 'already_related', message: 'There is a request already.' }],
  ])('treats an existing request as a state (%i)', async (status, body) => {
    const { api, user } = await openFeed();
    api.on('POST request/interested/cleo', { status, body });
    await user.click(await interested('Cleo Katz'));
    await screen.findByText('You already have a request with Cleo.');
    expect(screen.queryByRole('article', { name: 'Cleo Katz' })).toBeNull();
  });

  it('undoes a decision by key, once, where the upstream can withdraw it, and focuses the name', async () => {
    const { api, user } = await openFeed({ capabilities: ['requests.sent'] });
    answersInterest(api, 'cleo', 'r7');
    api.on('DELETE request/r7', { body: { message: 'ok' } });
    await card('Cleo Katz');
    await user.keyboard('i');
    await card('Ben Okoro');
    await screen.findByText('Interested sent to Cleo');
    await user.keyboard('uu');
    await waitFor(() => expect(document.activeElement?.textContent).toBe('Cleo Katz'));
    await waitFor(() => expect(api.count('DELETE request/r7')).toBe(1));
    await user.keyboard('u');
    await card('Cleo Katz');
    expect(api.count('DELETE request/r7')).toBe(1);
    expect(screen.queryByText(/could not be taken back/)).toBeNull();
  });

  it('takes a decision back offline: it waits no more, and the person is back', async () => {
    const { api, user } = await openFeed();
    await card('Cleo Katz');
    vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
    act(() => void window.dispatchEvent(new Event('offline')));
    api.on('POST request/interested/cleo', 'network error');
    await user.click(await interested('Cleo Katz'));
    await screen.findByText('Interested in Cleo goes out when you are back');
    await waitFor(() => expect(waitingCalls('me')).toHaveLength(1));
    await user.click(screen.getByRole('button', { name: 'Undo' }));
    await card('Cleo Katz');
    expect(waitingCalls('me')).toEqual([]);
    expect(screen.queryByText(/was not sent/)).toBeNull();
  });

  it('says above the cards, and in no toast, what was decided last, with Undo', async () => {
    const { api, user } = await openFeed({ capabilities: ['requests.sent'] });
    answersInterest(api, 'cleo', 'r7');
    api
      .on('POST request/ignored/ben', { body: { message: '', data: { _id: 'r8', status: 'ignored' } } })
      .on('DELETE request/r8', { body: { message: 'ok' } });
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
  });

  it.each([
    { offers: true, capabilities: ['requests.sent'], status: 'interested', why: 'where the upstream can withdraw' },
    { offers: false, capabilities: [], status: 'interested', why: 'where the upstream cannot withdraw' },
    {
      offers: false,
      capabilities: ['requests.sent'],
      status: 'accepted',
      why: 'when interest connects the two at once',
    },
  ] as const)('offers undo on the caught-up screen: $offers $why', async ({ offers, capabilities, status }) => {
    const { api, user } = await openFeed({ people: [cleo], capabilities: [...capabilities] });
    api.on('POST request/interested/cleo', { body: { message: '', data: { _id: 'r7', status } } });
    const button = await interested('Cleo Katz');
    api.on('GET user/feed', { body: [] }).on('DELETE request/r7', { body: { message: 'ok' } });
    await user.click(button);
    if (status === 'accepted') await user.click(await screen.findByRole('button', { name: 'Keep looking' }));
    await screen.findByRole('heading', { name: 'You have seen everyone for now' });
    if (!offers) {
      expect(screen.queryByRole('button', { name: 'Undo last' })).toBeNull();
      await user.keyboard('u');
      return expect(api.count('DELETE request/r7')).toBe(0);
    }
    await user.click(await screen.findByRole('button', { name: 'Undo last' }));
    await card('Cleo Katz');
  });

  it('keeps a restored person when an older reply without them arrives', async () => {
    const { api, user } = await openFeed({ people: [cleo, ben], capabilities: ['requests.sent'] });
    answersInterest(api, 'cleo', 'r7');
    api.on('DELETE request/r7', { body: { message: 'ok' } });
    await card('Cleo Katz');
    let answer: (reply: { body: unknown }) => void = () => undefined;
    api.on('GET user/feed', new Promise<{ body: unknown }>((resolve) => (answer = resolve)));
    await user.keyboard('i');
    await waitFor(() => expect(api.count('GET user/feed')).toBe(2));
    await user.keyboard('u');
    await card('Cleo Katz');
    answer({ body: [ben, ana] });
    await user.click(screen.getByRole('button', { name: 'List' }));
    await card('Ana Lima');
    expect(screen.queryByRole('article', { name: 'Cleo Katz' })).not.toBeNull();
  });

  it('hides a restored card again, with the reason, when withdrawing fails', async () => {
    const { api, user } = await openFeed({ capabilities: ['requests.sent'] });
    answersInterest(api, 'cleo', 'r7');
    api.on('DELETE request/r7', { status: 503, body: { code: 'unavailable', message: 'Not now.' } });
    await user.click(await interested('Cleo Katz'));
    await user.keyboard('u');
    await screen.findByText('This could not be taken back. Not now.');
    await waitFor(() => expect(screen.queryByRole('article', { name: 'Cleo Katz' })).toBeNull());
  });

  it('shows a match with what both share, sends the first message, and opens the conversation', async () => {
    const { api, user, router } = await openFeed({ people: [cleo, ben] });
    api.on('POST request/interested/cleo', { body: { message: '', data: { _id: 'r7', status: 'accepted' } } });
    await user.click(await interested('Cleo Katz'));
    const match = within(await screen.findByRole('dialog', { name: 'You and Cleo are connected' }));
    expect(match.queryByText('You both use React and Go')).not.toBeNull();
    const send = match.getByRole('button', { name: 'Send' });
    expect(send.getAttribute('aria-disabled')).toBe('true');
    await user.click(send);
    await user.type(match.getByLabelText('Message to Cleo'), 'Shall we pair?');
    await user.click(send);
    await waitFor(() => expect(router.state.location.pathname).toBe('/chat/cleo'));
    expect(outboxItems('me').map(({ peerId, text }) => [peerId, text])).toEqual([['cleo', 'Shall we pair?']]);
  });

  it('goes on with the next person after a match, from where the focus was', async () => {
    const { api, user } = await openFeed({ people: [cleo, ben] });
    api.on('POST request/interested/cleo', { body: { message: '', data: { _id: 'r7', status: 'accepted' } } });
    await user.click(await interested('Cleo Katz'));
    await user.click(await screen.findByRole('button', { name: 'Keep looking' }));
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(document.activeElement?.textContent).toBe('Ben Okoro');
  });

  it('decides once while a key is held down', async () => {
    const { api, user } = await openFeed();
    await card('Cleo Katz');
    for (const each of [ana, ben, cleo]) answersInterest(api, each._id);
    await user.keyboard('{i>4/}');
    expect(api.calls.filter(({ call }) => call.startsWith('POST request')).map(({ call }) => call)).toEqual([
      'POST request/interested/cleo',
    ]);
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

  it('keeps offering the other skills while one is chosen', async () => {
    const { api, user } = await openFeed();
    await card('Cleo Katz');
    api.on('GET user/feed', { body: [ana] });
    await user.click(screen.getByRole('button', { name: 'Rust' }));
    await waitFor(() => expect(screen.queryByRole('article', { name: 'Cleo Katz' })).toBeNull());
    expect(screen.queryByRole('button', { name: 'Go' })).not.toBeNull();
  });

  it('shows a failure also after the feed was left', async () => {
    const { api, user, router } = await openFeed();
    let fail: (reply: { status: number; body: unknown }) => void = () => undefined;
    api.on('POST request/interested/cleo', new Promise<{ status: number; body: unknown }>((done) => (fail = done)));
    await user.click(await interested('Cleo Katz'));
    await act(() => router.navigate('/setting'));
    await screen.findByRole('heading', { level: 1, name: 'Settings' });
    fail({ status: 503, body: { code: 'unavailable', message: 'Not now.' } });
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
    await waitFor(() => expect(document.getElementById('announcer-polite')?.textContent).toBe('Nobody new yet'));
    expect(document.activeElement?.textContent).toBe('Refresh');
    api.on('GET user/feed', 'network error');
    await user.click(screen.getByRole('button', { name: 'Refresh' }));
    await screen.findByText('The feed could not be loaded');
    let answer: (reply: { body: unknown }) => void = () => undefined;
    api.on('GET user/feed', new Promise<{ body: unknown }>((resolve) => (answer = resolve)));
    await user.click(screen.getByRole('button', { name: 'Retry' }));
    await waitFor(() =>
      expect(screen.getByRole('button', { name: 'Retry' }).getAttribute('aria-disabled')).toBe('true'),
    );
    await user.click(screen.getByRole('button', { name: 'Retry' }));
    expect(api.count('GET user/feed')).toBe(4);
    answer({ body: [ana] });
    await card('Ana Lima');
  });

  it.each([
    [
      'the chat',
      () => {
        // biome-ignore lint/suspicious/noDocumentCookie: as the gateway sets it.
        document.cookie = 'refused=%2Fchat%2Fana; Path=/';
      },
    ],
    ['the project', () => sessionStorage.setItem('dotcode:refused', '/project/view/p1')],
  ])('offers to continue to %s that was refused while signed out, here or by the gateway', async (what, refuse) => {
    refuse();
    const { user } = await openFeed();
    await screen.findByRole('link', { name: `Continue to ${what} you opened` });
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
