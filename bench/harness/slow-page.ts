import type { BrowserContext, CDPSession, Page } from '@playwright/test';

export interface Network {
  /** The time of a round trip, in milliseconds. */
  latency: number;
  /** In bytes per second. */
  downloadThroughput: number;
  uploadThroughput: number;
}

const slowerProcessor = 4;

/** A new page whose processor is four times as slow, on this network; without a network nothing is slowed down. */
export async function newPage(context: BrowserContext, network?: Network): Promise<Page> {
  const page = await context.newPage();
  if (network !== undefined) {
    const session = await slowDown(page);
    await session.send('Network.enable');
    await session.send('Network.emulateNetworkConditions', { offline: false, ...network });
  }
  return page;
}

/** Makes the processor four times as slow for a page. */
export async function slowDown(page: Page): Promise<CDPSession> {
  const session = await page.context().newCDPSession(page);
  await session.send('Emulation.setCPUThrottlingRate', { rate: slowerProcessor });
  return session;
}
