import { expect, test } from '#tests/e2e/support/chat.ts';

test('what happened while its receiver was away is there when they come back, on every device', async ({
  page,
  signUp,
  anotherCaller,
  browser,
}) => {
  test.slow();
  const own = await signUp();
  const { project } = await (
    await page.context().request.post('/api/create-project', { data: { projectName: 'Kite' } })
  ).json();
  const [cleo, dora] = [
    await anotherCaller({ firstName: 'Cleo', lastName: 'Cole' }),
    await anotherCaller({ firstName: 'Dora', lastName: 'Dean' }),
  ];
  for (const { request } of [cleo, dora]) await request.post(`/api/project/interest/${project._id}`, { data: {} });
  await page.context().request.post(`/api/request/interested/${cleo.account._id}`);
  await cleo.request.post(`/api/request/interested/${own._id}`);

  await page.goto('/projects');
  await expect(page.getByRole('button', { name: 'Notifications, 2 unread' })).toBeVisible();
  await expect(page.getByRole('tab', { name: /Mine\s*2\s*people ask to join/ })).toBeVisible();
  await expect(page.getByRole('article').getByText('2 people ask to join')).toBeVisible();
  await expect(page).toHaveTitle(/^\(2\) /);

  const elsewhere = await browser.newContext({ storageState: await page.context().storageState() });
  const other = await elsewhere.newPage();
  await other.goto('/projects');
  await expect(other.getByRole('button', { name: 'Notifications, 2 unread' })).toBeVisible();

  const panel = page.getByRole('group', { name: 'Notifications' });
  await page.getByRole('button', { name: /^Notifications/ }).click();
  await panel.getByRole('link', { name: /and 1 other ask to join Kite/ }).click();
  await expect(page.getByRole('heading', { name: 'Interested people 2' })).toBeVisible();
  await page.getByRole('button', { name: /^Notifications/ }).click();
  await panel.getByRole('button', { name: 'Mark all read' }).click();
  await expect(other.getByRole('button', { name: 'Notifications', exact: true })).toBeVisible();
  await elsewhere.close();
});
