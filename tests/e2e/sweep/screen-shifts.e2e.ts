import type { APIRequestContext, Page } from '@playwright/test';
import { demoAccount } from '#shared/account/demo-account.ts';
import { type ClientRoute, clientRoutes } from '#shared/routes.ts';
import { expect, test } from '#tests/e2e/support/product.ts';

type ScreenName = keyof typeof clientRoutes;

const guarded = (Object.entries(clientRoutes) as [ScreenName, ClientRoute][]).filter(
  ([, { access, role }]) => access === 'authenticated' && !role,
);

const phone = { width: 390, height: 844 };
const desktop = { width: 1280, height: 900 };

/** Slow enough that answers come after each other, and after the screens' code. */
const network = { offline: false, latency: 60, downloadThroughput: 1_000_000, uploadThroughput: 500_000 };

/** The largest cumulative layout shift that web.dev calls good: some pixels may move, a screen may not jump. */
const goodShift = 0.1;

/** How much moves until a screen is quiet, and each element that does, from where to where. */
async function movedOn(page: Page, url: string): Promise<{ shift: number; elements: string[] }> {
  const session = await page.context().newCDPSession(page);
  await session.send('Network.enable');
  await session.send('Network.emulateNetworkConditions', network);
  await page.addInitScript(() => {
    interface Shift {
      value: number;
      sources: { node: Node | null; previousRect: DOMRect; currentRect: DOMRect }[];
    }
    const seen = Object.assign(window, { moved: { shift: 0, elements: [] as string[] } });
    const at = ({ x, y }: DOMRect) => `${Math.round(x)},${Math.round(y)}`;
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as unknown as Shift[]) {
        seen.moved.shift += entry.value;
        for (const { node, previousRect, currentRect } of entry.sources)
          seen.moved.elements.push(
            `${node instanceof Element ? node.outerHTML.slice(0, 100) : node?.textContent} ${at(previousRect)} → ${at(currentRect)}`,
          );
      }
    }).observe({ type: 'layout-shift', buffered: true });
  });
  await page.goto(url);
  await expect(page.locator('main h1')).toBeVisible();
  await page.waitForLoadState('networkidle');
  // The changes by the last answers are painted.
  await page.evaluate(() => new Promise((painted) => requestAnimationFrame(() => setTimeout(painted, 100))));
  return page.evaluate(() => (window as unknown as { moved: { shift: number; elements: string[] } }).moved);
}

/** Ids that the demo user's addresses name: a connection with messages, and a project of their own. */
async function idsOf(request: APIRequestContext): Promise<{ personId: string; projectId: string }> {
  const { items } = (await (await request.get('/api/chats')).json()) as { items: { user: { _id: string } }[] };
  const { project } = (await (await request.get('/api/myprojects')).json()) as { project: { _id: string }[] };
  const [personId, projectId] = [items[0]?.user._id, project[0]?._id];
  if (personId === undefined || projectId === undefined) throw new Error('The sample network has no such data.');
  return { personId, projectId };
}

const logInAsDemo = (request: APIRequestContext) => request.post('/api/login', { data: demoAccount });

for (const { title, viewport, isNew } of [
  { title: 'of the sample network on a phone', viewport: phone, isNew: false },
  { title: 'of the sample network on a wide screen', viewport: desktop, isNew: false },
  { title: 'without any data on a phone', viewport: phone, isNew: true },
])
  test(`no screen ${title} jumps while its answers come`, async ({ context, signUp }) => {
    test.slow();
    await logInAsDemo(context.request);
    const { personId, projectId } = await idsOf(context.request);
    if (isNew) await signUp();
    const moved: Partial<Record<ScreenName, Awaited<ReturnType<typeof movedOn>>>> = {};
    for (const [name, { path }] of guarded) {
      // The first card has a line for the person's best project, which comes later.
      if (isNew && name === 'feed') continue;
      const page = await context.newPage();
      await page.setViewportSize(viewport);
      const found = await movedOn(page, path.replace(/:\w+/, path.includes(':projectId') ? projectId : personId));
      if (found.shift > goodShift) moved[name] = found;
      await page.close();
    }
    expect(moved).toEqual({});
  });
