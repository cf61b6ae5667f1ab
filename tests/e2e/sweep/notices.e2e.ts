import { createHmac } from 'node:crypto';
import { deriveKey, newSecret } from '#platform/config/secret.ts';
import { expectAccessible } from '#tests/e2e/support/accessibility.ts';
import { expectFits } from '#tests/e2e/support/narrow-screens.ts';
import { startOwnProduct } from '#tests/e2e/support/own-product.ts';
import { test as base, expect, type TestFixtures, type WorkerFixtures } from '#tests/e2e/support/product.ts';

const secret = newSecret();

/** As the upstream makes it for the links in its mails. */
function tokenOf(userId: string, kind: string): string {
  const mac = createHmac('sha256', deriveKey(secret, 'unsubscribe')).update(`${userId} ${kind}`).digest('base64url');
  return `${userId}.${kind}.${mac}`;
}

/** A product with mail, whose links the tests can make: mails about notifications come after minutes. */
const test = base.extend<TestFixtures, WorkerFixtures>({
  productUrl: [
    async ({ databaseUrl }, use) => {
      const product = await startOwnProduct(databaseUrl, { DEMO: 'off', MAIL_URL: '', SECRET: secret });
      await use(product.url);
      await product.stop();
    },
    { scope: 'worker', timeout: 180_000 },
  ],
});

test('what one is told about is chosen in the settings, and holds on the next visit', { tag: '@phone' }, async ({
  page,
  signUp,
}) => {
  await signUp();
  await page.goto('/setting?section=notifications');
  const requests = page.getByRole('group', { name: 'Somebody wants to connect' });
  const mail = requests.getByRole('checkbox', { name: 'Mail' });
  await expect(mail).toBeChecked();
  await expectAccessible(page);
  // The first visit stores the time zone by itself, so that each change waits for its own reply.
  const saved = (sent: RegExp) =>
    page.waitForResponse(
      (reply) => reply.request().method() === 'PATCH' && sent.test(reply.request().postData() ?? '') && reply.ok(),
    );
  await Promise.all([saved(/"mail":false/), mail.press('Space')]);
  await page.reload();
  await expect(mail).not.toBeChecked();
  await expect(requests.getByRole('checkbox', { name: 'On the page' })).toBeChecked();
  await expectFits(page, ['/setting?section=notifications'], { shows: requests });
});

test('mails of one kind are stopped by the link in them, without a login', async ({ page, anotherCaller }) => {
  const { account, request } = await anotherCaller();
  const chosen = async () => (await request.get('/api/profile/preferences')).json();
  await page.goto('/unsubscribe#cut.off');
  await expect(page.getByText('This link is not complete.')).toBeVisible();
  await page.goto('about:blank');
  await page.goto(`/unsubscribe#${tokenOf(account._id, 'message')}`);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Stop these mails');
  await expect(page.getByText('You get a mail about unread messages.')).toBeVisible();
  await expectAccessible(page);
  expect((await chosen()).notify.message.mail, 'opening changes nothing').toBe(true);
  await page.getByRole('button', { name: 'Stop these mails' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Stopped');
  await expectAccessible(page);
  const { notify } = await chosen();
  expect(notify.message).toEqual({ page: true, mail: false, push: true });
  expect(notify.request.mail).toBe(true);
  await page.getByRole('link', { name: 'Log in' }).click();
  await expect(page).toHaveURL(/\/login$/);
});

test('mail programs stop mails with one call through the gateway', async ({
  playwright,
  productUrl,
  anotherCaller,
}) => {
  const { account, request } = await anotherCaller();
  // No browser, and nobody's cookies.
  const program = await playwright.request.newContext({ baseURL: productUrl });
  const url = `/api/email/unsubscribe?token=${tokenOf(account._id, 'mention')}`;
  expect((await program.get(url, { maxRedirects: 0 })).status()).toBe(303);
  const clicked = await program.post(url, { form: { 'List-Unsubscribe': 'One-Click' } });
  expect(clicked.status()).toBe(200);
  expect((await (await request.get('/api/profile/preferences')).json()).notify.mention.mail).toBe(false);
  await program.dispose();
});
