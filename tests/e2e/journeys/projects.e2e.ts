import { expect, test, untilAnswered } from '#tests/e2e/support/product.ts';

/** A name that no other test has: they share one database. */
const named = (what: string) => `${what} ${Date.now().toString(36)}${Math.random().toString(36).slice(2, 6)}`;

test('two people: one shows a project, the other finds it, asks, is accepted and has the way to chat', {
  tag: '@phone',
}, async ({ page, signUp, anotherPerson }) => {
  const ana = await signUp({ firstName: 'Ana', lastName: 'Silva' });
  const name = named('Tidy notes');
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

test('a member is given a role, takes the project over and removes the creator before', {
  tag: ['@phone', '@sweep'],
}, async ({ page, signUp, anotherPerson }) => {
  await signUp({ firstName: 'Ana', lastName: 'Silva' });
  const ben = await anotherPerson({ firstName: 'Ben', lastName: 'Okafor' });
  const { project } = await (
    await page.context().request.post('/api/create-project', { data: { projectName: named('Glyph garden') } })
  ).json();
  const address = `/project/view/${project._id}`;
  const asked = await ben.request.post(`/api/project/interest/${project._id}`, { data: {} });
  const { data } = await asked.json();
  await page.context().request.post(`/api/project/interest/review/accepted/${data._id}`, { data: {} });

  await page.goto(address);
  const members = page.getByRole('region', { name: /^Members/ });
  await expect(members.getByRole('listitem')).toContainText(['Creator', 'Ben Okafor']);
  const act = async (name: string) => {
    await members.getByRole('button', { name: 'Membership of Ben Okafor' }).press('Enter');
    await page.getByRole('button', { name, exact: true }).press('Enter');
  };
  await act('Change the role');
  await page.getByLabel('Role').fill('Design');
  await page.getByLabel('Role').press('Enter');
  await expect(members.getByRole('listitem').filter({ hasText: 'Ben Okafor' })).toContainText('Design');
  await act('Offer the project');
  await page.getByRole('dialog').getByRole('button', { name: 'Offer it' }).press('Enter');
  await expect(members.getByText('Design · offered the project')).toBeVisible();

  await ben.page.goto(address);
  await ben.page.getByRole('button', { name: 'Accept the project' }).press('Enter');
  await expect(ben.page.getByRole('link', { name: 'Edit', exact: true })).toBeVisible();
  await expect(ben.page.getByRole('region', { name: 'Activity' })).toContainText('You are the creator now');
  // Ana's open page hears of it.
  await expect(page.getByRole('heading', { name: 'You are a member' })).toBeVisible();
  const bens = ben.page.getByRole('region', { name: /^Members/ });
  await bens.getByRole('button', { name: 'Membership of Ana Silva' }).press('Enter');
  await ben.page.getByRole('button', { name: 'Remove', exact: true }).press('Enter');
  await ben.page.getByRole('dialog').getByRole('button', { name: 'Remove' }).press('Enter');
  await expect(bens).toBeHidden();
  await expect(page.getByRole('heading', { name: 'Join this project' })).toBeVisible();
});
