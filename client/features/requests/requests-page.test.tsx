import { screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
import { fakeApi, installBrowserParts, makePerson, renderApp } from '../../test-support.tsx';

installBrowserParts();

const requestFrom = (id: string, firstName: string) => ({
  _id: `request-${id}`,
  fromUserID: makePerson({ _id: id, firstName, lastName: 'Tester' }),
  toUserID: 'me',
  status: 'interested',
  createdAt: '2026-01-01T00:00:00.000Z',
});

function open(requests: unknown[]) {
  const api = fakeApi()
    .on('GET profile/view', { body: makePerson({ _id: 'me', firstName: 'Demo' }) })
    .on('GET capabilities', { status: 404, body: '' })
    .on('GET user/connections', { body: { message: '', data: [] } })
    .on('GET user/request/received', { body: { message: '', data: requests } });
  renderApp('/requests');
  return api;
}

const row = async (name: RegExp) => {
  const link = await screen.findByRole('link', { name });
  const item = link.closest('li');
  if (!item) throw new Error('The link is not in a row.');
  return item;
};

describe('received requests', () => {
  it('show "Connected" in place of an accepted row, with a way to say hello', async () => {
    const api = open([requestFrom('ana', 'Ana')]).on('POST request/review/accepted/request-ana', {
      body: { message: '' },
    });
    await userEvent.click(await screen.findByRole('button', { name: 'Accept Ana Tester' }));
    const hello = await within(await row(/Ana/)).findByRole('link', { name: 'Say hello' });
    expect(hello.getAttribute('href')).toBe('/chat/ana');
    await waitFor(() => expect(api.count('POST request/review/accepted/request-ana')).toBe(1));
  });

  it('bring a rejected row back with the reason when the call fails', async () => {
    open([requestFrom('ana', 'Ana')]).on('POST request/review/rejected/request-ana', {
      status: 409,
      body: { code: 'conflict', message: 'Answered already.' },
    });
    await userEvent.click(await screen.findByRole('button', { name: 'Reject Ana Tester' }));
    expect(await within(await row(/Ana/)).findByRole('alert')).toHaveProperty('textContent', 'Answered already.');
  });

  it('name a sender whose account is gone, without a link, and can only be rejected', async () => {
    open([{ ...requestFrom('x', 'X'), fromUserID: null }]);
    expect(await screen.findByText('Former member')).toBeTruthy();
    expect(screen.queryByRole('link', { name: 'Former member' })).toBeNull();
    expect(screen.queryByRole('button', { name: 'Accept Former member' })).toBeNull();
    expect(screen.getByRole('button', { name: 'Reject Former member' })).toBeTruthy();
  });

  it('offer selecting several from five rows on, and ask before answering', async () => {
    const people = ['Ana', 'Ben', 'Cleo', 'Dan', 'Eve'];
    const api = open(people.map((name) => requestFrom(name.toLowerCase(), name)));
    for (const name of people)
      api.on(`POST request/review/rejected/request-${name.toLowerCase()}`, { body: { message: '' } });
    await userEvent.click(await screen.findByRole('button', { name: 'Select' }));
    await userEvent.click(screen.getByRole('checkbox', { name: /Ana/ }));
    await userEvent.click(screen.getByRole('checkbox', { name: /Ben/ }));
    await userEvent.click(screen.getByRole('button', { name: 'Reject 2' }));
    const dialog = screen.getByRole('dialog', { name: 'Reject 2 requests?' });
    await userEvent.click(within(dialog).getByRole('button', { name: 'Reject 2' }));
    await waitFor(() => expect(screen.queryByRole('link', { name: /Ben/ })).toBeNull());
    expect(api.count('POST request/review/rejected/request-ana')).toBe(1);
    expect(screen.getByRole('link', { name: /Cleo/ })).toBeTruthy();
  });
});

describe('sent requests', () => {
  it('come from this device where the upstream cannot list them', async () => {
    localStorage.setItem(
      'dotcode:user:me:sent-ledger',
      JSON.stringify([{ userId: 'ben', status: 'interested', at: '2026-01-01T00:00:00.000Z' }]),
    );
    open([]).on('GET profile/ben', { body: { user: makePerson({ _id: 'ben', firstName: 'Ben' }), message: '' } });
    await userEvent.click(await screen.findByRole('tab', { name: 'Sent' }));
    expect(await screen.findByRole('heading', { name: 'Sent from this device' })).toBeTruthy();
    expect(await screen.findByRole('link', { name: /Ben/ })).toBeTruthy();
    expect(screen.queryByRole('button', { name: /Withdraw/ })).toBeNull();
  });
});
