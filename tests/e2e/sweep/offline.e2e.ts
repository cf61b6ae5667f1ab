import { expect, test } from '#tests/e2e/support/product.ts';

test.use({ serviceWorkers: 'allow' });

test('screens that were never opened open without a network, and what was seen stays', async ({
  page,
  context,
  signUp,
}) => {
  test.slow();
  await signUp();
  await page.goto('/feed');
  const card = page.getByRole('region', { name: 'People to meet' }).getByRole('article').first();
  await expect(card).toBeVisible();
  const codeOf = (screen: string) =>
    page.evaluate(
      (name) => performance.getEntriesByType('resource').filter((file) => file.name.includes(`/${name}-`)).length,
      screen,
    );
  for (const screen of ['requests-page', 'search-page', 'settings-page', 'chat-page', 'find-bar'])
    await expect.poll(() => codeOf(screen), { message: screen }).toBeGreaterThan(0);

  await context.setOffline(true);
  await expect(page.getByText('You are offline. What you see may be old.')).toBeVisible();
  await expect(card).toBeVisible();
  await expect(page.locator('main').getByRole('alert')).toHaveCount(0);
  const navigation = page.getByRole('navigation', { name: 'Main' });
  for (const name of ['Requests', 'Search', 'Projects', 'Settings']) {
    await navigation.getByRole('link', { name }).click();
    await expect(page.getByRole('heading', { level: 1, name })).toBeVisible();
    await expect(page.getByText('crash')).toHaveCount(0);
  }
  await navigation.getByRole('link', { name: 'Feed' }).click();
  await expect(card, 'it was seen before').toBeVisible();
  await navigation.getByRole('link', { name: 'Projects' }).click();
  await expect(page.getByText('These projects could not be loaded')).toBeVisible();
  await context.setOffline(false);
  await expect(page.getByText('Show what you are building')).toBeVisible();
});
