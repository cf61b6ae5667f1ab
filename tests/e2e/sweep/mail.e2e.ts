import { expectAccessible } from '#tests/e2e/support/accessibility.ts';
import { expect, test } from '#tests/e2e/support/mail.ts';
import { linkIn } from '#tests/support/read-mail.ts';

test('an account is deleted by the button behind the link of a mail, and brought back by the link of the next', async ({
  page,
  signUp,
  mailTo,
}) => {
  const { emailId, password } = await signUp();
  const { token } = linkIn(await mailTo(emailId, 'verify'));
  expect((await page.request.post('/api/email/verify', { data: { token } })).status()).toBe(200);
  await page.goto('/setting?section=data');
  await page.getByRole('button', { name: 'Delete my account' }).click();
  const question = page.getByRole('dialog', { name: 'Delete your account?' });
  await question.getByLabel(/^Type your email/).fill(emailId);
  await question.getByLabel('Password', { exact: true }).fill(password);
  await question.getByRole('button', { name: 'Delete', exact: true }).click();

  await page.goto(linkIn(await mailTo(emailId, 'leave-confirm')).path);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Delete your account?');
  await expectAccessible(page);
  expect((await page.request.get('/api/profile/view')).status(), 'opening changes nothing').toBe(200);
  await page.getByRole('button', { name: 'Delete my account' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Your account is hidden');
  await expect(page).toHaveURL(/\/leave$/);
  expect((await page.request.get('/api/profile/view')).status()).toBe(401);

  await page.goto(linkIn(await mailTo(emailId, 'leaving')).path);
  await page.getByRole('button', { name: 'Come back' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Welcome back');
  const login = await page.request.post('/api/login', { data: { emailId, password } });
  expect(login.status()).toBe(200);
});
