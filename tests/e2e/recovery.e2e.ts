import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import net, { type AddressInfo, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { test as base, expect, type Page } from '@playwright/test';
import { pino } from 'pino';
import { createGateway } from '#server/app.ts';
import { loadConfig } from '#server/config/config.ts';
import { loadSite } from '#server/site/site.ts';
import { createRecordedUpstream } from '#tests/support/recorded-upstream/create-recorded-upstream.ts';
import { startUpstreamProcess } from '#tests/support/upstream-process.ts';

// A real gateway in front of an upstream that goes away and comes back, in a browser: the whole table of screens and
// outages is client/app/recovery.test.tsx.

const clientFolder = fileURLToPath(new URL('../../dist/client', import.meta.url));

/** The way from the gateway to the upstream: pulled out, connections are refused and the open ones are cut. */
async function createPlug(targetUrl: string) {
  const target = new URL(targetUrl);
  const sockets = new Set<Socket>();
  const server = net.createServer((client) => {
    const upstream = net.connect(Number(target.port), target.hostname);
    for (const socket of [client, upstream]) {
      sockets.add(socket);
      socket.on('error', () => undefined);
      socket.once('close', () => sockets.delete(socket));
    }
    client.pipe(upstream).pipe(client);
    client.once('close', () => upstream.destroy());
    upstream.once('close', () => client.destroy());
  });
  const listen = async (port: number) => {
    server.listen(port, '127.0.0.1');
    await once(server, 'listening');
    return (server.address() as AddressInfo).port;
  };
  const port = await listen(0);
  const pull = async () => {
    const closed = once(server, 'close');
    server.close();
    for (const socket of sockets) socket.destroy();
    await closed;
  };
  return {
    url: `http://127.0.0.1:${port}`,
    pull,
    putBack: () => listen(port),
    close: async () => {
      if (server.listening) await pull();
    },
  };
}

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
  plug: Awaited<ReturnType<typeof createPlug>>;
}

type Kind = 'ours' | 'the recorded one';

const test = base.extend<{ kind: Kind; behind: Behind }>({
  kind: ['ours', { option: true }],
  behind: async ({ browser, kind }, use) => {
    const upstream = kind === 'ours' ? await startOurs() : await createRecordedUpstream();
    const plug = await createPlug(upstream.url);
    const env = { UPSTREAM_URL: plug.url, PORT: '0', DEMO: 'off', SHUTDOWN_GRACE_MS: '500', RATE_LIMIT_FACTOR: '100' };
    const config = loadConfig(env);
    const { demo, sessionCookie } = config;
    const site = loadSite({ folder: clientFolder, demo, offline: true, sessionCookie });
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

for (const kind of ['ours', 'the recorded one'] as const) {
  test.describe(`with ${kind} as the upstream`, () => {
    test.use({ kind });

    test('a reload during an outage keeps its address and goes on by itself', { tag: '@desktop' }, async ({
      behind: { page, plug },
    }) => {
      await page.goto('/profile');
      await expect(page.getByRole('heading', { level: 1, name: 'Demo Person' })).toBeVisible();
      await plug.pull();
      await page.reload();
      await expect(page.getByText('Still trying')).toBeVisible();
      await expect(page).toHaveURL(/\/profile$/);
      await plug.putBack();
      await expect(page.getByRole('heading', { level: 1, name: 'Demo Person' })).toBeVisible({ timeout: 20_000 });
      await expect(page).toHaveURL(/\/profile$/);
    });

    test('screens that were opened during an outage come by themselves', { tag: '@desktop' }, async ({
      behind: { page, plug },
    }) => {
      await page.goto('/create-project');
      await page.getByLabel('Name', { exact: true }).fill('Quill');
      await page.getByRole('button', { name: 'Create', exact: true }).click();
      await expect(page.getByRole('link', { name: 'Quill' })).toBeVisible();
      await page.goto('/setting');
      await expect(page.getByRole('heading', { level: 1, name: 'Settings' })).toBeVisible();
      await plug.pull();
      await page.getByRole('link', { name: 'Projects' }).click();
      await expect(page.getByText('These projects could not be loaded')).toBeVisible();
      await plug.putBack();
      await expect(page.getByRole('link', { name: 'Quill' })).toBeVisible({ timeout: 20_000 });
      await expect(page.getByText('These projects could not be loaded')).toHaveCount(0);
    });

    test('what is open stays during an outage, without an error', { tag: '@desktop' }, async ({
      behind: { page, plug },
    }) => {
      await page.goto('/projects');
      await expect(page.getByText('Show what you are building')).toBeVisible();
      const failed = page.waitForResponse(
        (response) => response.url().includes('/api/myprojects') && response.status() >= 500,
      );
      await plug.pull();
      await page.evaluate(() => window.dispatchEvent(new Event('online')));
      await failed;
      await expect(page.getByText('Show what you are building')).toBeVisible();
      await expect(page.locator('main').getByRole('alert')).toHaveCount(0);
      await plug.putBack();
    });
  });
}

test('one who logs out in a tab is logged out in the other', { tag: '@desktop' }, async ({ behind: { page } }) => {
  await page.goto('/setting');
  const other = await page.context().newPage();
  await other.goto('/profile');
  await expect(other.getByRole('heading', { level: 1, name: 'Demo Person' })).toBeVisible();
  await page.getByRole('button', { name: 'Log out', exact: true }).first().click();
  await expect(page).toHaveURL(/\/$/);
  await expect(other.getByRole('heading', { level: 1, name: 'Connect. Collaborate. .Code' })).toBeVisible();
  await expect(other).toHaveURL(/\/$/);
});
