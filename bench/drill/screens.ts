import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { type BrowserContext, chromium, type Page } from '@playwright/test';
import { pino } from 'pino';
import { fillSmallNetwork, newContext } from '#bench/client/product.ts';
import { chromiumPath } from '#bench/harness/chromium.ts';
import { startGateway } from '#bench/proxy/peers.ts';
import { clientRoutes } from '#shared/routes.ts';
import { type OwnServer, startOwnPostgres } from '#tests/support/own-servers.ts';
import { createPlug } from '#tests/support/plug.ts';
import { createUpstream } from '#upstream/app.ts';
import { loadConfig } from '#upstream/config.ts';
import { connect } from '#upstream/db/connect.ts';
import { migrate } from '#upstream/db/migrate.ts';
import { type Drill, Promises, type Size } from './drill.ts';
import { withOwnServer } from './with-product.ts';

const backWithinMs = 5000;
/** A line is shown eight seconds after the first failure, and RTK Query tells what is on screen half a second late. */
const saidWithinMs = 20_000;

type ScreenName = keyof typeof clientRoutes;

/** The screens behind the login with what each shows once it is loaded, as a selector. */
const screens: readonly (readonly [name: ScreenName, query: string, content: string])[] = [
  ['feed', '', 'main article'],
  ['profile', '', 'main h1'],
  ['editProfile', '', 'main textarea'],
  ['otherProfile', '', 'main h1'],
  ['connection', '', 'main li'],
  ['requests', '', 'main h1'],
  ['requests', '?tab=sent', 'main h1'],
  ['search', '?q=Person1', 'main li'],
  ['setting', '', 'main h1'],
  ['projects', '', 'main article'],
  ['projects', '?tab=explore', 'main h1'],
  ['project', '', 'main h1'],
  ['createProject', '', 'main form'],
  ['editProject', '', 'main form'],
  ['messages', '', 'main h1'],
  ['chat', '', 'main h1'],
];

const openScreens: readonly ScreenName[] = [
  'landing',
  'login',
  'privacy',
  'terms',
  'error',
  'verify',
  'reset',
  'leave',
];

const services = ['gateway', 'upstream', 'database'] as const;

export const screensInOutages: Drill = {
  name: 'screens: gateway, upstream and database away',
  promised:
    'Every screen keeps what it shows and says in one line, since when, that the service is away; nothing lies over its content; it is back within 5 s of the service, also where it was loaded during the outage.',
  isLong: true,
  run: (size) => withOwnServer(startOwnPostgres, (postgres) => drillScreens(postgres, size)),
};

/** One of the tabs: a screen, and what it shows once it is loaded. */
interface Tab {
  page: Page;
  name: string;
  url: string;
  content: string;
}

async function drillScreens(postgres: OwnServer, size: Size) {
  const executablePath = chromiumPath();
  if (executablePath === undefined) return { skipped: 'There is no Chromium.' };
  const product = await startPlugged(postgres);
  const browser = await chromium.launch({ executablePath, args: ['--no-sandbox'] });
  const promises = new Promises(size);
  const facts: string[] = [];
  let longestMs = 0;
  try {
    const ids: Partial<Record<ScreenName, string>> = {
      ...{ otherProfile: product.peer.id, chat: product.peer.id },
      ...{ project: product.projectId, editProject: product.projectId },
    };
    const signedIn = await newContext(browser, product.url, product.me);
    const tabs: Tab[] = [];
    for (const [name, query, content] of screens) {
      const url = product.url + clientRoutes[name].path.replace(/:\w+/, ids[name] ?? '') + query;
      tabs.push(await openTab(signedIn, name + query, url, content));
    }
    for (const service of services) {
      await product.plugs[service].pull();
      // As after a change of the network: everything on screen is asked for again.
      await inEach(tabs, ({ page }) => page.evaluate(() => void window.dispatchEvent(new Event('online'))));
      const missing = await inEach(tabs, (tab) => problemsOf(tab));
      await product.plugs[service].putBack();
      const back = await inEach(tabs, (tab) => backAfter(tab));
      longestMs = Math.max(longestMs, ...back);
      report(`${service} away, screens open`, tabs, missing, back);
    }
    // Without the gateway, and without the service worker, a browser has no page to load.
    for (const service of ['upstream', 'database'] as const) {
      await product.plugs[service].pull();
      await inEach(tabs, ({ page }) => page.reload());
      const missing = await inEach(tabs, (tab) => problemsOf(tab));
      await product.plugs[service].putBack();
      const back = await inEach(tabs, (tab) => backAfter(tab));
      longestMs = Math.max(longestMs, ...back);
      report(`${service} away, screens loaded again`, tabs, missing, back);
    }
    await inEach(tabs, ({ page }) => page.close());
    const visitor = await newContext(browser, product.url);
    await product.plugs.upstream.pull();
    const open: Tab[] = [];
    for (const name of openScreens)
      open.push(await openTab(visitor, name, product.url + clientRoutes[name].path, 'main h1'));
    const missing = await inEach(open, (tab) => problemsOf(tab));
    await product.plugs.upstream.putBack();
    const back = await inEach(open, (tab) => backAfter(tab));
    longestMs = Math.max(longestMs, ...back);
    report('upstream away, screens without a session loaded', open, missing, back);
  } finally {
    await browser.close();
    await product.stop();
  }
  return { facts, broken: promises.broken, healthyAfterMs: longestMs };

  function report(what: string, tabs: readonly Tab[], missing: readonly string[][], back: readonly number[]): void {
    for (const [at, { name }] of tabs.entries()) {
      for (const problem of missing[at] ?? []) promises.check(false, `${what}: ${name}: ${problem}`);
      const ms = back[at] ?? Number.POSITIVE_INFINITY;
      promises.checkTime(ms, backWithinMs, `${what}: ${name} was back after ${(ms / 1000).toFixed(1)} s`);
    }
    const longest = Math.max(...back);
    facts.push(`${what}: ${tabs.length} screens, the last was back after ${(longest / 1000).toFixed(1)} s`);
  }
}

/** Gateway, upstream and database, each behind a plug. */
async function startPlugged(postgres: OwnServer) {
  const database = await createPlug(postgres.url);
  const connection = await connect(database.url);
  await migrate(connection);
  const filled = await fillSmallNetwork(connection);
  const log = pino({ level: 'silent' });
  const upstream = createUpstream({
    config: loadConfig({ DATABASE_URL: database.url, SECRET: 'a-drill-has-no-secret-of-its-own-000' }),
    connection,
    log,
  });
  upstream.server.listen(0, '127.0.0.1');
  await once(upstream.server, 'listening');
  const upstreamPlug = await createPlug(`http://127.0.0.1:${(upstream.server.address() as AddressInfo).port}`);
  const gateway = await startGateway(upstreamPlug.port, { RATE_LIMIT_FACTOR: '1000' }, 'any');
  const gatewayPlug = await createPlug(`http://127.0.0.1:${gateway.port}`);
  return {
    ...filled,
    url: `http://127.0.0.1:${gatewayPlug.port}`,
    plugs: { gateway: gatewayPlug, upstream: upstreamPlug, database },
    async stop() {
      await gatewayPlug.close();
      await gateway.stop();
      await upstreamPlug.close();
      await upstream.close();
      await connection.close();
      await database.close();
    },
  };
}

function inEach<Result>(tabs: readonly Tab[], look: (tab: Tab) => Promise<Result>): Promise<Result[]> {
  return Promise.all(tabs.map(look));
}

async function openTab(context: BrowserContext, name: string, url: string, content: string): Promise<Tab> {
  const page = await context.newPage();
  await page.goto(url);
  await page.locator(content).first().waitFor();
  return { page, name, url, content };
}

const lines = (page: Page) => page.getByText(/^(No answer from the service|No live updates) since \d/);

/** The faults of a screen during an outage, a sentence for each. */
async function problemsOf({ page, content }: Tab): Promise<string[]> {
  const problems: string[] = [];
  const isSaid = await lines(page)
    .first()
    .waitFor({ timeout: saidWithinMs })
    .then(
      () => true,
      () => false,
    );
  if (!isSaid) problems.push('no line says that the service is away');
  const count = await lines(page).count();
  if (count > 1) problems.push(`${count} lines say so`);
  const shown = page.locator(content).first();
  if (!(await shown.isVisible())) return [...problems, 'what was shown is gone'];
  const hidden = await page.evaluate(() => {
    const covered: string[] = [];
    for (const element of document.querySelectorAll('main h1, main h2, main article, main li, main p')) {
      const { left, top, width, height } = element.getBoundingClientRect();
      const [x, y] = [left + Math.min(width, 40) / 2, top + Math.min(height, 20) / 2];
      if (width === 0 || height === 0 || y < 0 || y > innerHeight || x < 0 || x > innerWidth) continue;
      const found = document.elementFromPoint(x, y);
      const over = found?.closest('[role="alert"], [role="status"], [data-sonner-toast]');
      if (over && !over.contains(element) && !element.contains(over)) covered.push(over.textContent.slice(0, 60));
    }
    return [...new Set(covered)];
  });
  if (hidden.length > 0) problems.push(`over its content lies: ${hidden.join('; ')}`);
  return problems;
}

/** Milliseconds until nothing on the screen says that the service is away, and its content is there. */
async function backAfter({ page, content }: Tab): Promise<number> {
  const startedAt = performance.now();
  try {
    await page.waitForFunction(
      (selector) =>
        document.querySelector(selector) !== null &&
        !/(No answer from the service|No live updates) since \d|^From \d/m.test(document.body.innerText) &&
        document.querySelector('main [role="alert"]:not(:empty)') === null,
      content,
      { timeout: 60_000, polling: 100 },
    );
  } catch {
    return Number.POSITIVE_INFINITY;
  }
  return performance.now() - startedAt;
}
