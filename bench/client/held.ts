import type { Browser, CDPSession } from '@playwright/test';
import { table, verdict } from '#bench/harness/numbers.ts';
import { to } from '#shared/routes.ts';
import { type ChatClient, chatClient, connected } from '#tests/support/chat-client.ts';
import { newContext, type Product } from './product.ts';

/** The memory of a tab after garbage collection. */
interface Held {
  megabytes: number;
  nodes: number;
  listeners: number;
}

/** After the warm-up, half-way, at the end. */
type Course = readonly [Held, Held, Held];

/**
 * Chromium flags that switch compilation off. Compiled code lies in the heap too and grows with each hot function,
 * which would look like a leak of the page.
 */
export const withoutCompiling = '--js-flags=--no-opt --no-maglev --no-sparkplug';

/** The allowed growth: a cache may fill, but nothing may be kept for each change or message. */
const growthAllowed = 1.1;

const batchSize = 25;
/** The largest length of a thread right after it was trimmed, with the batch that arrived meanwhile. */
const justCut = 200 + 2 * batchSize;

/**
 * Measures a tab's memory after hundreds of screen changes, and after thousands of messages in an open conversation.
 */
export async function heldMemory(browser: Browser, product: Product, isSmall: boolean): Promise<string> {
  const changes = isSmall ? 4 : 500;
  const messages = isSmall ? 10 : 5000;
  const courses: [string, Course][] = [
    [`${changes.toLocaleString('en')} changes of the screen`, await changeScreens(browser, product, changes)],
    [`${messages.toLocaleString('en')} messages in an open conversation`, await chat(browser, product, messages)],
  ];
  const rows = courses.flatMap(([name, course]) =>
    (['megabytes', 'nodes', 'listeners'] as const).map((key) => [
      `${name}: ${{ megabytes: 'heap, MB', nodes: 'DOM nodes', listeners: 'listeners' }[key]}`,
      ...course.map((held) => (key === 'megabytes' ? held[key].toFixed(2) : held[key])),
    ]),
  );
  const verdicts = courses.map(([name, [first, , last]]) => {
    const ratios = (['megabytes', 'nodes', 'listeners'] as const).map((key) => last[key] / first[key]);
    const [heap, nodes, listeners] = ratios.map((ratio) => ratio.toFixed(2));
    return verdict(
      `${name}: ${heap} × the heap, ${nodes} × the nodes, ${listeners} × the listeners of the warm tab, wanted ≤ ${growthAllowed}`,
      ratios.every((ratio) => ratio <= growthAllowed),
    );
  });
  return [
    table(['Held after collecting', 'warm', 'half-way', 'at the end'], rows),
    'Warm is after a fifth as many more, so that caches are full. Machine code is not counted: functions are interpreted here.',
    ...(isSmall ? [] : [verdicts.join('\n')]),
  ].join('\n\n');
}

/** Navigates through the links of the shell. */
async function changeScreens(browser: Browser, product: Product, changes: number): Promise<Course> {
  const paths = [
    to.search(),
    to.connection(),
    to.chat(product.peer.id),
    to.requests(),
    to.projects(),
    to.profile(),
    to.setting(),
    to.feed(),
  ].slice(changes < 16 ? -2 : 0);
  const context = await newContext(browser, product.url, product.me);
  const page = await context.newPage();
  const session = await context.newCDPSession(page);
  await page.goto(product.url + to.feed());
  let at = 0;
  const change = async (times: number) => {
    for (let i = 0; i < times; i += 1) {
      const path = paths[at % paths.length] ?? to.feed();
      at += 1;
      await page.locator(`a[href="${path}"]`).first().dispatchEvent('click');
      await page.waitForURL(product.url + path);
      await page.locator('main h1').first().waitFor();
    }
  };
  const course = await measured(session, changes, async (times) => {
    await change(times);
    // Screens differ in memory, so that all samples are taken on the same one.
    while (at % paths.length !== 0) await change(1);
  });
  await context.close();
  return course;
}

/** Sends batches of messages to the page, which answers each batch with one of its own. */
async function chat(browser: Browser, product: Product, messages: number): Promise<Course> {
  const { url, me, peer } = product;
  const context = await newContext(browser, url, me);
  const page = await context.newPage();
  const session = await context.newCDPSession(page);
  await page.goto(url + to.chat(peer.id));
  const composer = page.getByRole('textbox', { name: /^Message / });
  await composer.waitFor();
  const other = await connected(chatClient(url, { prefix: '/api', cookie: peer.cookie, origin: url }));
  // The test client would otherwise keep every message in this process.
  other.socket.offAny();
  let sent = 0;
  const exchange = async (count: number) => {
    for (const end = sent + count; sent < end; ) {
      const batch = Math.min(batchSize, end - sent) - 1;
      await Promise.all(Array.from({ length: batch }, (_, i) => say(other, me.id, `line ${sent + i} with \`code\``)));
      sent += batch + 1;
      await composer.fill(`answer ${sent}`);
      await composer.press('Enter');
      await page.getByRole('log').getByText(`answer ${sent}`, { exact: true }).waitFor();
    }
  };
  // The client cuts a long thread from time to time. Samples are comparable only when each is taken just after a cut.
  const untilCut = async () => {
    while ((await page.getByRole('log').locator('[data-message]').count()) > justCut) await exchange(batchSize);
  };
  const course = await measured(session, messages, async (count) => {
    await exchange(count);
    await untilCut();
  });
  other.close();
  await context.close();
  return course;
}

async function say(client: ChatClient, targetUserId: string, text: string): Promise<void> {
  const { ok } = await client.ask('sendMessage', { targetUserId, text });
  if (!ok) throw new Error('A message was refused.');
}

async function measured(session: CDPSession, count: number, run: (times: number) => Promise<void>): Promise<Course> {
  await run(Math.ceil(count / 5));
  const warm = await held(session);
  await run(count / 2);
  const halfWay = await held(session);
  await run(count / 2);
  return [warm, halfWay, await held(session)];
}

async function held(session: CDPSession): Promise<Held> {
  // Three collections, because objects that the first one frees may have held others.
  for (let i = 0; i < 3; i += 1) await session.send('HeapProfiler.collectGarbage');
  const { usedSize } = await session.send('Runtime.getHeapUsage');
  const { nodes, jsEventListeners } = await session.send('Memory.getDOMCounters');
  return { megabytes: usedSize / 1e6, nodes, listeners: jsEventListeners };
}
