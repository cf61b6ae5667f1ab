import { expect, it } from 'vitest';
import { makeStore } from '#client/store/make-store.ts';
import { fakeApi, installBrowserParts, makePerson } from '#client/test-support.tsx';
import { screens } from '../screens.ts';
import { beforeScreen } from './before-screen.ts';

installBrowserParts();

it.each(['/chat/ana', '/chat/ana/'])('asks for the conversation that %s names', async (pathname) => {
  const api = fakeApi()
    .on('GET profile/view', { body: makePerson({ _id: 'me' }) })
    .on('GET capabilities', { body: { capabilities: [] } })
    .on('GET chat/ana', { body: { chat: { _id: 'c', participants: [], messages: [] } } });
  await screens.chat.preload();
  await beforeScreen(makeStore(), { pathname, search: '' }, Promise.resolve());
  await expect.poll(() => api.calls.map(({ call }) => call)).toContain('GET chat/ana');
});
