import type { Page } from '@playwright/test';
import { type ClientRoute, clientRoutes } from '#shared/routes.ts';
import { createProject, expect, test } from '#tests/e2e/support/product.ts';

type ScreenName = keyof typeof clientRoutes;
const screens = (Object.entries(clientRoutes) as [ScreenName, ClientRoute][]).filter(([, { role }]) => !role);

/** Calls that a screen makes twice: personal projects invalidate the tag of a project, and a room has been joined. */
const again: Partial<Record<ScreenName, RegExp>> = { project: /^\/project\/view\//, room: /^\/room\// };

/** Socket.IO's answer to the handshake, after which a page is told what it missed. */
const isAccepted = ({ payload }: { payload: string | Buffer }) => String(payload).startsWith('40');

/** The API calls of a screen until no call is under way. Calls that start with the page, before any script, are `early`. */
async function callsOf(page: Page, url: string, isLive: boolean): Promise<{ path: string; early: boolean }[]> {
  const calls: { path: string; early: boolean }[] = [];
  page.on('request', (request) => {
    const { pathname, search } = new URL(request.url());
    if (!pathname.startsWith('/api/') || pathname.startsWith('/api/socket.io')) return;
    if (request.method() !== 'GET' || request.resourceType() === 'image') return;
    calls.push({ path: pathname.slice('/api'.length) + search, early: request.resourceType() === 'other' });
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
  return calls;
}

test('no screen asks for the same thing twice, and behind the login the profile call starts with the page', async ({
  context,
  signUp,
  anotherCaller,
}) => {
  test.slow();
  const twice: string[] = [];
  const late: string[] = [];
  const visit = async ([name, { access }]: [ScreenName, ClientRoute], path: string) => {
    const isGuarded = access === 'authenticated';
    const calls = await callsOf(await context.newPage(), path, isGuarded);
    const paths = calls.map((call) => call.path).filter((call) => !again[name]?.test(call));
    twice.push(...paths.filter((call, at) => paths.indexOf(call) < at).map((call) => `${name}: ${call}`));
    if (isGuarded && !calls.some((call) => call.early && call.path === '/profile/view')) late.push(name);
  };
  for (const screen of screens) if (screen[1].access !== 'authenticated') await visit(screen, screen[1].path);

  const me = await signUp();
  const peer = await anotherCaller();
  await peer.request.post(`/api/request/interested/${me._id}`);
  await context.request.post(`/api/request/interested/${peer.account._id}`);
  const projectId = await createProject(context.request, 'Raft');
  // A page that is opened sooner is told of these changes when it connects, and loads its lists again.
  const changedAt = Date.now();
  await expect.poll(() => Date.now() - changedAt).toBeGreaterThan(3000);
  for (const screen of screens) {
    const [, { path, access }] = screen;
    if (access !== 'authenticated') continue;
    await visit(screen, path.replace(/:\w+/, path.includes(':projectId') ? projectId : peer.account._id));
  }
  expect({ twice, late }).toEqual({ twice: [], late: [] });
});
