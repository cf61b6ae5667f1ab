import { clientRoutes } from '#shared/routes.ts';
import { expect, test } from './support/product.ts';

const paths = Object.values(clientRoutes).map(({ path }) => path.replace(/:\w+/, '65f1c0ffee0badcafe123456'));

test('no screen breaks the content security policy, toasts and pictures included', async ({ page, signUp }) => {
  const complaints: string[] = [];
  page.on('console', (message) => {
    if (/content.security.policy|permissions-policy|preload/i.test(message.text())) complaints.push(message.text());
  });
  await page.exposeFunction('complain', (text: string) => complaints.push(text));
  await page.addInitScript(() => {
    document.addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI, sourceFile }) => {
      (window as unknown as { complain: (text: string) => void }).complain(
        `${violatedDirective} ${blockedURI} ${sourceFile}`,
      );
    });
  });
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

test('the profile call starts with the page and is made once', async ({ page, signUp }) => {
  await signUp();
  const calls: string[] = [];
  page.on('request', (request) => {
    if (request.url().endsWith('/api/profile/view')) calls.push(request.resourceType());
  });
  await page.goto('/profile');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await page.waitForLoadState('networkidle');
  // Only the preload, which the client's own fetch then took: a second one would be 'fetch'.
  expect(calls).toEqual(['other']);
});
