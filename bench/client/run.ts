import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { type Browser, type BrowserContext, type CDPSession, chromium, type Page } from '@playwright/test';
import { pino } from 'pino';
import { median, range, table, verdict } from '#bench/harness/numbers.ts';
import type { Part } from '#bench/harness/part.ts';
import { findProgram } from '#bench/harness/processes.ts';
import { startGateway } from '#bench/proxy/peers.ts';
import { type StoredPerson, storePeople } from '#tests/support/chat-people.ts';
import { createTestDatabase } from '#tests/support/test-database.ts';
import { createUpstream } from '#upstream/app.ts';
import { loadConfig } from '#upstream/config.ts';
import { connect } from '#upstream/db/connect.ts';
import { migrate } from '#upstream/db/migrate.ts';

// Lighthouse's slow 4G, as it is applied in a browser: 562.5 ms a request, 1.47 Mbit/s down, 0.675 up.
const slow4g = { offline: false, latency: 562.5, downloadThroughput: 184_320, uploadThroughput: 84_375 };
const scriptBudget = 118_000;

interface Visit {
  scriptBytes: number;
  allBytes: number;
  firstPaint: number;
  largestPaint: number;
  interactive: number;
  blocking: number;
}

export const clientPart: Part = {
  name: 'client',
  title: 'Client: slow 4G and a processor four times slower, in Chromium',
  async run({ rounds, isSmall }) {
    const executablePath = process.env.CHROMIUM_PATH ?? findProgram('chromium');
    if (executablePath === undefined)
      return 'Chromium is not installed here: nothing was measured.\n\n| Page |\n| --- |';
    const product = await startProduct();
    const browser = await chromium.launch({ executablePath, args: ['--no-sandbox'] });
    try {
      const rows: (string | number)[][] = [];
      const scripts: string[] = [];
      for (const [name, path, person] of [
        ['landing', '/', undefined],
        ['login', '/login', undefined],
        ['feed', '/feed', product.people[0]],
      ] as const) {
        const visits: Record<'cold' | 'warm', Visit[]> = { cold: [], warm: [] };
        for (let round = 0; round < (isSmall ? 1 : rounds); round += 1) {
          const context = await newContext(browser, product.url, person);
          visits.cold.push(await visit(context, `${product.url}${path}`, !isSmall));
          visits.warm.push(await visit(context, `${product.url}${path}`, !isSmall));
          await context.close();
        }
        for (const [kind, found] of Object.entries(visits)) {
          const of = (key: keyof Visit): number[] => found.map((each) => each[key]);
          const kilobytes = (key: keyof Visit): string => (median(of(key)) / 1000).toFixed(1);
          const times = (['firstPaint', 'largestPaint', 'interactive', 'blocking'] as const).map(
            (key) => `${Math.round(median(of(key)))} (${range(of(key), 0)})`,
          );
          rows.push([`${name}, ${kind}`, kilobytes('scriptBytes'), kilobytes('allBytes'), ...times]);
        }
        if (name === 'feed') continue;
        const bytes = median(visits.cold.map(({ scriptBytes }) => scriptBytes));
        scripts.push(
          verdict(
            `scripts before ${name} is interactive: ${(bytes / 1000).toFixed(1)} kB, wanted ≤ ${scriptBudget / 1000} kB`,
            bytes <= scriptBudget,
          ),
        );
      }
      return [
        table(
          ['Page', 'scripts kB', 'all kB', 'first paint ms', 'largest paint ms', 'interactive ms', 'blocking ms'],
          rows,
        ),
        'Bytes are compressed, as sent, until interactive. Interactive is the end of the last task over 50 ms, or the heading’s appearance if that is later; blocking is what such tasks took beyond 50 ms after the first paint.',
        scripts.join('\n'),
        await memory(browser, product, isSmall),
      ].join('\n\n');
    } finally {
      await browser.close();
      await product.stop();
    }
  },
};

interface Product {
  url: string;
  people: StoredPerson[];
  stop(): Promise<void>;
}

/** The gateway in its own process; the upstream in this one. */
async function startProduct(): Promise<Product> {
  const database = await createTestDatabase('sqlite');
  const connection = await connect(database.url);
  await migrate(connection);
  const people = await storePeople(connection, 60);
  const upstream = createUpstream({
    config: loadConfig({ DATABASE_URL: database.url }),
    connection,
    log: pino({ level: 'silent' }),
  });
  upstream.server.listen(0, '127.0.0.1');
  await once(upstream.server, 'listening');
  const { port } = upstream.server.address() as AddressInfo;
  const gateway = await startGateway(port, {}, 'any');
  return {
    url: `http://127.0.0.1:${gateway.port}`,
    people,
    async stop() {
      await gateway.stop();
      await upstream.close();
      await connection.close();
      await database.drop();
    },
  };
}

async function newContext(browser: Browser, url: string, person?: StoredPerson): Promise<BrowserContext> {
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 } });
  const value = person?.cookie.replace('token=', '');
  if (value !== undefined) await context.addCookies([{ name: 'token', value, url }]);
  return context;
}

async function visit(context: BrowserContext, url: string, isThrottled: boolean): Promise<Visit> {
  const page = await context.newPage();
  const session = await context.newCDPSession(page);
  if (isThrottled) {
    await session.send('Network.enable');
    await session.send('Network.emulateNetworkConditions', slow4g);
    await session.send('Emulation.setCPUThrottlingRate', { rate: 4 });
  }
  await page.addInitScript(`
    window.seen = { largest: 0, tasks: [], heading: 0 };
    new PerformanceObserver((list) => { for (const { startTime } of list.getEntries()) seen.largest = startTime; })
      .observe({ type: 'largest-contentful-paint', buffered: true });
    new PerformanceObserver((list) => { for (const { startTime, duration } of list.getEntries()) seen.tasks.push([startTime, duration]); })
      .observe({ type: 'longtask', buffered: true });
    new MutationObserver((_, observer) => {
      if (document.querySelector('main h1') === null) return;
      seen.heading = performance.now();
      observer.disconnect();
    }).observe(document, { childList: true, subtree: true });
  `);
  await page.goto(url);
  await page.locator('main h1').first().waitFor();
  await page.waitForLoadState('networkidle');
  const found = (await page.evaluate(`(() => {
    const paint = performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? 0;
    const tasks = seen.tasks.filter(([start]) => start >= paint);
    const interactive = Math.max(seen.heading, ...tasks.map(([start, took]) => start + took));
    const before = performance.getEntriesByType('resource').filter((each) => each.responseEnd <= interactive);
    const bytes = (list) => list.reduce((sum, each) => sum + (each.transferSize > 0 ? each.encodedBodySize : 0), 0);
    const isPage = performance.getEntriesByType('navigation')[0];
    return {
      scriptBytes: bytes(before.filter(({ name }) => new URL(name).pathname.endsWith('.js'))),
      allBytes: bytes([isPage, ...before]),
      firstPaint: paint,
      largestPaint: seen.largest,
      interactive,
      blocking: tasks.reduce((sum, [, took]) => sum + Math.max(0, took - 50), 0),
    };
  })()`)) as Visit;
  await page.close();
  return found;
}

/** What stays on the heap after many changes of the screen. */
async function memory(browser: Browser, product: Product, isSmall: boolean): Promise<string> {
  const [me] = product.people;
  if (me === undefined) throw new Error('Nobody is there.');
  const changes = isSmall ? 10 : 500;
  const context = await newContext(browser, product.url, me);
  const page = await context.newPage();
  const session = await context.newCDPSession(page);
  await page.goto(`${product.url}/feed`);
  await page.locator('main h1').first().waitFor();
  await changeRoutes(page, 20);
  const atFirst = await heap(session);
  await changeRoutes(page, changes / 2);
  const halfWay = await heap(session);
  await changeRoutes(page, changes / 2);
  const afterRoutes = await heap(session);

  await context.close();
  const number = (megabytes: number): string => megabytes.toFixed(1);
  return table(
    ['Heap after collecting, MB', 'before', 'half-way', 'after'],
    [[`${changes} changes of the screen`, number(atFirst), number(halfWay), number(afterRoutes)]],
  );
}

async function changeRoutes(page: Page, changes: number): Promise<void> {
  const paths = ['/connection', '/requests', '/profile', '/feed'];
  for (let i = 0; i < changes; i += 1) {
    const path = paths[i % paths.length] ?? '/feed';
    await page.evaluate(`new Promise((resolve) => {
      const look = () => location.pathname === '${path}' && document.querySelector('main h1') ? resolve() : requestAnimationFrame(look);
      document.querySelector('a[href="${path}"]').click();
      look();
    })`);
  }
}

async function heap(session: CDPSession): Promise<number> {
  await session.send('HeapProfiler.collectGarbage');
  const { usedSize } = await session.send('Runtime.getHeapUsage');
  return usedSize / 1e6;
}
