import type { APIRequestContext, Page } from '@playwright/test';
import { type ClientRoute, clientRoutes } from '#shared/routes.ts';
import { type Account, type AnotherCaller, expect, type SignUp, test } from '#tests/e2e/support/product.ts';

type ScreenName = keyof typeof clientRoutes;

/** Calls that start with the page, before any script. */
const early = ['/profile/view', '/capabilities'].map((call) => `${call} early`);
const rest = ['/notifications?limit=10', '/user/muted?limit=50', '/profile/preferences'];
const shell = [...early, '/chats', ...rest];
/** For screens that show the conversations themselves. */
const talking = [...early, '/chats early', ...rest];
const received = '/user/request/received?limit=50';
const connections = '/user/connections?limit=50';
const sent = '/user/request/sent?limit=50';
/** The newest project of the first two people of the feed. */
const newest = ['/myprojects/:first?limit=1', '/myprojects/:second?limit=1'];

/** Everything that each screen asks the API for when it is opened, in any order. */
const firstCalls: Record<ScreenName, readonly string[]> = {
  landing: ['/profile/view'],
  login: ['/profile/view'],
  error: ['/profile/view'],
  unsubscribe: ['/profile/view'],
  verify: ['/profile/view', '/capabilities'],
  reset: ['/profile/view', '/capabilities'],
  leave: ['/profile/view', '/capabilities'],
  privacy: ['/profile/view'],
  terms: ['/profile/view'],
  feed: [...shell, received, '/projects?limit=8', ...newest, '/user/feed?page=1&limit=20&order=match early'],
  profile: [...shell, received, '/myprojects/:me', connections],
  editProfile: [...shell, received],
  otherProfile: [...shell, received, '/profile/:peer early', '/myprojects/:peer', connections, sent],
  connection: [...talking, received, `${connections} early`],
  requests: [...shell, `${received} early`],
  search: [...shell, received, '/projects?limit=8 early', '/user/feed?page=1&limit=20 early'],
  setting: [...shell, received, '/profile/sessions', '/profile/history?limit=10', '/passkeys', '/totp'],
  projects: [...shell, received, '/myprojects/:me', '/projects?limit=1 early'],
  project: [
    ...[...shell, received, '/project/view/:project early', '/project/interest/:project', connections, sent],
    '/myprojects/:me',
    // The personal projects have invalidated the tag of the project (decision 005).
    '/project/view/:project',
  ],
  createProject: [...shell, received],
  editProject: [...shell, received, '/project/view/:project early'],
  // Only moderators reach it, see moderation.e2e.ts.
  moderation: [],
  chat: [...talking, received, '/chat/:peer early', '/profile/:me', '/profile/:peer', connections],
};

/**
 * The most kB, as they are sent, and requests that each screen may bring with nothing cached: what it brought when this was
 * written, and a little more. Of open screens, what is asked for before the profile is, so without the next
 * screen's code, which they fetch ahead; the others when they are
 * quiet, which can be before or after their live connection (20 kB).
 */
const most: Record<ScreenName, [kB: number, requests: number]> = {
  landing: [150, 25],
  login: [152, 17],
  error: [187, 22],
  verify: [187, 24],
  reset: [188, 24],
  leave: [188, 24],
  unsubscribe: [187, 24],
  privacy: [152, 17],
  terms: [152, 17],
  feed: [204, 38],
  profile: [205, 38],
  editProfile: [211, 38],
  otherProfile: [212, 42],
  connection: [204, 36],
  requests: [206, 38],
  search: [207, 39],
  setting: [224, 47],
  projects: [198, 38],
  project: [224, 47],
  createProject: [215, 41],
  editProject: [217, 43],
  chat: [211, 42],
  // Not weighed: the others' sessions do not find it.
  moderation: [225, 40],
};

/** Socket.IO's answer to the handshake, after which a page is told what it missed. */
const isAccepted = ({ payload }: { payload: string | Buffer }) => String(payload).startsWith('40');

/** What a screen asks the API for until it is quiet, and its live connection stands where it has one. */
async function callsOf(page: Page, url: string, isLive: boolean): Promise<string[]> {
  const calls: string[] = [];
  page.on('request', (request) => {
    const { pathname, search } = new URL(request.url());
    if (!pathname.startsWith('/api/') || pathname.startsWith('/api/socket.io')) return;
    // Which pictures there are depends on the people that the feed and the projects show.
    if (request.resourceType() !== 'image')
      calls.push(pathname.slice('/api'.length) + search + (request.resourceType() === 'other' ? ' early' : ''));
  });
  const connected = isLive
    ? page.waitForEvent('websocket').then((socket) => socket.waitForEvent('framereceived', isAccepted))
    : undefined;
  // A pre-rendered page shows itself, and its network is quiet, before it asks for the profile.
  const profile = page.waitForResponse('**/api/profile/view');
  await page.goto(url);
  await expect(page.locator('main h1')).toBeVisible();
  await profile;
  await connected;
  await page.waitForLoadState('networkidle');
  await page.close();
  return calls.toSorted();
}

const screens = (Object.entries(clientRoutes) as [ScreenName, ClientRoute][]).filter(([, { role }]) => !role);
const expectedOf = (isGuarded: boolean) =>
  Object.fromEntries(
    screens
      .filter(([, { access }]) => (access === 'authenticated') === isGuarded)
      .map(([name]) => [name, firstCalls[name].toSorted()]),
  );

test('open screens make each of their first calls once', async ({ context }) => {
  const made: Record<string, string[]> = {};
  for (const [name, { path, access }] of screens)
    if (access !== 'authenticated') made[name] = await callsOf(await context.newPage(), path, false);
  expect(made).toEqual(expectedOf(false));
});

interface Network {
  me: Account;
  peer: Account;
  projectId: string;
}

/** Two connected people, a project of the first, and two people for the feed. */
async function makeNetwork(request: APIRequestContext, signUp: SignUp, anotherCaller: AnotherCaller): Promise<Network> {
  const me = await signUp();
  const peer = await anotherCaller();
  await peer.request.post(`/api/request/interested/${me._id}`);
  await request.post(`/api/request/interested/${peer.account._id}`);
  await anotherCaller();
  await anotherCaller();
  // A first visit would tell the browser's.
  await request.patch('/api/profile/preferences', { data: { timeZone: 'Europe/Berlin' } });
  const reply = await request.post('/api/create-project', { data: { projectName: 'Raft' } });
  const { project } = (await reply.json()) as { project: { _id: string } };
  return { me, peer: peer.account, projectId: project._id };
}

const addressOf = (path: string, { peer, projectId }: Network) =>
  path.replace(/:\w+/, path.includes(':projectId') ? projectId : peer._id);

test('no screen’s first calls name one twice, except the project that its creator’s list invalidates, as specified', () => {
  const doubled = Object.entries(firstCalls).flatMap(([name, calls]) => {
    const addresses = calls.map((call) => call.replace(/ early$/, ''));
    return addresses.filter((address, i) => addresses.indexOf(address) < i).map((address) => `${name}: ${address}`);
  });
  expect(doubled).toEqual(['project: /project/view/:project']);
});

test('screens behind the login make each of their first calls once, the most important with the page', async ({
  context,
  signUp,
  anotherCaller,
}) => {
  const network = await makeNetwork(context.request, signUp, anotherCaller);
  // A page that is opened sooner is told of these changes when it connects, and loads its lists again.
  const changedAt = Date.now();
  await expect.poll(() => Date.now() - changedAt).toBeGreaterThan(3000);

  const ids = { ':me': network.me._id, ':peer': network.peer._id, ':project': network.projectId };
  const withNames = (call: string) => Object.entries(ids).reduce((text, [name, id]) => text.replace(id, name), call);
  const inFeed = [':first', ':second'];
  const withPeople = (call: string) =>
    call.replace(/(?<=^\/myprojects\/)\w+(?=\?limit=1$)/, (id) => inFeed.shift() ?? id);
  const made: Record<string, string[]> = {};
  for (const [name, { path, access }] of screens) {
    if (access !== 'authenticated') continue;
    const calls = await callsOf(await context.newPage(), addressOf(path, network), true);
    made[name] = calls.map(withNames).map(withPeople).toSorted();
  }
  expect(made).toEqual(expectedOf(true));
});

/**
 * Compressed kB of a page and its files, and its requests, until it is quiet. Answers and people's pictures are left out of
 * the kB: they depend on the data.
 */
async function weigh(page: Page, url: string, isOpen: boolean): Promise<{ kB: number; requests: number }> {
  const profile = page.waitForResponse('**/api/profile/view');
  await page.goto(url);
  await expect(page.locator('main h1')).toBeVisible();
  await profile;
  if (!isOpen) await page.waitForLoadState('networkidle');
  return page.evaluate((isOpen) => {
    const entries = [...performance.getEntriesByType('navigation'), ...performance.getEntriesByType('resource')];
    const all = entries as PerformanceResourceTiming[];
    const asked = all.find(({ name }) => name.endsWith('/api/profile/view'))?.startTime ?? 0;
    const requests = all.filter(
      ({ name, startTime }) => !name.includes('/api/media/') && (!isOpen || startTime <= asked),
    );
    const files = requests.filter(({ name }) => !name.includes('/api/'));
    return {
      kB: files.reduce((sum, { encodedBodySize }) => sum + encodedBodySize, 0) / 1000,
      requests: requests.length,
    };
  }, isOpen);
}

test('no screen brings more than its bytes and requests', async ({
  browser,
  context,
  productUrl,
  signUp,
  anotherCaller,
}) => {
  // It opens every screen once, with nothing cached.
  test.slow();
  const network = await makeNetwork(context.request, signUp, anotherCaller);
  const session = await context.storageState();
  const tooHeavy: string[] = [];
  for (const [name, { path, access }] of screens) {
    const fresh = await browser.newContext({
      baseURL: productUrl,
      serviceWorkers: 'block',
      viewport: { width: 390, height: 844 },
      ...(access === 'authenticated' && { storageState: { cookies: session.cookies, origins: [] } }),
    });
    const { kB, requests } = await weigh(await fresh.newPage(), addressOf(path, network), access !== 'authenticated');
    await fresh.close();
    const [mostBytes, mostRequests] = most[name];
    if (kB > mostBytes || requests > mostRequests) tooHeavy.push(`${name}: ${kB.toFixed(1)} kB, ${requests} requests`);
    expect(kB, `${name} brings its code`).toBeGreaterThan(90);
  }
  expect(tooHeavy).toEqual([]);
});

test('each script starts with the hint to compile it whole while it downloads', async ({ page, signUp }) => {
  await signUp();
  await page.goto(clientRoutes.feed.path);
  await expect(page.locator('main h1')).toBeVisible();
  const firstLines = await page.evaluate(async () => {
    const files = performance.getEntriesByType('resource').map(({ name }) => name);
    const scripts = files.filter((name) => name.endsWith('.js'));
    return Promise.all(scripts.map(async (name) => (await (await fetch(name)).text()).split('\n', 1)[0]));
  });
  expect(firstLines.length).toBeGreaterThan(10);
  expect(new Set(firstLines)).toEqual(new Set(['//# allFunctionsCalledOnLoad']));
});

/** The fonts that a page fetches, by file without its hash, with their kB and whether the first paint came before. */
async function fontsOf(page: Page) {
  return page.evaluate(() => {
    const painted = performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? 0;
    const files = performance.getEntriesByType('resource') as PerformanceResourceTiming[];
    return files
      .filter(({ name }) => name.endsWith('.woff2'))
      .map(({ name, startTime, encodedBodySize }) => ({
        font: name.replace(/^.*\/|-wght.*$/g, ''),
        isLate: startTime > painted,
        kB: encodedBodySize / 1000,
      }));
  });
}

test('fonts come after the first paint, the one for code only to screens that show it', async ({
  browser,
  context,
  productUrl,
  signUp,
}) => {
  await signUp();
  const session = await context.storageState();
  for (const name of ['landing', 'feed', 'requests', 'setting'] as const) {
    const fresh = await browser.newContext({
      baseURL: productUrl,
      serviceWorkers: 'block',
      ...(name !== 'landing' && { storageState: { cookies: session.cookies, origins: [] } }),
    });
    const page = await fresh.newPage();
    await page.goto(clientRoutes[name].path);
    await expect(page.locator('main h1')).toBeVisible();
    await page.waitForLoadState('networkidle');
    if (name !== 'landing')
      await expect
        .poll(() => page.evaluate(() => localStorage.getItem('dotcode:fonts')), { timeout: 20_000 })
        .toBe('here');
    const showsCode = (await page.locator('.font-mono, code, pre, kbd').count()) > 0;
    const fonts = await fontsOf(page);
    expect(fonts.map(({ font }) => font).sort(), name).toEqual(
      name === 'landing' ? [] : ['inter-latin', ...(showsCode ? ['jetbrains-mono-latin'] : [])],
    );
    for (const { font, isLate, kB } of fonts) {
      expect(isLate, `${font} on ${name}`).toBe(true);
      expect(kB, `${font} on ${name}`).toBeLessThan(31);
    }
    await fresh.close();
  }
});

/** How far answers that are held back until the screen is shown move what it shows: the sum of its layout shifts. */
async function shiftOfLateAnswers(page: Page, url: string): Promise<number> {
  const shown = Promise.withResolvers<void>();
  await page.route(/\/api\/(capabilities|myprojects\/)/, async (route) => {
    await shown.promise;
    await route.continue();
  });
  await page.addInitScript(() => {
    const seen = Object.assign(window, { shift: 0 });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) seen.shift += (entry as unknown as { value: number }).value;
    }).observe({ type: 'layout-shift', buffered: true });
  });
  await page.goto(url);
  await expect(page.locator('main h1')).toBeVisible();
  // Only what was painted can shift.
  await page.evaluate(() => new Promise((painted) => requestAnimationFrame(() => setTimeout(painted))));
  shown.resolve();
  await page.waitForLoadState('networkidle');
  return page.evaluate(() => (window as unknown as { shift: number }).shift);
}

test('answers that come late do not move what a screen already shows', async ({ context, signUp }) => {
  await signUp();
  const moved: Record<string, number> = {};
  for (const name of ['profile', 'editProfile', 'setting'] as const) {
    const page = await context.newPage();
    await page.setViewportSize({ width: 390, height: 844 });
    const shift = await shiftOfLateAnswers(page, clientRoutes[name].path);
    if (shift > 0.02) moved[name] = shift;
    await page.close();
  }
  expect(moved).toEqual({});
});
