import type { APIRequestContext, Page } from '@playwright/test';
import { type ClientRoute, clientRoutes } from '#shared/routes.ts';
import { type Account, type AnotherCaller, expect, type SignUp, test } from '#tests/e2e/support/product.ts';

type ScreenName = keyof typeof clientRoutes;

/** Calls that start with the page, before any script. */
const early = ['/profile/view', '/capabilities'].map((call) => `${call} early`);
const notices = '/notifications?limit=10&without=message';
const rest = ['/user/muted?limit=50', '/profile/preferences'];
const shell = [...early, '/chats?rooms=1', notices, ...rest];
/** For screens that show the conversations themselves. */
const talking = [...early, '/chats?rooms=1 early', notices, ...rest];
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
  invite: ['/profile/view', '/capabilities'],
  privacy: ['/profile/view'],
  terms: ['/profile/view'],
  feed: [
    ...shell,
    received,
    '/projects?limit=8',
    ...newest,
    '/user/updates?limit=3',
    '/user/feed?page=1&limit=20&order=match early',
  ],
  // Of a new account, which goes through its first steps there.
  profile: [...shell, received, '/myprojects/:me'],
  editProfile: [...shell, received],
  otherProfile: [...shell, received, '/profile/:peer early', '/myprojects/:peer', connections, sent],
  connection: [...shell, received, `${connections} early`],
  messages: [...talking, received, `${connections} early`],
  requests: [...shell, `${received} early`],
  search: [...shell, received, '/projects?limit=8 early', '/user/feed?page=1&limit=20 early'],
  setting: [...shell, received, '/profile/sessions', '/profile/history?limit=10', '/passkeys', '/totp'],
  projects: [...shell, received, '/myprojects/:me', '/projects?limit=1 early'],
  project: [
    ...[...shell, received, '/project/view/:project early', '/project/interest/:project', connections, sent],
    '/myprojects/:me',
    '/project/:project/activity?limit=5',
    '/project/:project/update?limit=3',
    // The personal projects have invalidated the tag of the project (decision 005).
    '/project/view/:project',
  ],
  createProject: [...shell, received],
  editProject: [...shell, received, '/project/view/:project early'],
  // Only moderators reach it, see moderation.e2e.ts.
  moderation: [],
  notifications: [...early, `${notices} early`, '/chats?rooms=1', ...rest, received],
  // A room is loaded again once the live connection has joined it.
  room: [...talking, received, '/room/:project early', '/room/:project', connections],
  chat: [...talking, received, '/chat/:peer early', '/profile/:me', '/profile/:peer', connections],
};

/**
 * The most kB, as they are sent, and files that each screen may bring with nothing cached: what it brought when this was
 * written, and a little more. Of open screens, what is asked for before the profile is, so without the next
 * screen's code, which they fetch ahead; the others when they are
 * quiet, which can be before or after their live connection (20 kB).
 */
const most: Record<ScreenName, [kB: number, files: number]> = {
  landing: [215, 14],
  login: [215, 15],
  error: [253, 21],
  verify: [259, 24],
  reset: [259, 24],
  leave: [259, 23],
  invite: [253, 21],
  unsubscribe: [253, 22],
  privacy: [214, 15],
  terms: [213, 15],
  feed: [291, 35],
  profile: [291, 33],
  editProfile: [289, 30],
  otherProfile: [291, 33],
  connection: [282, 29],
  requests: [286, 33],
  search: [285, 30],
  setting: [302, 40],
  projects: [283, 30],
  project: [300, 39],
  createProject: [293, 32],
  editProject: [296, 34],
  messages: [282, 33],
  notifications: [285, 33],
  room: [303, 41],
  chat: [297, 40],
  // Not weighed: the others' sessions do not find it.
  moderation: [290, 35],
};

/** Socket.IO's answer to the handshake, after which a page is told what it missed. */
const isAccepted = ({ payload }: { payload: string | Buffer }) => String(payload).startsWith('40');

/** What a screen asks the API for until it is quiet, has made its calls, and its live connection stands where it has one. */
async function callsOf(page: Page, name: ScreenName, url: string, isLive: boolean): Promise<string[]> {
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
  // On a busy machine the network is quiet between two calls as well. What is missing at last is said by the comparison.
  await expect
    .poll(() => calls.length >= firstCalls[name].length)
    .toBe(true)
    .catch(() => undefined);
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
    if (access !== 'authenticated') made[name] = await callsOf(await context.newPage(), name, path, false);
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

test('no screen’s first calls name one twice, except a project that its creator’s list invalidates, and a room that was joined', () => {
  const doubled = Object.entries(firstCalls).flatMap(([name, calls]) => {
    const addresses = calls.map((call) => call.replace(/ early$/, ''));
    return addresses.filter((address, i) => addresses.indexOf(address) < i).map((address) => `${name}: ${address}`);
  });
  expect(doubled).toEqual(['project: /project/view/:project', 'room: /room/:project']);
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
    const calls = await callsOf(await context.newPage(), name, addressOf(path, network), true);
    made[name] = calls.map(withNames).map(withPeople).toSorted();
  }
  expect(made).toEqual(expectedOf(true));
});

/**
 * Compressed kB of a page and its files, and how many files they are, until it is quiet. Answers and people's pictures are
 * left out: the calls are compared above, and how many follow the live connection depends on when the page is quiet.
 */
async function weigh(page: Page, url: string, isOpen: boolean): Promise<{ kB: number; files: number }> {
  // The code of other screens is fetched ahead three seconds after the start, when a busy machine still draws this one.
  await page.addInitScript(() => {
    const { setTimeout: later } = window;
    window.setTimeout = ((task: () => void, ms = 0) => (ms < 3000 ? later(task, ms) : 0)) as typeof setTimeout;
  });
  const profile = page.waitForResponse('**/api/profile/view');
  await page.goto(url);
  await expect(page.locator('main h1')).toBeVisible();
  await profile;
  if (!isOpen) await page.waitForLoadState('networkidle');
  // The browser lists an answer after its last byte, which is later than the response that Playwright reports.
  await page.waitForFunction(() =>
    performance.getEntriesByType('resource').some(({ name }) => name.endsWith('/api/profile/view')),
  );
  return page.evaluate((isOpen) => {
    const entries = [...performance.getEntriesByType('navigation'), ...performance.getEntriesByType('resource')];
    const all = entries as PerformanceResourceTiming[];
    const asked = all.find(({ name }) => name.endsWith('/api/profile/view'))?.startTime ?? NaN;
    const files = all.filter(({ name, startTime }) => !name.includes('/api/') && (!isOpen || startTime <= asked));
    return { kB: files.reduce((sum, { encodedBodySize }) => sum + encodedBodySize, 0) / 1000, files: files.length };
  }, isOpen);
}

test('no screen brings more than its bytes and files', async ({
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
    const { kB, files } = await weigh(await fresh.newPage(), addressOf(path, network), access !== 'authenticated');
    await fresh.close();
    const [mostBytes, mostFiles] = most[name];
    if (kB > mostBytes || files > mostFiles) tooHeavy.push(`${name}: ${kB.toFixed(1)} kB, ${files} files`);
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

/** The fonts that a page fetches, by file without its hash, with their kB and what asked for them. */
async function fontsOf(page: Page) {
  return page.evaluate(() =>
    (performance.getEntriesByType('resource') as PerformanceResourceTiming[])
      .filter(({ name }) => name.endsWith('.woff2'))
      .map(({ name, initiatorType, encodedBodySize }) => ({
        font: name.replace(/^.*\/|-wght.*$/g, ''),
        initiator: initiatorType,
        kB: encodedBodySize / 1000,
      })),
  );
}

test('the page itself fetches the two Latin fonts, on open screens and behind the login', async ({
  browser,
  context,
  productUrl,
  signUp,
}) => {
  await signUp();
  const session = await context.storageState();
  for (const name of ['landing', 'feed'] as const) {
    const fresh = await browser.newContext({
      baseURL: productUrl,
      serviceWorkers: 'block',
      ...(name !== 'landing' && { storageState: { cookies: session.cookies, origins: [] } }),
    });
    const page = await fresh.newPage();
    await page.goto(clientRoutes[name].path);
    await expect(page.locator('main h1')).toBeVisible();
    await page.waitForLoadState('networkidle');
    const fonts = await fontsOf(page);
    expect(fonts.map(({ font, initiator }) => `${font} ${initiator}`).sort(), name).toEqual([
      'inter-latin link',
      'jetbrains-mono-latin link',
    ]);
    for (const { font, kB } of fonts) expect(kB, `${font} on ${name}`).toBeLessThan(32);
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
