import { expectAccessible } from '#tests/e2e/support/accessibility.ts';
import { expect, logIn, test } from '#tests/e2e/support/product.ts';

test('a visitor is sent from a protected screen to the landing page, and offered it after logging in', async ({
  page,
}) => {
  await page.goto('/connection');
  await expect(page).toHaveURL(/\/$/);
  await logIn(page);
  await page.getByRole('link', { name: 'Continue to Connections' }).click();
  await expect(page).toHaveURL(/\/connection$/);
});

test('a signed-in person is sent from the login to the feed', async ({ page, signUp }) => {
  await signUp();
  await page.goto('/login');
  await expect(page).toHaveURL(/\/feed$/);
  await page.goto('/');
  await expect(page).toHaveURL(/\/feed$/);
});

test('Learn More moves to the features', async ({ page }) => {
  await page.goto('/');
  await page.getByRole('button', { name: 'Learn More' }).click();
  const heading = page.getByRole('heading', { level: 2 }).first();
  await expect(heading).toBeFocused();
  await expect(heading).toBeInViewport();
});

test('landing, login and loading gate are accessible in both themes', { tag: '@phone' }, async ({ page, signUp }) => {
  await page.goto('/');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expectAccessible(page);
  await page.goto('/login');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'SingUP' }).click();
  await expect(page.getByLabel('First Name')).toBeVisible();
  await expectAccessible(page);

  await signUp();
  const looked = Promise.withResolvers<void>();
  await page.route('**/api/profile/view', async (route) => {
    await looked.promise;
    await route.continue();
  });
  await page.goto('/feed');
  await expect(page.getByRole('status').getByText('Loading, please wait...')).toBeVisible();
  await expectAccessible(page, { gate: true });
  looked.resolve();
});

test('feed and own profile are accessible in both themes', { tag: '@phone' }, async ({ page, signUp }) => {
  await signUp();
  await page.goto('/feed');
  await expect(page.getByRole('article').first()).toBeVisible();
  await expectAccessible(page);
  await page.goto('/feed?view=list');
  await expect(page.getByRole('article').nth(3)).toBeVisible();
  await expectAccessible(page);
  await page.goto('/profile');
  await expect(page.getByRole('heading', { name: 'No projects yet' })).toBeVisible();
  await expectAccessible(page);
});
