import type { Page } from '@playwright/test';
import { type ClientRoute, clientRoutes } from '#shared/routes.ts';
import { expect, profileCalls, test } from './support/product.ts';

const paths = Object.values<ClientRoute>(clientRoutes)
  .filter(({ role }) => role === undefined)
  .map(({ path }) => path.replace(/:\w+/, '65f1c0ffee0badcafe123456'));

const elsewhere = 'https://pictures.test/ada.svg';

/** Policy violations that the browser reports, in the console and as events. */
async function collectComplaints(page: Page): Promise<string[]> {
  const complaints: string[] = [];
  page.on('console', (message) => {
    if (/content.security.policy|permissions-policy|preload/i.test(message.text())) complaints.push(message.text());
  });
  await page.exposeFunction('complain', (text: string) => complaints.push(text));
  await page.addInitScript(() => {
    document.addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI, sourceFile }) => {
      const { complain } = window as unknown as { complain: (text: string) => void };
      complain(`${violatedDirective} ${blockedURI} ${sourceFile}`);
    });
  });
  return complaints;
}

test('no screen breaks the content security policy @desktop', async ({ page, signUp }) => {
  const complaints = await collectComplaints(page);
  await page.goto('/');
  await page.goto('/login');
  await signUp();
  for (const path of paths) {
    await page.goto(path);
    await expect(page.locator('#root')).not.toBeEmpty();
    await page.waitForLoadState('networkidle');
  }
  expect(complaints).toEqual([]);
});

test('toasts look as they should, and pictures from elsewhere are shown, under that policy @desktop', async ({
  page,
  signUp,
}) => {
  const complaints = await collectComplaints(page);
  await page.route(elsewhere, (route) =>
    route.fulfill({
      contentType: 'image/svg+xml',
      body: '<svg xmlns="http://www.w3.org/2000/svg" width="8" height="8"/>',
    }),
  );
  await signUp();
  const edited = await page.request.patch('/api/profile/edit', { data: { photoUrl: elsewhere } });
  expect(edited.status(), await edited.text()).toBe(200);

  await page.goto('/profile');
  const picture = page.locator(`img[src="${elsewhere}"]`).first();
  await expect.poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(8);

  await page.getByRole('button', { name: 'Copy link' }).click();
  await expect(page.locator('[data-sonner-toast]').first()).toBeVisible();
  const toaster = page.locator('[data-sonner-toaster]').first();
  expect(await toaster.evaluate((element) => getComputedStyle(element).position)).toBe('fixed');
  expect(complaints).toEqual([]);
});

test('the profile call starts with the page and is made once @desktop', async ({ page, signUp }) => {
  await signUp();
  // One entry, the preload, which the client's own fetch used: a second call would have the type 'fetch'.
  expect(await profileCalls(page)).toEqual(['other']);
});

test('the page of a screen names the screen’s files, so that none waits until another asks for it @desktop', async ({
  page,
  signUp,
}) => {
  await signUp();
  for (const [path, screen] of [
    ['/feed', 'feed-page'],
    ['/setting', 'settings-page'],
  ] as const) {
    const html = await (await page.goto(path))?.text();
    await expect(page.locator('main h1')).toBeVisible();
    const loaded = await page.evaluate(() => performance.getEntriesByType('resource').map(({ name }) => name));
    const own = loaded.map((url) => new URL(url).pathname).filter((name) => name.includes(`/${screen}-`));
    const shared = loaded
      .map((url) => new URL(url).pathname)
      .filter((name) => /\/(?:shell|signed-in|vendor)-/.test(name));
    expect(own.filter((name) => name.endsWith('.js'))).toHaveLength(1);
    expect(shared.length).toBeGreaterThanOrEqual(4);
    for (const file of [...own, ...shared]) expect(html).toContain(file);
  }
});

test('what programs ask a site for by its name is there @desktop', async ({ request }) => {
  const icon = await request.get('/favicon.ico');
  expect([icon.status(), icon.headers()['content-type']]).toEqual([200, 'image/vnd.microsoft.icon']);
  expect([...(await icon.body()).subarray(0, 4)]).toEqual([0, 0, 1, 0]);
  const robots = await request.get('/robots.txt');
  expect([robots.status(), robots.headers()['content-type']]).toEqual([200, 'text/plain; charset=utf-8']);
  expect(await robots.text()).toContain('Disallow: /api/');
});
