import { beforeEach, describe, expect, it } from 'vitest';
import { workerProgram } from './service-worker.ts';
import { origin, TestWorker, workerSource } from './test-worker.ts';

const paths = ['/feed', '/requests', '/setting', '/chat/:targetUserId', '/project/view/:projectId'];
const kept = { version: 'one', entry: '', files: [], paths };
const program = await workerProgram([workerSource('push-messages')], kept);

interface Shown {
  title: string;
  options: { tag: string; body: string; data: { path: unknown } };
  isClosed: boolean;
  close: () => void;
}

/** A browser that shows notifications, has windows, and subscribes to push messages. */
class Browser extends TestWorker {
  readonly shown: Shown[] = [];
  readonly opened: string[] = [];
  readonly focused: string[] = [];
  windows: string[] = [];
  subscription: { endpoint: string; unsubscribe: () => Promise<boolean> } | null = null;

  subscribe(endpoint: string) {
    this.subscription = {
      endpoint,
      unsubscribe: async () => {
        this.subscription = null;
        return true;
      },
    };
    return this.subscription;
  }

  constructor() {
    super();
    this.run(program, {
      clients: {
        matchAll: async () => this.windows.map((url) => ({ url, focus: async () => this.focused.push(url) })),
        openWindow: async (url: string) => this.opened.push(url),
      },
      registration: {
        showNotification: async (title: string, options: Shown['options']) => {
          const notification: Shown = { title, options, isClosed: false, close: () => (notification.isClosed = true) };
          this.shown.push(notification);
        },
        getNotifications: async ({ tag }: { tag?: string } = {}) =>
          this.shown.filter(({ options }) => tag === undefined || options.tag === tag),
        pushManager: {
          getSubscription: async () => this.subscription,
          subscribe: async ({ applicationServerKey }: { applicationServerKey: string }) =>
            this.subscribe(`https://push.example.com/${applicationServerKey}`),
        },
      },
    });
  }

  push = (data: unknown) => this.raise('push', { data: { json: () => JSON.parse(JSON.stringify(data)) } });
  click = (path: unknown) =>
    this.raise('notificationclick', { notification: { data: { path }, close: () => undefined } });
}

const message = {
  kind: 'message',
  tag: 'message:a1',
  title: 'Ada',
  line: '2 unread messages',
  path: '/chat/a1',
  at: 5,
};

let browser: Browser;
beforeEach(() => {
  browser = new Browser();
});

describe('a push message', () => {
  it('is shown with its words, under its tag', async () => {
    await browser.push(message);
    expect(browser.shown).toMatchObject([
      {
        title: 'Ada',
        options: {
          body: '2 unread messages',
          tag: 'message:a1',
          renotify: true,
          timestamp: 5,
          data: { path: '/chat/a1' },
        },
      },
    ]);
  });

  it('is shown in general words where it is something else, no JSON, or empty', async () => {
    for (const data of [{}, null, { ...message, title: 7 }]) await browser.push(data);
    await browser.raise('push', { data: { json: () => JSON.parse('x') } });
    await browser.raise('push', { data: null });
    expect(browser.shown).toHaveLength(5);
    for (const shown of browser.shown)
      expect(shown).toMatchObject({ title: 'DotCode', options: { data: { path: '/feed' } } });
  });
});

describe('a click', () => {
  it('opens a window at the screen', async () => {
    browser.windows = [`${origin}/create-project`];
    await browser.click('/chat/a1');
    expect(browser.opened).toEqual([`${origin}/chat/a1`]);
    expect(browser.focused, 'somebody may be writing there').toEqual([]);
  });

  it('focuses the window that shows the screen', async () => {
    browser.windows = [`${origin}/feed`, `${origin}/chat/a1`];
    await browser.click('/chat/a1');
    expect([browser.focused, browser.opened]).toEqual([[`${origin}/chat/a1`], []]);
  });

  it.each([
    ['/setting?section=privacy', '/setting?section=privacy'],
    ['/project/view/p1', '/project/view/p1'],
    ['https://evil.example/chat/a1', '/feed'],
    ['//evil.example/chat/a1', '/feed'],
    ['javascript:alert(1)', '/feed'],
    ['/api/signout', '/feed'],
    ['/chat/a1/more', '/feed'],
    [undefined, '/feed'],
  ])('with the path %s leads to %s', async (path, opened) => {
    await browser.click(path);
    expect(browser.opened).toEqual([origin + opened]);
  });
});

it('removes the notifications of a conversation that is opened, and no others', async () => {
  await browser.push(message);
  await browser.push({ ...message, tag: 'message:b2' });
  expect(await browser.request('/api/chat/a1')).toBeUndefined();
  expect(browser.shown.map(({ isClosed }) => isClosed)).toEqual([true, false]);
});

describe('logging out', () => {
  beforeEach(async () => {
    browser.subscribe('https://push.example.com/old');
    await browser.push(message);
  });

  it('removes the subscription and what is shown, and ends the messages, also those on their way', async () => {
    browser.answers['/api/signout'] = () => new Response('bye');
    expect(await browser.request('/api/signout', { method: 'POST' })).toMatchObject({ status: 200 });
    expect([browser.subscription, browser.shown[0]?.isClosed]).toEqual([null, true]);
    await browser.push({ ...message, to: 'a-subscription' });
    await browser.push(message);
    expect(browser.shown).toHaveLength(1);
  });

  it('that fails leaves both', async () => {
    browser.answers['/api/signout'] = () => new Response('no', { status: 503 });
    expect(await browser.request('/api/signout', { method: 'POST' })).toMatchObject({ status: 503 });
    expect([browser.subscription === null, browser.shown[0]?.isClosed]).toEqual([false, false]);
  });
});

describe('a subscription that the browser replaces', () => {
  const keyReply = (subscribed: boolean) => () => Response.json({ key: 'the-key', subscribed });

  it('is noted, and messages for another one are not shown', async () => {
    browser.answers['/api/push/key'] = keyReply(true);
    browser.answers['/api/push/subscription'] = () => Response.json({ subscription: 'mine' });
    await browser.raise('pushsubscriptionchange', { newSubscription: null });
    for (const to of ['mine', 'another']) await browser.push({ ...message, to, title: to });
    expect(browser.shown.map(({ title }) => title)).toEqual(['mine']);
  });

  it('is told to the upstream, made anew where the browser has not done so', async () => {
    browser.answers['/api/push/key'] = keyReply(true);
    await browser.raise('pushsubscriptionchange', { newSubscription: null });
    await browser.raise('pushsubscriptionchange', { newSubscription: { endpoint: 'https://push.example.com/new' } });
    expect(browser.bodies).toMatchObject([
      { endpoint: 'https://push.example.com/the-key' },
      { endpoint: 'https://push.example.com/new' },
    ]);
  });

  it.each([
    ['has switched it off', keyReply(false)],
    ['has ended', () => new Response('', { status: 401 })],
  ])('is left where the session %s', async (_, answer) => {
    browser.answers['/api/push/key'] = answer;
    await browser.raise('pushsubscriptionchange', { newSubscription: null });
    expect([browser.asked.length, browser.subscription]).toEqual([1, null]);
  });
});
