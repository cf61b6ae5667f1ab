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

test('a decision leaves the feed at once and stays decided after a reload', { tag: '@sweep' }, async ({
  openAs,
  recorded,
}) => {
  const { asha, farah } = recorded.network.people;
  const page = await openAs('asha', '/feed?order=newest');
  await page.getByRole('button', { name: 'Interested in Farah Haddad' }).click();
  await expect(page.getByRole('article', { name: 'Goran Ilic' })).toBeVisible();
  await expect
    .poll(() => recorded.documents.requests.at(-1))
    .toMatchObject({ fromUserID: asha._id, toUserID: farah._id, status: 'interested' });
  await page.reload();
  await expect(page.getByRole('article', { name: 'Goran Ilic' })).toBeVisible();
  await expect(page.getByRole('article', { name: 'Farah Haddad' })).toHaveCount(0);
});

test('a request is accepted, and its sender is a connection then', { tag: '@sweep' }, async ({ openAs, recorded }) => {
  const page = await openAs('asha', '/requests');
  await page.getByRole('button', { name: 'Accept Chloe Martin' }).click();
  await page
    .getByRole('dialog', { name: 'You and Chloe are connected' })
    .getByRole('button', { name: 'Write later' })
    .click();
  await expect.poll(() => recorded.network.requests.chloeToAsha.status).toBe('accepted');
  await page.getByRole('link', { name: 'Connections' }).first().click();
  await expect(page.getByRole('link', { name: 'Chloe Martin', exact: true })).toBeVisible();
});
