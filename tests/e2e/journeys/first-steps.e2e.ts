import { tabTo } from '#tests/e2e/support/keyboard.ts';
import { expect, test, untilProgramRuns } from '#tests/e2e/support/product.ts';

test('from the landing page to a decision that lasts', { tag: '@phone' }, async ({ page }) => {
  await page.goto('/');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Connect. Collaborate. .Code');
  await untilProgramRuns(page);
  await page.getByRole('button', { name: 'Get Started' }).click();
  await expect(page).toHaveURL(/\/login$/);
  await expect(page.getByLabel('Email Id')).toHaveValue('demo@example.com');
  await page.getByRole('button', { name: 'Login', exact: true }).click();
  await expect(page).toHaveURL(/\/feed$/);

  const card = page.getByRole('region', { name: 'People to meet' }).getByRole('article').first();
  const name = (await card.getByRole('heading', { level: 2 }).textContent()) ?? '';
  expect(name).not.toBe('');
  const sent = page.waitForResponse((response) => response.url().includes('/api/request/interested/'));
  await card.getByRole('button', { name: `Interested in ${name}` }).click();
  await expect(page.getByRole('article', { name, exact: true })).toHaveCount(0);
  expect((await sent).status()).toBe(200);

  await page.goto('/feed?view=list');
  await expect(page.getByRole('article').first()).toBeVisible();
  await expect(page.getByRole('article', { name, exact: true })).toHaveCount(0);
});

test('what is pressed before the program has loaded is done once it has', async ({ page }) => {
  const loads = Promise.withResolvers<void>();
  await page.route('**/assets/*.js', async (route) => {
    await loads.promise;
    await route.continue();
  });
  await page.goto('/login', { waitUntil: 'commit' });
  await page.getByRole('button', { name: 'SingUP' }).click();
  loads.resolve();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('SignUp');
  await expect(page.getByLabel('First Name')).toBeFocused();
});

test('log in and decide with the keyboard alone', async ({ page }) => {
  await page.goto('/');
  await untilProgramRuns(page);
  await tabTo(page, page.getByRole('button', { name: 'Get Started' }));
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 1, name: 'Login' })).toBeFocused();
  await tabTo(page, page.getByLabel('Password', { exact: true }));
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/feed$/);

  const cards = page.getByRole('region', { name: 'People to meet' }).getByRole('article');
  const name = (await cards.first().getByRole('heading', { level: 2 }).textContent()) ?? '';
  await page.keyboard.press('x');
  await expect(page.getByRole('article', { name, exact: true })).toHaveCount(0);
  await expect(cards.first().getByRole('link').first()).toBeFocused();
  await expect(page.getByText(/ ignored$/)).toBeVisible();
  await page.keyboard.press('u');
  await expect(page.getByRole('article', { name, exact: true })).toBeVisible();
});
