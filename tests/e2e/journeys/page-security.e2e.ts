import type { Page } from '@playwright/test';
import { type ClientRoute, clientRoutes } from '#shared/routes.ts';
import { expectAccessible } from '#tests/e2e/support/accessibility.ts';
import { expect, test } from '#tests/e2e/support/chat.ts';
import { createProject, goInApp, profileCalls } from '#tests/e2e/support/product.ts';

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

/** The screens that this access shows, by address; `:projectId` and the other ids are those of `ids`. */
const addressesOf = (isGuarded: boolean, ids: { project: string; person: string }) =>
  Object.values<ClientRoute>(clientRoutes)
    .filter(({ role, access }) => role === undefined && (access === 'authenticated') === isGuarded)
    .map(({ path }) => path.replace(/:\w+/, path.includes(':projectId') ? ids.project : ids.person));

/** The screen with what it has loaded. */
async function whenShown(page: Page): Promise<void> {
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(page.locator('[aria-busy="true"]')).toHaveCount(0);
}

test('no open screen breaks the content security policy or a rule of axe', async ({ page }) => {
  const complaints = await collectComplaints(page);
  for (const path of addressesOf(false, { project: '', person: '' })) {
    await page.goto(path);
    await whenShown(page);
    await expectAccessible(page);
  }
  expect(complaints).toEqual([]);
});

test('no screen behind the login breaks the content security policy or a rule of axe', async ({ page, ana, ben }) => {
  const complaints = await collectComplaints(page);
  const description = '# Aim\n\n```ts\nconst a: number = 1; // one\n```\n\n| a | b |\n|---|---|\n| 1 | 2 |\n\n> quoted';
  const project = await createProject(ana.request, 'Everything', { description, skills: ['Go'] });
  await ben.request.post(`/api/project/interest/${project}`, { data: { note: 'Hello' } });
  await page.goto('/feed');
  for (const path of addressesOf(true, { project, person: ben.account._id })) {
    await goInApp(page, path);
    await expect(page).toHaveURL(path);
    await whenShown(page);
    await expectAccessible(page);
  }
  expect(complaints).toEqual([]);
});

test('toasts look as they should, and pictures from elsewhere are shown, under that policy', { tag: '@sweep' }, async ({
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
  // A toast stays on screen while the pointer is over it.
  await page.locator('[data-sonner-toast]').first().hover();
  const toaster = page.locator('[data-sonner-toaster]').first();
  expect(await toaster.evaluate((element) => getComputedStyle(element).position)).toBe('fixed');
  expect(complaints).toEqual([]);
});

test('the profile call starts with the page and is made once', { tag: '@sweep' }, async ({ page, signUp }) => {
  await signUp();
  // One entry, the preload, which the client's own fetch used: a second call would have the type 'fetch'.
  expect(await profileCalls(page)).toEqual(['other']);
});

test('the page of a screen names the screen’s files, so that none waits until another asks for it', {
  tag: '@sweep',
}, async ({ page, signUp }) => {
  await signUp();
  for (const [path, screen] of [
    ['/feed', 'feed-page'],
    ['/setting', 'settings-page'],
  ] as const) {
    const html = await (await page.goto(path))?.text();
    await expect(page.locator('main h1')).toBeVisible();
    const loaded = await page.evaluate(() => performance.getEntriesByType('resource').map(({ name }) => name));
    const own = loaded.map((url) => new URL(url).pathname).filter((name) => name.includes(`/${screen}-`));
    const shared = loaded.map((url) => new URL(url).pathname).filter((name) => /\/(?:shell|vendor)-/.test(name));
    expect(own.filter((name) => name.endsWith('.js'))).toHaveLength(1);
    expect(shared.length).toBeGreaterThanOrEqual(2);
    for (const file of [...own, ...shared]) expect(html).toContain(file);
  }
});

test('what programs ask a site for by its name is there', { tag: '@sweep' }, async ({ request }) => {
  const icon = await request.get('/favicon.ico');
  expect([icon.status(), icon.headers()['content-type']]).toEqual([200, 'image/vnd.microsoft.icon']);
  expect([...(await icon.body()).subarray(0, 4)]).toEqual([0, 0, 1, 0]);
  const robots = await request.get('/robots.txt');
  expect([robots.status(), robots.headers()['content-type']]).toEqual([200, 'text/plain; charset=utf-8']);
  expect(await robots.text()).toContain('Disallow: /api/');
});
