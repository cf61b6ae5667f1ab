import { expect, it } from 'vitest';
import {
  installBrowserParts,
  listOf,
  makePerson,
  memberApi,
  renderWithStore,
  stubMedia,
} from '#client/test-support.tsx';
import { ChatPage } from './chat-page.tsx';

installBrowserParts();

const ben = makePerson({ _id: 'ben', firstName: 'Ben', lastName: 'Berg' });

function open({ wide = true } = {}) {
  stubMedia(...(wide ? [''] : []));
  const loaded = Promise.withResolvers<{ body: unknown }>();
  const api = memberApi().on('GET user/connections', listOf(ben)).on('GET chat/ben', loaded.promise);
  const page = renderWithStore(<ChatPage />, { path: '/chat/ben', route: '/chat/:targetUserId' });
  return {
    ...page,
    api,
    load: () => loaded.resolve({ body: { chat: { _id: 'c', participants: [ben], messages: [] } } }),
  };
}

it('a conversation that has loaded takes the focus, to be written in', async () => {
  const { findByRole, load } = open();
  load();
  const composer = await findByRole('textbox', { name: /^Message / });
  await expect.poll(() => document.activeElement).toBe(composer);
});

it('keeps the focus of a user who has begun to search', async () => {
  const { findByRole, load, user } = open();
  const search = await findByRole('searchbox', { name: 'Search conversations' });
  await user.type(search, 'Be');
  load();
  const composer = await findByRole('textbox', { name: /^Message / });
  await user.keyboard('n');
  expect(search).toHaveProperty('value', 'Ben');
  expect(composer).toHaveProperty('value', '');
});

it('asks for all connections only where the list of conversations is beside the chat', async () => {
  const phone = open({ wide: false });
  phone.load();
  await phone.findByRole('textbox', { name: /^Message / });
  expect(phone.api.count('GET user/connections')).toBe(0);
  phone.unmount();
  const computer = open();
  await computer.findByRole('searchbox', { name: 'Search conversations' });
  await expect.poll(() => computer.api.count('GET user/connections')).toBe(1);
});
