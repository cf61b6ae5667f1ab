import { expect, samplePassword, test } from '#tests/e2e/support/recorded-app.ts';

test('a session that is gone is noticed by asking once more, and is taken up again in place', async ({
  openAs,
  context,
}) => {
  const page = await openAs('asha', '/setting');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  // A call that is still on its way would open the dialog over the link.
  await page.waitForLoadState('networkidle');
  await context.clearCookies();
  await page.getByRole('link', { name: 'Projects' }).first().click();
  await expect(page.getByRole('dialog', { name: 'Your session has ended' })).toBeVisible();
  await page.getByLabel('Email Id').fill('asha@example.com');
  await page.getByLabel('Password', { exact: true }).fill(samplePassword);
  await page.getByRole('button', { name: 'Log in again' }).click();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(page.getByRole('main').getByRole('link', { name: 'Tiny parser' })).toBeVisible();
});

test('a database that is away does not look like a session that is gone', { tag: '@sweep' }, async ({
  openAs,
  recorded,
}) => {
  const page = await openAs('asha', '/setting');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  recorded.setDatabase('unreachable');
  // The connections may be loaded already, for the rooms of the chat.
  await page.getByRole('link', { name: 'Projects' }).first().click();
  await expect(page.getByText(/^No answer from the service since/)).toBeVisible();
  await expect(page.getByRole('dialog')).toHaveCount(0);
});

test('nobody is skipped although the upstream’s pages shrink under every decision', { tag: '@sweep' }, async ({
  openAs,
  recorded,
}) => {
  const page = await openAs('asha', '/feed?order=newest');
  const card = page.getByRole('region', { name: 'People to meet' }).getByRole('article');
  const everyone = 18;
  for (let decided = 0; decided < everyone; decided += 1) {
    await expect(card).toBeVisible();
    const name = (await card.getAttribute('aria-label')) ?? '';
    await page.keyboard.press('x');
    await expect(page.getByRole('article', { name, exact: true })).toHaveCount(0);
  }
  await expect(page.getByRole('heading', { name: 'You have seen everyone for now' })).toBeVisible();
  const { asha } = recorded.network.people;
  const ignored = () =>
    recorded.documents.requests.filter(({ fromUserID, status }) => fromUserID === asha._id && status === 'ignored');
  // The last card left before its call was answered.
  await expect.poll(() => new Set(ignored().map(({ toUserID }) => toUserID)).size).toBe(everyone);
});
