import { type Browser, type CDPSession, chromium } from '@playwright/test';
import { newContext, type Product, startProduct } from '#bench/client/product.ts';
import { fillSampleNetwork } from '#bench/client/sample-network.ts';
import { chromiumPath, noChromium } from '#bench/harness/chromium.ts';
import { median, range, table, verdict } from '#bench/harness/numbers.ts';
import type { Part } from '#bench/harness/part.ts';
import { slowDown } from '#bench/harness/slow-page.ts';
import { to } from '#shared/routes.ts';
import { Finger, type Interaction, measure, recordEvents } from './measure.ts';
import { firstVisits, type Step, steps } from './steps.ts';

const budget = 100;

/** Enough for lists of several screens. */
const moreConnections = 100;

const phone = { width: 390, height: 844 };

const before =
  'Before rules with `:has()` were removed, each change of the content restyled the whole page: 3,753 elements at Connections, 246 for each key in a chat.';

const remaining =
  'What neither waits for handlers nor is in them is the browser’s frame, with React’s commit of the next screen in it. Other work on the machine is in every figure.';

/** The signed-in screens' code is fetched before this time, one after the other. */
const preloadedMs = 12_000;

/** A list that a search box had narrowed is whole again by then. */
const restMs = 1500;

export const interactionPart: Part = {
  name: 'interaction',
  title: 'Interaction (INP): a processor four times slower, 390 px, touch',
  fewestRounds: 3,
  async run({ rounds, isSmall, only = [] }) {
    if (only.length > 0)
      return 'Interactions lead from screen to screen: `npm run bench -- interaction` measures all of them.';
    const executablePath = chromiumPath();
    if (executablePath === undefined) return noChromium('Interaction');
    const product = await startProduct((connection) => fillSampleNetwork(connection, moreConnections));
    const browser = await chromium.launch({ executablePath, args: ['--no-sandbox'] });
    const wanted = isSmall ? steps.slice(0, 2) : steps;
    const firsts = isSmall ? firstVisits.slice(0, 1) : firstVisits;
    const found = new Map<string, Interaction[]>([...firsts, ...wanted].map(({ name }) => [name, []]));
    try {
      for (let round = 0; round < (isSmall ? 1 : rounds); round += 1) {
        for (const first of firsts)
          for (const [name, interaction] of await visit(browser, product, [first], { from: first.from, restMs: 0 }))
            found.get(name)?.push(interaction);
        const whole = { from: to.feed(), restMs: isSmall ? 0 : preloadedMs };
        for (const [name, interaction] of await visit(browser, product, wanted, whole))
          found.get(name)?.push(interaction);
      }
    } finally {
      await browser.close();
      await product.stop();
    }
    return report(found);
  },
};

interface Start {
  from: string;
  /** How long the page rests before it is pressed, beside the time until its network is quiet. */
  restMs: number;
}

async function visit(browser: Browser, product: Product, wanted: readonly Step[], { from, restMs: rest }: Start) {
  const context = await newContext(browser, product.url, product.me, phone, true);
  const page = await context.newPage();
  await page.addInitScript(recordEvents);
  await page.goto(product.url + from);
  await page.locator('main h1').first().waitFor();
  await page.waitForTimeout(rest);
  await page.waitForLoadState('networkidle');
  const session = await slowDown(page);
  await growWindow(session);
  const finger = new Finger(page, session);
  const measured: [string, Interaction][] = [];
  for (const { name, act, until, afterwards } of wanted) {
    measured.push([
      name,
      await measure(page, async () => {
        await act(page, finger);
        if (until !== undefined) await page.locator(until).first().waitFor();
      }),
    ]);
    await afterwards?.(page);
    if (afterwards) await page.waitForTimeout(restMs);
  }
  await context.close();
  return measured;
}

/** Chromium draws no frame for changes outside of its window, which is smaller than the viewport. */
async function growWindow(session: CDPSession): Promise<void> {
  const { windowId } = await session.send('Browser.getWindowForTarget');
  await session.send('Browser.setWindowBounds', { windowId, bounds: { width: 500, height: 1100 } });
}

function report(found: ReadonlyMap<string, readonly Interaction[]>): string {
  const rows = [...found].map(([name, all]) => {
    const column = (key: keyof Interaction) => all.map((each) => each[key]);
    return [
      name,
      `${median(column('duration'))} (${range(column('duration'), 0)})`,
      median(column('delay')).toFixed(0),
      median(column('processing')).toFixed(0),
    ];
  });
  const durations = [...found.values()].map((all) => median(all.map(({ duration }) => duration)));
  const slowest = Math.max(...durations);
  const over = durations.filter((duration) => duration > budget).length;
  return [
    table(['Interaction', 'to the next frame ms', 'of it before handlers', 'in handlers'], rows),
    'The sample network, with a hundred more connections. Each first visit is the first press of a tab whose screen is quiet; the others are ' +
      'one visit from the first step to the last, after the code of the screens is here. The slowest event of each step, as INP counts them: events with an `interactionId`, told in steps of 8 ms, from 16 ms on. ' +
      'A step’s own call is not waited for: it is over when the next frame shows that something happened. The browser’s Back is no such ' +
      'event: “back to the list” from a person or a project is the time from `popstate` until its frame is drawn.',
    `${remaining} ${before}`,
    verdict(
      `the slowest of ${durations.length} interactions takes ${slowest} ms, ${over} of them take more than ${budget} ms; wanted ≤ ${budget} ms`,
      over === 0,
    ),
  ].join('\n\n');
}
