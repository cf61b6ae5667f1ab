import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { describe, expect, it, vi } from 'vitest';
import { baseApi } from '#client/api/base-api.ts';
import type { FakeApi } from '#client/test-api.ts';
import { announced, goOffline, listOf, makePerson, memberApi, renderApp, unavailable } from '#client/test-support.tsx';

const requestFrom = (id: string, firstName: string) => ({
  _id: `request-${id}`,
  fromUserID: makePerson({ _id: id, firstName, lastName: 'Tester' }),
  toUserID: 'me',
  status: 'interested',
  createdAt: '2026-01-01T00:00:00.000Z',
});

function open(requests: unknown[], path = '/requests', before: (api: FakeApi) => unknown = () => undefined) {
  const api = memberApi()
    .on('GET capabilities', { status: 404, body: '' })
    .on('GET user/request/received', listOf(...requests));
  // The router makes its first calls before anything is drawn.
  before(api);
  const { store } = renderApp(path);
  return Object.assign(api, {
    /** Sets the received list, as the poll each minute or a live event does. */
    arrive: (...later: unknown[]) => {
      api.on('GET user/request/received', listOf(...later));
      act(() => {
        store.dispatch(baseApi.util.invalidateTags(['Received']));
      });
    },
  });
}

const row = async (name: RegExp) => {
  const link = await screen.findByRole('link', { name });
  const item = link.closest('li');
  if (!item) throw new Error('The link is not in a row.');
  return item;
};

describe('received requests', () => {
  it('show the moment of the match with the note, keep what is written there, and leave the focus in the list', async () => {
    const request = { ...requestFrom('ana', 'Ana'), note: 'Shall we pair?' };
    const api = open([request, requestFrom('ben', 'Ben')]).on('POST request/review/accepted/request-ana', {
      body: { message: '' },
    });
    await userEvent.dblClick(await screen.findByRole('button', { name: 'Accept Ana Tester' }));
    const match = within(await screen.findByRole('dialog', { name: 'You and Ana are connected' }));
    expect(match.queryByText('Shall we pair?')).not.toBeNull();
    const lines = match.getAllByRole('listitem').map(({ textContent }) => textContent ?? '');
    expect(lines).toHaveLength(3);
    await userEvent.click(match.getByRole('button', { name: lines[0] ?? '' }));
    await userEvent.click(match.getByRole('button', { name: lines[1] ?? '' }));
    expect(match.getByLabelText('Message to Ana')).toHaveProperty('value', lines[1]);
    await userEvent.type(match.getByLabelText('Message to Ana'), ' Today?');
    await userEvent.click(match.getByRole('button', { name: 'Write later' }));
    expect(document.activeElement?.textContent).toBe('Ben Tester');
    const hello = within(await row(/Ana/)).getByRole('link', { name: 'Say hello' });
    expect(hello.getAttribute('href')).toBe('/chat/ana');
    expect(api.count('POST request/review/accepted/request-ana')).toBe(1);
    expect(localStorage.getItem('dotcode:user:me:draft:chat:ana')).toBe(JSON.stringify(`${lines[1]} Today?`));
  });

  it('bring a rejected row back with the reason; else it leaves by one call, and the focus moves, at last to the heading', async () => {
    const api = open([requestFrom('ana', 'Ana'), requestFrom('ben', 'Ben')]).on(
      'POST request/review/rejected/request-ben',
      { status: 409, body: { code: 'conflict', message: 'Answered already.' } },
    );
    await userEvent.click(await screen.findByRole('button', { name: 'Reject Ben Tester' }));
    expect(await within(await row(/Ben/)).findByRole('alert')).toHaveProperty('textContent', 'Answered already.');
    for (const id of ['ana', 'ben']) api.on(`POST request/review/rejected/request-${id}`, { body: { message: '' } });
    await userEvent.dblClick(screen.getByRole('button', { name: 'Reject Ben Tester' }));
    expect(document.activeElement?.textContent).toBe('Ana Tester');
    await waitFor(() => expect(api.count('POST request/review/rejected/request-ben')).toBe(2));
    await waitFor(() => expect(screen.queryByText('Ben Tester')).toBeNull());
    await userEvent.click(screen.getByRole('button', { name: 'Reject Ana Tester' }));
    expect(document.activeElement?.textContent).toBe('No requests wait for you');
    await screen.findByRole('heading', { name: 'Nothing waiting' });
    await waitFor(() => expect(announced()).toBe('Request from Ana rejected'));
  });

  it('remove an accepted row after six seconds, but not while it has the focus', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true });
    open([requestFrom('ana', 'Ana'), requestFrom('ben', 'Ben')]).on('POST request/review/accepted/request-ana', {
      body: { message: '' },
    });
    fireEvent.click(await screen.findByRole('button', { name: 'Accept Ana Tester' }));
    const hello = await screen.findByRole('link', { name: 'Say hello' });
    act(() => hello.focus());
    await act(() => vi.advanceTimersByTimeAsync(10_000));
    expect(screen.queryByRole('link', { name: 'Say hello' })).not.toBeNull();
    act(() => hello.blur());
    await act(() => vi.advanceTimersByTimeAsync(6100));
    expect(screen.queryByRole('link', { name: 'Ana Tester' })).toBeNull();
  });

  it('that arrive are counted on a button, and move no rows; one that was withdrawn says so, and can be dismissed', async () => {
    const api = open([requestFrom('ana', 'Ana')]);
    await screen.findByRole('link', { name: 'Ana Tester' });
    api.arrive(requestFrom('ana', 'Ana'), requestFrom('ben', 'Ben'), requestFrom('cleo', 'Cleo'));
    const pill = await screen.findByRole('button', { name: '2 new requests' });
    expect(screen.queryByRole('link', { name: 'Ben Tester' })).toBeNull();
    expect(screen.queryByRole('heading', { name: '3 requests wait for you' })).not.toBeNull();
    expect(screen.queryByRole('tab', { name: 'Received (3)' })).not.toBeNull();
    await waitFor(() => expect(announced()).toBe('2 new requests wait for you'));
    await userEvent.click(pill);
    expect(screen.queryByRole('link', { name: 'Cleo Tester' })).not.toBeNull();
    await waitFor(() => expect(document.activeElement?.textContent).toBe('Ben Tester'));
    api.arrive(requestFrom('ben', 'Ben'), requestFrom('cleo', 'Cleo'));
    await userEvent.click(await screen.findByRole('button', { name: 'Dismiss the request from Ana Tester' }));
    expect(screen.queryByRole('link', { name: 'Ana Tester' })).toBeNull();
  });

  it('that cannot be loaded say why, and load again; they arrive on an empty list at once, with one count', async () => {
    const api = open([], '/requests', (before) => {
      before.on('GET user/request/received', 'network error');
      goOffline();
    });
    await screen.findByText(/You are offline\. Try again/);
    const retry = await screen.findByRole('button', { name: 'Retry' });
    api.on('GET user/request/received', listOf());
    await userEvent.click(retry);
    await screen.findByRole('heading', { name: 'Nothing waiting' });
    api.arrive(requestFrom('ana', 'Ana'), requestFrom('ben', 'Ben'));
    await screen.findByRole('link', { name: 'Ana Tester' });
    expect(screen.queryByRole('link', { name: 'Ben Tester' })).not.toBeNull();
    expect(screen.queryByRole('tab', { name: 'Received (2)' })).not.toBeNull();
    expect(screen.queryByRole('heading', { name: 'Nothing waiting' })).toBeNull();
    expect(screen.queryByRole('button', { name: '2 new requests' })).toBeNull();
    await waitFor(() => expect(announced()).toBe('2 new requests wait for you'));
  });

  it('name a sender whose account is gone, without a link, and can only be rejected', async () => {
    open([{ ...requestFrom('x', 'X'), fromUserID: null }]);
    await screen.findByText('Former member');
    expect(screen.queryByRole('link', { name: 'Former member' })).toBeNull();
    expect(screen.queryByRole('button', { name: 'Accept Former member' })).toBeNull();
    expect(screen.queryByRole('button', { name: 'Reject Former member' })).not.toBeNull();
  });

  it('offer selecting several from five rows on, and ask before answering', async () => {
    const people = ['Ana', 'Ben', 'Cleo', 'Dan', 'Eve'];
    const api = open(people.map((name) => requestFrom(name.toLowerCase(), name)));
    for (const name of people)
      api.on(`POST request/review/rejected/request-${name.toLowerCase()}`, { body: { message: '' } });
    await userEvent.click(await screen.findByRole('button', { name: 'Select' }));
    await userEvent.click(screen.getByRole('button', { name: 'Select all' }));
    await userEvent.click(screen.getByRole('button', { name: 'Clear selection' }));
    expect(screen.queryByRole('button', { name: /^Accept \d/ })).toBeNull();
    for (const name of [/Ana/, /Ben/, /Cleo/]) await userEvent.click(screen.getByRole('checkbox', { name }));
    expect(screen.queryByRole('button', { name: 'Accept 3' })).not.toBeNull();
    // With fewer than five rows, selecting goes on, and counts what is there.
    await userEvent.click(screen.getByRole('button', { name: 'Reject Ana Tester' }));
    await userEvent.click(await screen.findByRole('button', { name: 'Reject 2' }));
    const dialog = screen.getByRole('dialog', { name: 'Reject 2 requests?' });
    await userEvent.click(within(dialog).getByRole('button', { name: 'Reject 2' }));
    await waitFor(() => expect(screen.queryByRole('link', { name: /Ben/ })).toBeNull());
    expect(api.count('POST request/review/rejected/request-ben')).toBe(1);
    expect(screen.queryByRole('link', { name: /Dan/ })).not.toBeNull();
    await waitFor(() => expect(announced()).toBe('2 requests rejected'));
    expect(screen.queryByRole('checkbox')).toBeNull();
  });

  it('bring back, each with its reason, those of several that could not be answered', async () => {
    const people = ['Ana', 'Ben', 'Cleo', 'Dan', 'Eve'];
    const api = open(people.map((name) => requestFrom(name.toLowerCase(), name)));
    for (const name of people) api.on(`POST request/review/accepted/request-${name.toLowerCase()}`, { body: {} });
    api.on('POST request/review/accepted/request-ben', 'network error');
    await userEvent.click(await screen.findByRole('button', { name: 'Select' }));
    await userEvent.click(screen.getByRole('button', { name: 'Select all' }));
    await userEvent.click(screen.getByRole('button', { name: 'Accept 5' }));
    const dialog = screen.getByRole('dialog', { name: 'Accept 5 requests?' });
    expect(document.activeElement?.textContent).toBe('Cancel');
    await userEvent.dblClick(within(dialog).getByRole('button', { name: 'Accept 5' }));
    await within(await row(/Ben/)).findByRole('alert');
    for (const name of people) expect(api.count(`POST request/review/accepted/request-${name.toLowerCase()}`)).toBe(1);
    await waitFor(() => expect(api.count('GET user/request/received'), 'once for all the answers').toBe(2));
    expect(screen.queryByRole('button', { name: 'Accept Ben Tester' })).not.toBeNull();
  });
});

describe('sent requests', () => {
  const sent = (id: string, firstName: string) => ({
    _id: `sent-${id}`,
    fromUserID: 'me',
    toUserID: makePerson({ _id: id, firstName, lastName: 'Asked' }),
    status: 'interested',
    createdAt: '2026-01-01T00:00:00.000Z',
  });
  const openSent = (answer: Parameters<FakeApi['on']>[1]) =>
    open([], '/requests?tab=sent', (api) =>
      api.on('GET capabilities', { body: { capabilities: ['requests.sent'] } }).on('GET user/request/sent', answer),
    );

  it('are announced once, and disappear at once when withdrawn, by one call; the focus moves on', async () => {
    const api = openSent(listOf(sent('ina', 'Ina'), sent('jon', 'Jon'))).on('DELETE request/sent-ina', { body: {} });
    await waitFor(() => expect(announced()).toBe('2 sent requests'));
    await userEvent.dblClick(screen.getByRole('button', { name: 'Withdraw the request to Ina Asked' }));
    expect(screen.queryByRole('link', { name: 'Ina Asked' })).toBeNull();
    expect(document.activeElement?.textContent).toBe('Jon Asked');
    expect(screen.getByRole('button', { name: /Jon Asked$/ }).getAttribute('aria-disabled')).toBeNull();
    expect(api.count('DELETE request/sent-ina')).toBe(1);
    await waitFor(() => expect(announced()).toBe('Taken back: Ina Asked'));
  });

  it('load again after a failure, come back with the reason when not withdrawn, and leave where they are withdrawn already', async () => {
    const api = openSent(unavailable('Busy.')).on('DELETE request/sent-ina', 'network error');
    await screen.findByText('Busy.');
    api.on('GET user/request/sent', listOf(sent('ina', 'Ina')));
    await userEvent.click(await screen.findByRole('button', { name: 'Retry' }));
    const withdraw = () => screen.findByRole('button', { name: 'Withdraw the request to Ina Asked' });
    await userEvent.click(await withdraw());
    const alert = await within(await row(/Ina/)).findByRole('alert');
    expect(alert.textContent).toContain('No answer from the server');
    api.on('DELETE request/sent-ina', { status: 404, body: { code: 'not_found', message: 'x' } });
    await userEvent.click(await withdraw());
    await screen.findByRole('heading', { name: 'Nothing sent' });
  });
});
