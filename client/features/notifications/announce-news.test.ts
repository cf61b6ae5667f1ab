import { beforeEach, describe, expect, it, vi } from 'vitest';
import { mute } from '#client/device/muted.ts';
import { setPreference } from '#client/device/preferences.ts';
import type { News } from '#client/store/live/news.ts';
import { announceNews, dismissNewsOf } from './announce-news.ts';

const toast = vi.hoisted(() =>
  Object.assign(vi.fn(), { error: vi.fn(), dismiss: vi.fn(), getToasts: (): { id: string }[] => [] }),
);
vi.mock('sonner', () => ({ toast }));

const notification = Object.assign(
  vi.fn(function shown(this: unknown) {
    return undefined;
  }),
  { permission: 'granted' },
);
const audio = vi.fn(function silent() {
  throw new Error('no sound card');
});

let visibility: DocumentVisibilityState = 'hidden';

beforeEach(() => {
  localStorage.clear();
  window.dispatchEvent(new StorageEvent('storage'));
  vi.clearAllMocks();
  notification.permission = 'granted';
  vi.stubGlobal('Notification', notification);
  vi.stubGlobal('AudioContext', audio);
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
const say = (news: News = message) => announceNews('me', () => undefined)(news);

describe('news for a hidden tab', () => {
  it('makes a toast, and no sound or notification that nobody asked for', () => {
    say();
    expect(toast).toHaveBeenCalledTimes(1);
    expect(audio).not.toHaveBeenCalled();
    expect(notification).not.toHaveBeenCalled();
  });

  it('sounds for messages where sound is on', () => {
    setPreference('sound', true);
    say({ ...message, kind: 'people' });
    expect(audio).not.toHaveBeenCalled();
    say();
    expect(audio).toHaveBeenCalledTimes(1);
  });

  it('notifies where that is on and the browser still allows it', () => {
    setPreference('desktop', true);
    say();
    expect(notification).toHaveBeenCalledWith('DotCode', expect.objectContaining({ body: 'Ana: hello' }));
    notification.permission = 'denied';
    say();
    expect(notification).toHaveBeenCalledTimes(1);
  });

  it('is silent about somebody who is muted', () => {
    mute('me', { _id: 'ana', name: 'Ana' });
    setPreference('desktop', true);
    setPreference('sound', true);
    say();
    expect([toast, audio, notification].map((fake) => fake.mock.calls.length)).toEqual([0, 0, 0]);
  });
});

it('a tab that is seen only gets the toast', () => {
  visibility = 'visible';
  setPreference('sound', true);
  setPreference('desktop', true);
  say();
  expect([toast, audio, notification].map((fake) => fake.mock.calls.length)).toEqual([1, 0, 0]);
});

it('what was said goes when its screen is opened, and nothing else', () => {
  say();
  const id = String((toast.mock.calls[0]?.[1] as { id?: string } | undefined)?.id);
  toast.getToasts = () => [{ id }, { id: '/chat/anastasia message:anastasia' }, { id: '7' }];
  dismissNewsOf('/projects');
  expect(toast.dismiss).not.toHaveBeenCalled();
  dismissNewsOf('/chat/ana');
  expect(toast.dismiss.mock.calls).toEqual([[id]]);
});

it('what failed is said at once also where its screen is open, without a toast', async () => {
  visibility = 'visible';
  document.body.innerHTML = '<div id="announcer-assertive"></div>';
  say({ ...message, href: location.pathname, kind: 'failure', text: 'A message was not sent.' });
  expect(toast.error).not.toHaveBeenCalled();
  await expect.poll(() => document.getElementById('announcer-assertive')?.textContent).toBe('A message was not sent.');
  say({ ...message, kind: 'failure', text: 'A message was not sent.' });
  expect(toast.error).toHaveBeenCalledTimes(1);
});
