import { expect, openChat, say, test, texts } from '#tests/e2e/support/chat.ts';
import { logIn } from '#tests/e2e/support/product.ts';

const host = 'dotcode.test';

test('on plain http and a host that is not localhost, a user logs in and writes a message', async ({
  playwright,
  productUrl,
  ana,
  ben,
}, info) => {
  const { args = [], ...options } = info.project.use.launchOptions ?? {};
  const browser = await playwright.chromium.launch({
    ...options,
    args: [
      ...args.filter((arg) => !arg.startsWith('--host-resolver-rules')),
      `--host-resolver-rules=MAP ${host} 127.0.0.1 , MAP * ~NOTFOUND , EXCLUDE 127.0.0.1`,
    ],
  });
  const url = new URL(productUrl);
  url.hostname = host;
  const page = await browser.newPage({ baseURL: url.origin });
  const crashes: string[] = [];
  page.on('pageerror', ({ message }) => crashes.push(message));
  await logIn(page, ana.account);
  expect(await page.evaluate(() => isSecureContext)).toBe(false);

  await openChat({ ...ana, page }, ben);
  await openChat(ben, ana);
  await say({ ...ana, page }, 'over plain http');
  await expect.poll(() => texts(ben.page)).toEqual(['over plain http']);

  await page.goto('/profile');
  await page.getByRole('button', { name: 'Copy link' }).click();
  await expect(page.getByText(`${url.origin}/profile/${ana.account._id}`)).toBeVisible();
  expect(crashes).toEqual([]);
  await browser.close();
});
