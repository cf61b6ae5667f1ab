import type { CDPSession, Page } from '@playwright/test';
import { demoAccount } from '#shared/account/demo-account.ts';
import { type ClientRoute, clientRoutes } from '#shared/routes.ts';
import { expect, test } from '#tests/e2e/support/product.ts';

/** One look of text on a screen, and the faces that draw it. */
interface Used {
  /** The first family that the styles name, the weight and the style. */
  look: string;
  weight: number;
  faces: { name: string; isOwn: boolean }[];
}

/** Gives an example of each look of Latin text an attribute, and returns the looks in the order of its numbers. */
const markLooks = (page: Page) =>
  page.evaluate(() => {
    for (const marked of document.querySelectorAll('[data-look]')) marked.removeAttribute('data-look');
    const looks: string[] = [];
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    while (texts.nextNode()) {
      const element = texts.currentNode.parentElement;
      const isShown = element?.checkVisibility() && !element.closest('script, style, noscript');
      if (
        !element ||
        !isShown ||
        element.childElementCount > 0 ||
        !/^[ -~]*[A-Za-z]{2}[ -~]*$/.test(element.textContent)
      )
        continue;
      const { fontFamily, fontWeight, fontStyle } = getComputedStyle(element);
      const look = `${fontFamily.split(',')[0]?.replaceAll('"', '')} ${fontWeight} ${fontStyle}`;
      if (looks.includes(look)) continue;
      element.dataset.look = String(looks.length);
      looks.push(look);
    }
    return looks;
  });

/**
 * Reads again when a node is gone: Chromium numbers the nodes anew some time after the page has loaded, and the screen
 * replaces elements while its data arrive.
 */
async function untilNodesStay<Value>(read: () => Promise<Value>, readings = 20): Promise<Value> {
  return read().catch((error: unknown) => {
    if (readings > 1 && String(error).includes('Could not find node with given id'))
      return untilNodesStay(read, readings - 1);
    throw error;
  });
}

async function readFaces(page: Page, session: CDPSession): Promise<Used[]> {
  await page.evaluate(() => document.fonts.ready);
  const looks = await markLooks(page);
  const { root } = await session.send('DOM.getDocument', { depth: 0 });
  return Promise.all(
    looks.map(async (look, at) => {
      const fonts = await fontsOf(session, root.nodeId, `[data-look="${at}"]`);
      const faces = fonts.map(({ postScriptName, isCustomFont }) => ({ name: postScriptName, isOwn: isCustomFont }));
      return { look, weight: Number(/ (\d+) /.exec(look)?.[1]), faces };
    }),
  );
}

/** The fonts that draw the first element that a selector finds. Throws when there is none. */
async function fontsOf(session: CDPSession, rootId: number, selector: string) {
  const { nodeId } = await session.send('DOM.querySelector', { nodeId: rootId, selector });
  const { fonts } = await session.send('CSS.getPlatformFontsForNode', { nodeId });
  return fonts;
}

async function inspect(page: Page): Promise<CDPSession> {
  const session = await page.context().newCDPSession(page);
  await session.send('DOM.enable');
  await session.send('CSS.enable');
  return session;
}

const screens = (Object.values(clientRoutes) as ClientRoute[]).filter(({ role }) => role === undefined);

test('every screen of a first session is set in the own faces, none of which is made up', { tag: '@sweep' }, async ({
  page,
  context,
}) => {
  const session = await inspect(page);
  const wrong: Record<string, Used[]> = {};
  const seen = new Set<string>();
  const look = async (url: string) => {
    await page.goto(url);
    await expect(page.locator('main h1')).toBeVisible();
    const used = await untilNodesStay(() => readFaces(page, session));
    expect(used.length, `${url} has text`).toBeGreaterThan(0);
    for (const { look } of used) seen.add(look);
    // The files have the weights from 400 to 700: of others, and of leaning letters without a face, browsers make up their own.
    const found = used.filter(
      ({ look, weight, faces }) =>
        faces.some(({ isOwn }) => !isOwn) ||
        weight < 400 ||
        weight > 700 ||
        !/^(Inter|JetBrains Mono) Variable/.test(look),
    );
    if (found.length > 0) wrong[url] = found;
  };
  for (const { path, access } of screens) if (access !== 'authenticated') await look(path);
  await context.request.post('/api/login', { data: demoAccount });
  const { items } = (await (await context.request.get('/api/chats')).json()) as { items: { user: { _id: string } }[] };
  const { project } = (await (await context.request.get('/api/myprojects')).json()) as { project: { _id: string }[] };
  const ids: Record<string, string | undefined> = { ':projectId': project[0]?._id };
  for (const { path, access } of screens)
    if (access === 'authenticated') await look(path.replace(/:\w+/, (name) => ids[name] ?? items[0]?.user._id ?? ''));
  expect(wrong).toEqual({});
  expect(
    [...seen].filter((each) => each.startsWith('JetBrains Mono')),
    'both families are in use',
  ).not.toEqual([]);
});

test('while the fonts are on their way, bold text is drawn with a bold face, and nothing moves when they come', {
  tag: '@sweep',
}, async ({ page }) => {
  const released = Promise.withResolvers<void>();
  await page.route('**/*.woff2', async (route) => {
    await released.promise;
    await route.continue();
  });
  const session = await inspect(page);
  await page.addInitScript(() => {
    const seen = Object.assign(window, { moved: [] as string[] });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries())
        for (const { node } of (entry as unknown as { sources: { node: Node | null }[] }).sources)
          seen.moved.push(`${node?.nodeName} ${node?.textContent?.slice(0, 40)}`);
    }).observe({ type: 'layout-shift', buffered: true });
  });
  await page.goto('/', { waitUntil: 'commit' });
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect.poll(() => page.evaluate(() => document.fonts.status)).toBe('loading');
  // Fonts do not hold up the parsing of the document.
  await page.waitForLoadState('domcontentloaded');
  const fonts = await untilNodesStay(async () => {
    const { root } = await session.send('DOM.getDocument', { depth: 0 });
    return fontsOf(session, root.nodeId, 'main h2, main h3');
  });
  expect(fonts.map(({ postScriptName }) => postScriptName).join()).toMatch(/Bold/);
  released.resolve();
  await page.evaluate(() => document.fonts.ready);
  await page.evaluate(() => new Promise((painted) => requestAnimationFrame(() => setTimeout(painted, 100))));
  expect(await page.evaluate(() => document.fonts.check('600 1em "Inter Variable"'))).toBe(true);
  expect(await page.evaluate(() => (window as unknown as { moved: string[] }).moved)).toEqual([]);
});
