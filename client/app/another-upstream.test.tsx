import { act, screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { rememberConnections, rememberDecision } from '#client/api/compat/memory.ts';
import { lastRead } from '#client/lib/device/user-storage.ts';
import { listOf, makePerson, memberApi, projectsOf, renderApp } from '#client/test-support.tsx';

// The texts of the screens for facts that the recorded upstream cannot deliver.

const at = '2026-01-01T00:00:00.000Z';
const placeholder = 'https://pictures.example/nobody.png';
const me = makePerson({ _id: 'me', firstName: 'Demo', lastName: 'Person', photoUrl: placeholder });
const ana = makePerson({ _id: 'ana', firstName: 'Ana', lastName: 'Lima' });
const ben = makePerson({ _id: 'ben', firstName: 'Ben', lastName: 'Katz' });
const notConnected = { status: 404, body: { message: 'Sorry you are not connected' } };

const recorded = () =>
  memberApi([], me).on('GET capabilities', {
    status: 404,
    body: '<!DOCTYPE html><pre>Cannot GET /capabilities</pre>',
  });

const cannotList = { status: 400, body: "Error:Cannot read properties of null (reading '_id')" };

it('the connections that cannot be listed are told from the chats and the requests of this device', async () => {
  const messages = [{ _id: 'm1', senderId: ana, text: 'See you', createdAt: at }];
  recorded()
    .on('GET user/connections', cannotList)
    .on('GET chat/ana', { body: { chat: { _id: 'c1', participants: [me, ana], messages } } })
    .on('GET chat/ben', notConnected);
  lastRead('me', 'ana').write('m1');
  rememberDecision('me', { userId: 'ben', status: 'interested', at });
  renderApp('/connection');
  await screen.findByText(/^This server cannot list your connections/);
  expect(screen.getByText(/Cannot read properties of null/).closest('details')).not.toBeNull();
  await screen.findByRole('link', { name: 'Ana Lima' });
  expect(screen.queryByRole('link', { name: 'Ben Katz' }), 'who has not accepted').toBeNull();
  expect(screen.queryByRole('button', { name: 'Retry' })).toBeNull();
});

it('where the connections cannot be listed, the profile of a remembered connection offers Message', async () => {
  recorded()
    .on('GET user/connections', cannotList)
    .on('GET profile/ana', { body: { message: '', user: ana } })
    .on('GET myprojects/ana', projectsOf());
  rememberConnections('me', [ana]);
  renderApp('/profile/ana');
  // Not the link to all messages in the navigation.
  const message = await screen.findByRole('link', { name: /^Message\b/ });
  expect(message.getAttribute('href')).toBe('/chat/ana');
  expect(screen.queryByRole('button', { name: /Interested/ })).toBeNull();
});

it('where the connections cannot be listed, those include the people who were accepted on this device', async () => {
  const request = { _id: 'r1', fromUserID: ana, toUserID: 'me', status: 'interested', createdAt: at, updatedAt: at };
  recorded()
    .on('GET user/connections', cannotList)
    .on('GET user/request/received', listOf(request))
    .on('POST request/review/accepted/r1', { body: { message: '', data: { ...request, status: 'accepted' } } })
    .on('GET chat/ana', { body: { chat: { _id: 'c1', participants: [me, ana], messages: [] } } });
  const { user, router } = renderApp('/requests');
  await user.click(await screen.findByRole('button', { name: 'Accept Ana Lima' }));
  await screen.findByRole('link', { name: 'Say hello' });
  await act(() => router.navigate('/connection'));
  await screen.findByRole('link', { name: 'Ana Lima' });
});

it('what was sent from another device is said to be unknown, and what this device has sent not to be everything', async () => {
  recorded().on('GET profile/ben', { body: { message: '', user: ben } });
  const { unmount } = renderApp('/requests?tab=sent');
  await screen.findByRole('heading', { name: 'Nothing sent from this device' });
  expect(screen.queryByText(/^This server does not list sent requests/)).not.toBeNull();
  unmount();
  for (const _time of [1, 2]) rememberDecision('me', { userId: 'ben', status: 'interested', at });
  renderApp('/requests?tab=sent');
  await screen.findByRole('link', { name: 'Ben Katz' });
  expect(screen.queryByText(/what you sent from another device is not shown here/)).not.toBeNull();
  expect(screen.queryByRole('button', { name: /Withdraw/ })).toBeNull();
});

it.each([
  ['/project/view/nope', 'GET project/view/nope', 'Failed to fetch project', 'This project is not available'],
  ['/project/editproject/nope', 'GET project/view/nope', 'Failed to fetch project', 'This project is not available'],
  ['/chat/nope', 'GET chat/nope', 'Something went wrong', 'This conversation is not available'],
  ['/profile/nope', 'GET profile/nope', 'Something went wrong ', 'This profile is not available'],
])('a malformed id at %s offers no Retry, which could not help', async (path, call, message, heading) => {
  recorded().on(call, { status: 500, body: { message } });
  renderApp(path);
  await screen.findByRole('heading', { name: heading });
  expect(screen.queryByRole('button', { name: 'Retry' })).toBeNull();
});
