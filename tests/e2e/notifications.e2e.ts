import { expectAccessible } from './support/accessibility.ts';
import { expect, openLive, sayMuch, test } from './support/chat.ts';

test('requests, messages and answers arrive live: each badge counts its own, the panel has all', async ({
  page,
  ana,
  ben,
  anotherCaller,
  socketOf,
}) => {
  test.slow();
  const bell = page.getByRole('button', { name: /^Notifications/ });
  const panel = page.getByRole('group', { name: 'Notifications' });
  await openLive(page, '/projects');
  await bell.click();
  await expect(panel.getByText('is connected with you now')).toBeVisible();
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await expect(panel).toBeHidden();
  await expect(bell).toBeFocused();
  await expect(bell).toHaveAccessibleName('Notifications');

  const cleo = await anotherCaller({ firstName: 'Cleo', lastName: 'Cole' });
  await cleo.request.post(`/api/request/interested/${ana.account._id}`);
  await sayMuch(await socketOf(ben), ana, 2);
  await expect(page).toHaveTitle(/^\(3\) /);
  await expect(bell, 'Requests and Connections count these').toHaveAccessibleName('Notifications');

  await bell.press('Enter');
  await expect(panel.getByRole('heading', { name: 'Notifications 2 unread' })).toBeFocused();
  await expectAccessible(page);
  await expect(panel.getByRole('link', { name: /Cleo Cole.* wants to connect.* unread/ })).toBeVisible();
  await panel.getByRole('link', { name: /Ben Berg.* 2 unread messages/ }).click();
  await expect(page).toHaveURL(new RegExp(`/chat/${ben.account._id}$`));
  await expect(panel).toBeHidden();
  await expect(page).toHaveTitle(/^\(1\) /);

  await bell.click();
  await panel.getByRole('link', { name: /Cleo Cole/ }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Requests' })).toBeFocused();
  await page.getByRole('button', { name: 'Accept Cleo Cole' }).click();
  await expect(page).not.toHaveTitle(/^\(/);
});

test('what happened while its receiver was away is there when they come back, on every device', {
  tag: '@desktop',
}, async ({ page, signUp, anotherCaller, browser }) => {
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
  await expect(page.getByRole('button', { name: 'Notifications, 1 new' })).toBeVisible();
  await expect(page.getByRole('tab', { name: /Mine\s*2\s*people ask to join/ })).toBeVisible();
  await expect(page.getByRole('article').getByText('2 people ask to join')).toBeVisible();
  await expect(page).toHaveTitle(/^\(3\) /);

  const elsewhere = await browser.newContext({ storageState: await page.context().storageState() });
  const other = await elsewhere.newPage();
  await other.goto('/projects');
  await expect(other.getByRole('button', { name: 'Notifications, 1 new' })).toBeVisible();

  const panel = page.getByRole('group', { name: 'Notifications' });
  await page.getByRole('button', { name: /^Notifications/ }).click();
  await panel.getByRole('link', { name: /and 1 other ask to join Kite/ }).click();
  await expect(page.getByRole('heading', { name: 'Interested people 2' })).toBeVisible();
  await page.getByRole('button', { name: /^Notifications/ }).click();
  await panel.getByRole('button', { name: 'Mark all as read' }).click();
  await expect(other.getByRole('button', { name: 'Notifications', exact: true })).toBeVisible();
  await elsewhere.close();
});

test('on a phone the bell opens a sheet that fits 320 pixels, in text of twice the size too @phone', async ({
  page,
  signUp,
  anotherCaller,
}) => {
  const own = await signUp();
  for (let i = 0; i < 6; i += 1) {
    const { request } = await anotherCaller({ firstName: 'Wolfeschlegelsteinhausen', lastName: 'Bergerdorff' });
    await request.post(`/api/request/interested/${own._id}`);
  }
  const bell = page.getByRole('button', { name: 'Notifications' });
  const panel = page.getByRole('group', { name: 'Notifications' });
  await page.goto('/projects');
  await page.setViewportSize({ width: 320, height: 640 });
  for (const text of ['100%', '200%']) {
    await page.evaluate((size) => {
      document.documentElement.style.fontSize = size;
    }, text);
    await bell.click();
    await expect(panel.getByRole('link')).toHaveCount(6);
    const box = await panel.boundingBox();
    expect(box?.x, text).toBe(0);
    expect(box?.width, text).toBe(320);
    expect((box?.y ?? 0) + (box?.height ?? 0), text).toBe(640);
    expect(box?.y, text).toBeGreaterThan(64);
    expect(await panel.evaluate((each) => each.scrollWidth - each.clientWidth), text).toBe(0);
    for (const target of [bell, ...(await panel.getByRole('link').all())])
      expect((await target.boundingBox())?.height, text).toBeGreaterThanOrEqual(44);
    await page.keyboard.press('Escape');
  }
});
