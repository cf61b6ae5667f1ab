import { expect, test, untilAnswered } from '#tests/e2e/support/product.ts';

test('two people: one shows a project, the other finds it, asks, is accepted and has the way to chat', {
  tag: '@phone',
}, async ({ page, signUp, anotherPerson }) => {
  const ana = await signUp({ firstName: 'Ana', lastName: 'Silva' });
  // No other test has this name: they share one database.
  const name = `Tidy notes ${Date.now().toString(36)}`;
  await page.goto('/projects');
  await page.getByRole('link', { name: 'Create a Project' }).first().click();
  await page.getByLabel('Name').fill(name);
  await page
    .getByLabel('Description', { exact: true })
    .fill('# Aim\n\nKeeps **order** in notes.\n\n```ts\nconst a = 1;\n```');
  await page.getByRole('combobox', { name: 'Skills' }).fill('Tidiness,');
  await page.getByRole('button', { name: 'Create', exact: true }).click();
  await expect(page).toHaveURL(/\/profile$/);
  await expect(page.locator('[data-highlighted]').getByRole('link', { name })).toBeVisible();

  const ben = await anotherPerson({ firstName: 'Ben', lastName: 'Okafor' });
  await ben.page.goto('/projects?tab=explore');
  await ben.page.getByRole('link', { name }).click();
  await expect(ben.page.getByRole('heading', { level: 1, name })).toBeVisible();
  await expect(ben.page.getByRole('heading', { level: 3, name: 'Aim' })).toBeVisible();
  await expect(ben.page.locator('.hljs-keyword')).toHaveText('const');
  await ben.page.getByLabel('Note (optional)').fill('I label everything.');
  await untilAnswered(ben.page, '/project/interest/', () =>
    ben.page.getByRole('button', { name: 'Ask to join' }).click(),
  );
  await expect(ben.page.getByRole('heading', { name: 'You asked to join' })).toBeVisible();
  const address = ben.page.url();
  await ben.page.goto('/projects?tab=interested');
  await expect(ben.page.getByRole('article').filter({ hasText: name }).getByText('Interested')).toBeVisible();

  // By keyboard: the toast may cover the button, and stays while the pointer rests on it.
  await page.locator('[data-highlighted]').getByRole('link', { name }).press('Enter');
  await expect(page.getByText('I label everything.')).toBeVisible();
  await page.getByRole('button', { name: 'Accept Ben Okafor' }).press('Enter');
  await expect(page.getByRole('region', { name: /^Members/ }).getByText('Ben Okafor')).toBeVisible();
  await expect(page.getByRole('link', { name: 'Message Ben Okafor' })).toHaveAttribute(
    'href',
    `/chat/${ben.account._id}`,
  );

  await ben.page.goto(address);
  await expect(ben.page.getByRole('heading', { name: 'You are a member' })).toBeVisible();
  await expect(ben.page.getByRole('region', { name: /^Members/ }).getByText('You')).toBeVisible();
  await ben.page.getByRole('link', { name: 'Message Ana' }).click();
  await expect(ben.page).toHaveURL(new RegExp(`/chat/${ana._id}$`));
  const chat = await ben.page.context().request.get(`/api/chat/${ana._id}`);
  expect(chat.status(), 'the two may chat').toBe(200);
});
