import { act, screen, waitFor, within } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { makePerson, memberApi, projectsOf, renderApp } from '#client/test-support.tsx';

const socket = await vi.hoisted(async () => new (await import('#client/test-socket.ts')).FakeSocket());
vi.mock('socket.io-client', () => ({ io: () => socket }));

const ana = makePerson({ _id: 'ana', firstName: 'Ana', lastName: 'Lima' });
const requestTo = (status: string) => ({
  _id: 'r-ana',
  fromUserID: 'me',
  toUserID: 'ana',
  status,
  createdAt: '2026-01-01T00:00:00.000Z',
});

function open(path: string, status: string) {
  const api = memberApi(['requests.sent', 'chat.live'])
    .on('GET profile/ana', { body: { user: { ...ana, viewer: { relation: 'none' } }, message: '' } })
    .on('GET myprojects/ana', projectsOf())
    .on('GET user/feed', { body: [ana] })
    .on('POST request/interested/ana', { body: { message: '', data: requestTo(status) } });
  return { api, ...renderApp(path) };
}

// The toaster loads after the screen.
const toasts = async () => within(await screen.findByRole('region', { name: /^Messages/ }));
const accepts = async () => {
  await waitFor(() => expect(socket.listensTo('notification')).toBe(true));
  act(() => socket.hear('notification', { kind: 'connected', actor: ana }));
};

it('a request that is accepted while Undo is offered takes the offer along, in the toast and on the feed', async () => {
  const { api, user } = open('/feed', 'interested');
  const button = await screen.findByRole('button', { name: 'Interested in Ana Lima' });
  api.on('GET user/feed', { body: [] });
  await user.click(button);
  await screen.findByRole('button', { name: 'Undo last' });
  await accepts();
  await (await toasts()).findByText('You are connected with Ana Lima.');
  await waitFor(() => expect(screen.queryByRole('button', { name: /^Undo/ })).toBeNull());
  await user.keyboard('u');
  expect(api.calls.filter(({ call }) => call.startsWith('DELETE'))).toEqual([]);
});

it('the offer on a profile ends in the same way', async () => {
  const { user } = open('/profile/ana', 'interested');
  await user.click(await screen.findByRole('button', { name: 'Interested' }));
  await (await toasts()).findByText('Request sent to Ana');
  expect((await toasts()).queryByRole('button', { name: 'Undo' })).not.toBeNull();
  await accepts();
  const shown = await toasts();
  await waitFor(() => expect(shown.queryByText('Request sent to Ana')).toBeNull());
});

it('an acceptance that arrives before the answer to the request leaves no Undo', async () => {
  const { api, user, store } = open('/feed', 'interested');
  const answer = Promise.withResolvers<{ body: unknown }>();
  const button = await screen.findByRole('button', { name: 'Interested in Ana Lima' });
  api.on('GET user/feed', { body: [] }).on('POST request/interested/ana', () => answer.promise);
  await user.click(button);
  await accepts();
  await (await toasts()).findByText('You are connected with Ana Lima.');
  answer.resolve({ body: { message: '', data: requestTo('interested') } });
  await waitFor(() => expect(store.getState().api.mutations['relation:ana:interested:']?.status).toBe('fulfilled'));
  expect(screen.queryByRole('button', { name: /^Undo/ })).toBeNull();
});

it('interest that connects the two at once offers no Undo', async () => {
  const { user } = open('/profile/ana', 'accepted');
  await user.click(await screen.findByRole('button', { name: 'Interested' }));
  await screen.findByRole('dialog', { name: 'You and Ana are connected' });
  expect(screen.queryByRole('button', { name: /^Undo/ })).toBeNull();
});
