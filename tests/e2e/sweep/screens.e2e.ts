import type { Page } from '@playwright/test';
import { demoAccount } from '#shared/account/demo-account.ts';
import { type ClientRoute, clientRoutes } from '#shared/routes.ts';
import { expect, test } from '#tests/e2e/support/product.ts';

type ScreenName = keyof typeof clientRoutes;
const screens = (Object.entries(clientRoutes) as [ScreenName, ClientRoute][]).filter(([, { role }]) => !role);

/** Calls that a screen makes twice: personal projects invalidate the tag of a project, a room has been joined, and messages are read. */
const again: Partial<Record<ScreenName, RegExp>> = {
  project: /^\/project\/view\//,
  room: /^\/room\//,
  chat: /^\/notifications/,
};

/** Slow enough that answers come after each other, and after the screens' code. */
const network = { offline: false, latency: 60, downloadThroughput: 1_000_000, uploadThroughput: 500_000 };

/** The largest cumulative layout shift that web.dev calls good: some pixels may move, a screen may not jump. */
const goodShift = 0.1;

/** How much moves until a screen is quiet, and each element that does, from where to where. */
interface Moved {
  shift: number;
  elements: string[];
}

/** Runs in the page, before its own scripts. */
function watchShifts(): void {
  interface Shift {
    value: number;
    sources: { node: Node | null; previousRect: DOMRect; currentRect: DOMRect }[];
  }
  const moved: Moved = { shift: 0, elements: [] };
  Object.assign(window, { moved });
  const at = ({ x, y }: DOMRect) => `${Math.round(x)},${Math.round(y)}`;
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries() as unknown as Shift[]) {
      moved.shift += entry.value;
      for (const { node, previousRect, currentRect } of entry.sources)
        moved.elements.push(
          `${node instanceof Element ? node.outerHTML.slice(0, 100) : node?.textContent} ${at(previousRect)} → ${at(currentRect)}`,
        );
    }
  }).observe({ type: 'layout-shift', buffered: true });
}

/** The API calls of a page. Calls that start with the page, before any script, are `early`. */
function callsOf(page: Page): { path: string; early: boolean }[] {
  const calls: { path: string; early: boolean }[] = [];
  page.on('request', (request) => {
    const { pathname, search } = new URL(request.url());
    if (!pathname.startsWith('/api/') || pathname.startsWith('/api/socket.io')) return;
    if (request.method() !== 'GET' || request.resourceType() === 'image') return;
    calls.push({ path: pathname.slice('/api'.length) + search, early: request.resourceType() === 'other' });
  });
  return calls;
}

/** Socket.IO's answer to the handshake, after which a page is told what it missed. */
const isAccepted = ({ payload }: { payload: string | Buffer }) => String(payload).startsWith('40');

/** Opens a screen, and waits until no call is under way and the last answers are painted. */
async function openUntilQuiet(page: Page, url: string, isGuarded: boolean): Promise<Moved> {
  const session = await page.context().newCDPSession(page);
  await session.send('Network.enable');
  await session.send('Network.emulateNetworkConditions', network);
  await page.addInitScript(watchShifts);
  const connected = isGuarded
    ? page.waitForEvent('websocket').then((socket) => socket.waitForEvent('framereceived', isAccepted))
    : undefined;
  // A pre-rendered page shows itself, and its network is quiet, before it asks for the profile.
  const profile = page.waitForResponse('**/api/profile/view');
  await page.goto(url);
  await expect(page.locator('main h1')).toBeVisible();
  await profile;
  await connected;
  await page.waitForLoadState('networkidle');
  await page.evaluate(() => new Promise((painted) => requestAnimationFrame(() => setTimeout(painted, 100))));
  return page.evaluate(() => (window as unknown as { moved: Moved }).moved);
}

const phone = { width: 390, height: 844 };
const desktop = { width: 1280, height: 900 };

for (const { title, viewport, account } of [
  { title: 'of a visitor', viewport: desktop, account: 'none' },
  { title: 'of the sample network on a phone', viewport: phone, account: 'demo' },
  { title: 'of the sample network on a wide screen', viewport: desktop, account: 'demo' },
  { title: 'without any data on a phone', viewport: phone, account: 'new' },
] as const)
  test(`no screen ${title} jumps while its answers come, or asks for the same thing twice`, async ({
    context,
    signUp,
  }) => {
    test.slow();
    let ids = { person: '', project: '' };
    if (account !== 'none') {
      await context.request.post('/api/login', { data: demoAccount });
      // A connection with messages, and a project of the demo user's own.
      const { items } = await (await context.request.get('/api/chats?limit=50')).json();
      const { project } = await (await context.request.get('/api/myprojects')).json();
      ids = { person: items.find(({ user }: { user?: object }) => user).user._id, project: project[0]._id };
    }
    if (account === 'new') await signUp();
    const moved: Partial<Record<ScreenName, Moved>> = {};
    const twice: string[] = [];
    const late: string[] = [];
    for (const [name, { path, access }] of screens) {
      const isGuarded = access === 'authenticated';
      if (isGuarded !== (account !== 'none')) continue;
      const page = await context.newPage();
      await page.setViewportSize(viewport);
      const calls = callsOf(page);
      const url = path.replace(/:\w+/, path.includes(':projectId') ? ids.project : ids.person);
      const found = await openUntilQuiet(page, url, isGuarded);
      await page.close();
      // The first card of a new account has a line for the person's best project, which comes later.
      if (found.shift > goodShift && !(account === 'new' && name === 'feed')) moved[name] = found;
      const paths = calls.map((call) => call.path).filter((call) => !again[name]?.test(call));
      twice.push(...paths.filter((call, at) => paths.indexOf(call) < at).map((call) => `${name}: ${call}`));
      if (isGuarded && !calls.some((call) => call.early && call.path === '/profile/view')) late.push(name);
    }
    expect({ moved, twice, late }, 'late: the profile call does not start with the page').toEqual({
      moved: {},
      twice: [],
      late: [],
    });
  });
