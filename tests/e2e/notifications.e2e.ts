import { expectAccessible } from './support/accessibility.ts';
import { expect, openLive, sayMuch, test } from './support/chat.ts';

test('a request and messages arrive live: the bell counts them, leads to each, and the count goes', async ({
  page,
  ana,
  ben,
  anotherCaller,
  socketOf,
}) => {
  test.slow();
  const bell = page.getByRole('button', { name: /^Notifications/ });
  const news = page.getByRole('group', { name: 'Notifications' });
  await openLive(page, '/projects');
  await bell.click();
  await expect(news.getByText('Nothing new')).toBeVisible();
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await expect(news).toBeHidden();
  await expect(bell).toBeFocused();

  const cleo = await anotherCaller({ firstName: 'Cleo', lastName: 'Cole' });
  await cleo.request.post(`/api/request/interested/${ana.account._id}`);
  await expect(bell).toHaveAccessibleName('Notifications, 1 new');
  await sayMuch(await socketOf(ben), ana, 2);
  await expect(bell).toHaveAccessibleName('Notifications, 3 new');
  await expect(page).toHaveTitle(/^\(3\) /);

  await bell.press('Enter');
  await expect(news.getByRole('heading', { name: 'Notifications 3 new' })).toBeFocused();
  await expectAccessible(page);
  await page.keyboard.press('Tab');
  await expect(news.getByRole('link', { name: /Cleo Cole.* wants to connect/ })).toBeFocused();
  await page.keyboard.press('ArrowDown');
  await expect(news.getByRole('link', { name: /Ben Berg.* line 2 2 unread/ })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(new RegExp(`/chat/${ben.account._id}$`));
  await expect(news).toBeHidden();
  await expect(bell).toHaveAccessibleName('Notifications, 1 new');

  await bell.click();
  await news.getByRole('link', { name: /Cleo Cole/ }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Requests' })).toBeFocused();
  await page.getByRole('button', { name: 'Accept Cleo Cole' }).click();
  await expect(bell).toHaveAccessibleName('Notifications');
});

test('the bell opens inside a screen of 320 pixels, in text of twice the size too @phone', async ({
  page,
  signUp,
  anotherCaller,
}) => {
  const own = await signUp();
  for (let i = 0; i < 6; i += 1) {
    const { request } = await anotherCaller({ firstName: 'Wolfeschlegelsteinhausen', lastName: 'Bergerdorff' });
    await request.post(`/api/request/interested/${own._id}`);
  }
  const bell = page.getByRole('button', { name: 'Notifications, 6 new' });
  const news = page.getByRole('group', { name: 'Notifications' });
  await page.goto('/projects');
  await page.setViewportSize({ width: 320, height: 640 });
  for (const text of ['100%', '200%']) {
    await page.evaluate((size) => {
      document.documentElement.style.fontSize = size;
    }, text);
    await bell.click();
    await expect(news.getByRole('link')).toHaveCount(7);
    const box = await news.boundingBox();
    expect(box?.x, text).toBeGreaterThanOrEqual(16);
    expect((box?.x ?? 0) + (box?.width ?? 0), text).toBeLessThanOrEqual(320);
    expect((box?.y ?? 0) + (box?.height ?? 0), text).toBeLessThanOrEqual(640);
    expect(await news.evaluate((each) => each.scrollWidth - each.clientWidth), text).toBe(0);
    for (const target of [bell, ...(await news.getByRole('link').all())])
      expect((await target.boundingBox())?.height, text).toBeGreaterThanOrEqual(44);
    await page.keyboard.press('Escape');
  }
});
