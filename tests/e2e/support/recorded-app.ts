import type { AddressInfo } from 'node:net';
import { fileURLToPath } from 'node:url';
import { type BrowserContext, test as base, expect, type Page } from '@playwright/test';
import pino from 'pino';
import { createGateway } from '#server/app.ts';
import { type GatewayConfig, loadConfig } from '#server/config.ts';
import { loadSite, type Site } from '#server/site/site.ts';
import {
  createRecordedUpstream,
  type RecordedUpstream,
} from '#tests/support/recorded-upstream/create-recorded-upstream.ts';
import { type PersonName, samplePassword } from '#tests/support/recorded-upstream/network.ts';

export { expect, samplePassword };

const clientFolder = fileURLToPath(new URL('../../../dist/client', import.meta.url));

interface Fixtures {
  /** The upstream behind the gateway; one for each test. */
  recorded: RecordedUpstream;
  /** Opens a page with a person's session, as if they had logged in before. */
  openAs: (name: PersonName, path: string) => Promise<Page>;
  /** Opens a page with a person's session in another browser, for journeys of two people. */
  openElsewhereAs: (name: PersonName, path: string) => Promise<Page>;
}

interface WorkerFixtures {
  /** The built client as the gateway serves it: to compress its pages takes longer than to start the rest. */
  site: Site;
}

/** The real gateway and the built client in front of a deployed upstream of the recorded kind. */
export const test = base.extend<Fixtures & { gatewayUrl: string }, WorkerFixtures>({
  site: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures a function needs from this pattern.
    async ({}, use) => {
      const { demo } = configFor('');
      await use(loadSite({ folder: clientFolder, demo, offline: true }));
    },
    { scope: 'worker' },
  ],

  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures a function needs from this pattern.
  recorded: async ({}, use) => {
    const upstream = await createRecordedUpstream();
    await use(upstream);
    await upstream.close();
    expect(upstream.crashes, 'the client never makes the upstream exit').toEqual([]);
  },

  gatewayUrl: async ({ recorded, site }, use) => {
    const gateway = createGateway({
      config: configFor(recorded.url),
      upstreamUrl: new URL(recorded.url),
      log: pino({ level: 'silent' }),
      site,
    });
    await new Promise<void>((resolve) => gateway.server.listen(0, '127.0.0.1', resolve));
    const { port } = gateway.server.address() as AddressInfo;
    await use(`http://127.0.0.1:${port}`);
    await gateway.shutdown();
  },

  baseURL: async ({ gatewayUrl }, use) => {
    await use(gatewayUrl);
  },

  page: async ({ page }, use) => {
    const crashes: string[] = [];
    page.on('pageerror', (error) => crashes.push(error.message));
    await use(page);
    expect(crashes, 'uncaught errors in the page').toEqual([]);
  },

  openAs: async ({ page, context, recorded, gatewayUrl }, use) => {
    await use(async (name, path) => {
      await context.addCookies([sessionOf(recorded, name, gatewayUrl)]);
      await page.goto(path);
      return page;
    });
  },

  openElsewhereAs: async ({ browser, recorded, gatewayUrl }, use) => {
    const contexts: BrowserContext[] = [];
    await use(async (name, path) => {
      const context = await browser.newContext({ baseURL: gatewayUrl });
      contexts.push(context);
      await context.addCookies([sessionOf(recorded, name, gatewayUrl)]);
      const page = await context.newPage();
      await page.goto(path);
      return page;
    });
    for (const context of contexts) await context.close();
  },
});

function configFor(upstreamUrl: string): GatewayConfig {
  return loadConfig({ UPSTREAM_URL: upstreamUrl, PORT: '0', DEMO: 'off', SHUTDOWN_GRACE_MS: '500' });
}

function sessionOf(recorded: RecordedUpstream, name: PersonName, url: string) {
  const value = recorded.tokenFor(recorded.network.people[name]._id);
  return { name: 'token', value, url, httpOnly: true, sameSite: 'Lax' } as const;
}
