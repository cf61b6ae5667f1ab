import { type Browser, chromium } from '@playwright/test';
import { chromiumPath, noChromium } from '#bench/harness/chromium.ts';
import { median, range, table, verdict } from '#bench/harness/numbers.ts';
import type { Part } from '#bench/harness/part.ts';
import { type ClientRoute, clientRoutes, to } from '#shared/routes.ts';
import { heldMemory, withoutCompiling } from './held.ts';
import { newContext, type Product, startProduct } from './product.ts';
import { type Visit, visit } from './visit.ts';

const scriptBudget = 118_000;

export const clientPart: Part = {
  name: 'client',
  title: 'Client: slow 4G and a processor four times slower, in Chromium',
  async run({ rounds, isSmall }) {
    const executablePath = chromiumPath();
    if (executablePath === undefined) return noChromium('Page');
    const product = await startProduct();
    const launch = (...flags: string[]) => chromium.launch({ executablePath, args: ['--no-sandbox', ...flags] });
    try {
      return [
        await withBrowser(launch(), async (browser) =>
          [
            await coldAndWarm(browser, product, isSmall ? ['login'] : measured, isSmall ? 1 : rounds, !isSmall),
            // The smoke test needs no second browser.
            isSmall ? await heldMemory(browser, product, true) : await everyRoute(browser, product),
          ].join('\n\n'),
        ),
        ...(isSmall
          ? []
          : [await withBrowser(launch(withoutCompiling), (browser) => heldMemory(browser, product, false))]),
      ].join('\n\n');
    } finally {
      await product.stop();
    }
  },
};

async function withBrowser(launched: Promise<Browser>, use: (browser: Browser) => Promise<string>): Promise<string> {
  const browser = await launched;
  try {
    return await use(browser);
  } finally {
    await browser.close();
  }
}

const measured = ['landing', 'login', 'feed'] as const;

/** The first screens for a new visitor and for a returning one. */
async function coldAndWarm(
  browser: Browser,
  product: Product,
  pages: readonly (typeof measured)[number][],
  rounds: number,
  isThrottled: boolean,
): Promise<string> {
  const rows: string[][] = [];
  const verdicts: string[] = [];
  for (const name of pages) {
    const visits: Record<'cold' | 'warm', Visit[]> = { cold: [], warm: [] };
    const isGuarded = clientRoutes[name].access === 'authenticated';
    for (let round = 0; round < rounds; round += 1) {
      const context = await newContext(browser, product.url, isGuarded ? product.me : undefined);
      for (const kind of ['cold', 'warm'] as const)
        visits[kind].push(await visit(context, product.url + to[name](), isThrottled));
      await context.close();
    }
    for (const [kind, found] of Object.entries(visits)) {
      const of = (key: keyof Visit): number[] => found.map((each) => each[key]);
      const times = (['firstPaint', 'largestPaint', 'interactive', 'blocking'] as const).map(
        (key) => `${Math.round(median(of(key)))} (${range(of(key), 0)})`,
      );
      rows.push([`${name}, ${kind}`, ...times]);
    }
    if (isGuarded) continue;
    const bytes = median(visits.cold.map(({ scriptBytes }) => scriptBytes));
    verdicts.push(
      verdict(
        `scripts before ${name} is interactive: ${kilobytes(bytes)} kB, wanted ≤ ${scriptBudget / 1000} kB`,
        bytes <= scriptBudget,
      ),
    );
  }
  return [
    table(['Page', 'first paint ms', 'largest paint ms', 'interactive ms', 'blocking ms'], rows),
    'Interactive is the end of the last task over 50 ms, or the heading’s appearance if that is later; blocking is what such tasks took beyond 50 ms after the first paint.',
    verdicts.join('\n'),
  ].join('\n\n');
}

/** The cost of opening the product at each screen. */
async function everyRoute(browser: Browser, product: Product): Promise<string> {
  const ids: Record<string, string> = {
    otherProfile: product.peer.id,
    chat: product.peer.id,
    project: product.projectId,
    room: product.projectId,
    editProject: product.projectId,
  };
  const rows: (string | number)[][] = [];
  for (const [name, { path, access, role }] of Object.entries<ClientRoute>(clientRoutes)) {
    if (role !== undefined) continue;
    const context = await newContext(browser, product.url, access === 'authenticated' ? product.me : undefined);
    const found = await visit(context, product.url + path.replace(/:\w+/, ids[name] ?? ''), true);
    await context.close();
    const { scriptBytes, styleBytes, allBytes, interactive } = found;
    rows.push([`\`${path}\``, ...[scriptBytes, styleBytes, allBytes].map(kilobytes), Math.round(interactive)]);
  }
  return [
    table(['Route, cold', 'scripts kB', 'styles kB', 'all kB', 'interactive ms'], rows),
    'Bytes before interactive, compressed as they are sent; all: with the page, fonts and calls.',
  ].join('\n\n');
}

function kilobytes(bytes: number): string {
  return (bytes / 1000).toFixed(1);
}
