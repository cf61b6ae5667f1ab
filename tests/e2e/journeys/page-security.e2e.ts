import type { Page } from '@playwright/test';
import { type ClientRoute, clientRoutes } from '#shared/routes.ts';
import { expectAccessible } from '#tests/e2e/support/accessibility.ts';
import { expect, test } from '#tests/e2e/support/chat.ts';
import { createProject, goInApp } from '#tests/e2e/support/product.ts';

/** Policy violations that the browser reports, in the console and as events, and requests to another host than ours. */
async function collectComplaints(page: Page): Promise<string[]> {
  const complaints: string[] = [];
  page.on('request', (request) => {
    const { protocol, hostname } = new URL(request.url());
    if (/^(http|ws)s?:$/.test(protocol) && hostname !== 'localhost') complaints.push(`asked for ${request.url()}`);
  });
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

/** The screen with what it has loaded, in our own font. */
async function whenShown(page: Page): Promise<void> {
  const heading = page.getByRole('heading', { level: 1 });
  await expect(heading).toBeVisible();
  await expect(page.locator('[aria-busy="true"]')).toHaveCount(0);
  await expect(heading).toHaveCSS('font-family', /^"?Inter Variable/);
  const loaded = () => page.evaluate(() => [...document.fonts].filter(({ status }) => status === 'loaded').length);
  await expect.poll(loaded, { message: 'fonts that the page has loaded' }).toBeGreaterThan(0);
}

test('no open screen breaks the content security policy or a rule of axe, or asks another host', async ({ page }) => {
  const complaints = await collectComplaints(page);
  for (const path of addressesOf(false, { project: '', person: '' })) {
    await page.goto(path);
    await whenShown(page);
    await expectAccessible(page);
  }
  expect(complaints).toEqual([]);
});

test('no screen behind the login breaks the content security policy or a rule of axe, or asks another host', async ({
  page,
  ana,
  ben,
  anotherCaller,
}) => {
  const complaints = await collectComplaints(page);
  const description = '# Aim\n\n```ts\nconst a: number = 1; // one\n```\n\n| a | b |\n|---|---|\n| 1 | 2 |\n\n> quoted';
  const project = await createProject(ana.request, 'Everything', { description, skills: ['Go'], isPublic: true });
  await ben.request.post(`/api/project/interest/${project}`, { data: { note: 'Hello' } });
  await (await anotherCaller()).request.post(`/api/request/interested/${ana.account._id}`);
  await page.goto('/feed');
  const addresses = addressesOf(true, { project, person: ben.account._id });
  for (const path of [...addresses, '/search?q=re', '/search?q=re&tab=projects']) {
    await goInApp(page, path);
    await expect(page).toHaveURL(path);
    await whenShown(page);
    await expectAccessible(page);
  }
  await page.goto(`/share/project/${project}`);
  await expect(page.getByRole('heading', { level: 1, name: 'Everything' })).toBeVisible();
  await expectAccessible(page);
  expect(complaints).toEqual([]);
});
