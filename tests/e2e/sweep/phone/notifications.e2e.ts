import { expect, test } from '#tests/e2e/support/product.ts';

test('on a phone the bell opens a sheet that fits 320 pixels, in text of twice the size too', async ({
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
    await expect(panel.getByRole('list').getByRole('link')).toHaveCount(6);
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
