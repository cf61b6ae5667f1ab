import { beforeEach, describe, expect, it, vi } from 'vitest';
import { preferencesApi } from '#client/api/preferences-api.ts';
import { muteApi } from '#client/api/safety/mute-api.ts';
import type { News } from '#client/live/live-context.ts';
import { makeStore } from '#client/state/make-store.ts';
import { announceNews, dismissNewsOf } from './announce-news.ts';

const toast = vi.hoisted(() =>
  Object.assign(vi.fn(), { error: vi.fn(), dismiss: vi.fn(), getToasts: vi.fn((): { id: string }[] => []) }),
);
vi.mock('sonner', () => ({ toast }));

let visibility: DocumentVisibilityState = 'hidden';

beforeEach(() => {
  window.dispatchEvent(new StorageEvent('storage'));
  vi.clearAllMocks();
  vi.spyOn(document, 'visibilityState', 'get').mockImplementation(() => visibility);
  visibility = 'hidden';
});

const message: News = {
  key: 'message:ana',
  text: 'Ana: hello',
  href: '/chat/ana',
  action: 'Open chat',
  kind: 'message',
  personId: 'ana',
};
const say = (news: News = message, store = makeStore()) => announceNews(store, () => undefined)(news);

describe('news for a hidden tab', () => {
  it('shows a toast, but for a kind that is switched off', async () => {
    const store = makeStore();
    const preferences = { notify: { message: { page: false } } } as never;
    await store.dispatch(preferencesApi.util.upsertQueryData('preferences', undefined, preferences));
    say(message, store);
    expect(toast).not.toHaveBeenCalled();
    say({ ...message, key: 'request:1', kind: 'people' }, store);
    expect(toast).toHaveBeenCalledTimes(1);
  });

  it('announces nothing about a muted person', async () => {
    const store = makeStore();
    const muted = { people: [{ _id: 'ana', name: 'Ana' }], words: [] };
    await store.dispatch(muteApi.util.upsertQueryData('muted', undefined, muted));
    say(message, store);
    expect(toast).not.toHaveBeenCalled();
  });
});

it('dismisses only the toasts of a screen when it is opened', () => {
  say();
  const id = String((toast.mock.calls[0]?.[1] as { id?: string } | undefined)?.id);
  toast.getToasts.mockReturnValueOnce([{ id }, { id: '/chat/anastasia message:anastasia' }]);
  dismissNewsOf('/chat/ana');
  expect(toast.dismiss.mock.calls).toEqual([[id]]);
});

it('announces a failure also while its screen is open, without a toast', async () => {
  visibility = 'visible';
  document.body.innerHTML = '<div id="announcer-assertive"></div>';
  say({ ...message, href: location.pathname, kind: 'failure', text: 'A message was not sent.' });
  expect(toast.error).not.toHaveBeenCalled();
  await expect.poll(() => document.getElementById('announcer-assertive')?.textContent).toBe('A message was not sent.');
  say({ ...message, kind: 'failure', text: 'A message was not sent.' });
  expect(toast.error).toHaveBeenCalledTimes(1);
});
