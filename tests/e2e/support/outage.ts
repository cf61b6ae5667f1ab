import { mkdtemp, rm } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { pino } from 'pino';
import { createGateway } from '#server/app.ts';
import { loadConfig } from '#server/config.ts';
import { createPlug, type Plug } from '#tests/support/plug.ts';
import { createRecordedUpstream } from '#tests/support/recorded-upstream/create-recorded-upstream.ts';
import { startUpstreamProcess } from '#tests/support/upstream-process.ts';
import { test as base, expect } from './recorded-app.ts';

// A real gateway in front of an upstream that goes away and comes back, in a browser: the whole table of screens and
// outages is client/app/recovery.test.tsx.

async function startOurs() {
  const folder = await mkdtemp(join(tmpdir(), 'dotcode-recovery-'));
  const upstream = await startUpstreamProcess({ DATABASE_URL: `sqlite:${join(folder, 'dotcode.db')}` });
  return {
    url: `http://127.0.0.1:${upstream.port}`,
    close: async () => {
      await upstream.stop();
      await rm(folder, { recursive: true });
    },
  };
}

interface Behind {
  page: Page;
  plug: Plug;
}

export interface Upstream {
  /** Which upstream goes away and comes back. */
  upstream: 'ours' | 'the recorded one';
}

export const test = base.extend<Upstream & { behind: Behind }>({
  upstream: ['the recorded one', { option: true }],
  behind: async ({ browser, site, upstream: kind }, use) => {
    const upstream = kind === 'ours' ? await startOurs() : await createRecordedUpstream();
    const plug = await createPlug(upstream.url);
    const env = { UPSTREAM_URL: plug.url, PORT: '0', DEMO: 'off', SHUTDOWN_GRACE_MS: '500', RATE_LIMIT_FACTOR: '100' };
    const config = loadConfig(env);
    const log = pino({ level: 'silent' });
    const gateway = createGateway({ config, upstreamUrl: new URL(plug.url), log, site });
    await new Promise<void>((resolve) => gateway.server.listen(0, '127.0.0.1', resolve));
    const baseURL = `http://127.0.0.1:${(gateway.server.address() as AddressInfo).port}`;
    const context = await browser.newContext({ baseURL });
    const account = { firstName: 'Demo', lastName: 'Person', emailId: 'demo.person@example.com' };
    const signedUp = await context.request.post('/api/signup', { data: { ...account, password: 'Test#Passw0rd' } });
    expect(signedUp.ok()).toBe(true);
    const page = await context.newPage();
    await use({ page, plug });
    await context.close();
    await gateway.shutdown();
    await plug.close();
    await upstream.close();
  },
});
