import { readdir, readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { expectAccessible } from '#tests/e2e/support/accessibility.ts';
import { test as base, expect, startOwnProduct, type WorkerFixtures } from '#tests/e2e/support/product.ts';
import { codeIn, wordsOf } from '#tests/support/read-mail.ts';

/** A product that sends mail into files, as `npm start` does without MAIL_URL. */
const test = base.extend<object, WorkerFixtures>({
  productUrl: [
    async ({ databaseUrl }, use) => {
      const product = await startOwnProduct(databaseUrl, { MAIL_URL: '' });
      await use(product.url);
      await product.stop();
    },
    { scope: 'worker', timeout: 180_000 },
  ],
});

test('after the sign-up a banner asks for the address, until the code of the mail is entered', {
  tag: '@phone',
}, async ({ page, databaseUrl }) => {
  const emailId = `new-${process.pid}-${Date.now()}@example.com`;
  await page.goto('/');
  await page.getByRole('link', { name: 'Create a account' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('SignUp');
  await page.getByLabel('First Name').fill('Noor');
  await page.getByLabel('Last Name').fill('Haddad');
  await page.getByLabel('Email Id').fill(emailId);
  await page.getByLabel('Password', { exact: true }).fill('Str0ng!pass');
  await page.getByRole('button', { name: 'SignUp', exact: true }).click();
  await expect(page).toHaveURL(/\/profile$/);
  const banner = page.getByText('Please confirm your address');
  await expect(banner).toContainText(emailId);
  await expectAccessible(page);

  const outbox = join(dirname(databaseUrl.replace('sqlite:', '')), 'outbox');
  let code = '';
  const readCode = async () => {
    const names = await readdir(outbox).catch(() => []);
    for (const name of names.filter((each) => each.endsWith('.eml') && each.includes('-verify-'))) {
      const source = await readFile(join(outbox, name), 'utf8');
      if (source.includes(`To: ${emailId}`)) code = codeIn(wordsOf(source));
    }
    return code;
  };
  await expect.poll(readCode).not.toBe('');
  await page.getByRole('button', { name: 'Enter the code' }).click();
  const dialog = page.getByRole('dialog', { name: 'Confirm your address' });
  await dialog.getByLabel('Code').fill(code === '000000' ? '000001' : '000000');
  await dialog.getByRole('button', { name: 'Confirm', exact: true }).click();
  await expect(dialog.getByRole('alert')).toContainText('not the code');
  await expectAccessible(page);
  await dialog.getByLabel('Code').fill(code);
  await dialog.getByRole('button', { name: 'Confirm', exact: true }).click();
  await expect(page.getByText('Your address is confirmed.')).toBeVisible();
  await expect(banner).toHaveCount(0);
});
