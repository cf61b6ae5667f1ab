import { createProject, expect, test, untilAnswered } from '#tests/e2e/support/product.ts';

test('a stranger signs up with an invitation and joins, and the next one comes too late', {
  tag: ['@phone', '@sweep'],
}, async ({ page, signUp, browser, productUrl }) => {
  await signUp({ firstName: 'Mira', lastName: 'Stone' });
  const name = `Glyph Garden ${Date.now().toString(36)}`;
  const id = await createProject(page.context().request, name, { description: 'Grows glyphs from seeds.' });
  await page.goto(`/project/view/${id}`);
  await page.getByRole('button', { name: 'Invite people' }).click();
  const dialog = page.getByRole('dialog', { name: `Invite people to ${name}` });
  await dialog.getByLabel('Takes in').selectOption('1 person');
  await dialog.getByRole('button', { name: 'Make a link' }).click();
  const link = await dialog.getByLabel('Invitation link').inputValue();
  const [, token = ''] = link.split('#');
  expect(token).toMatch(/^[\w-]{43}$/);

  const context = await browser.newContext({ baseURL: productUrl });
  const robin = await context.newPage();
  /** Every address that the gateway is asked for, and each page that the browser names as where it came from. */
  const told: string[] = [];
  robin.on('request', (request) => told.push(request.url(), request.headers().referer ?? ''));
  await robin.goto(link);
  await expect(robin.getByRole('heading', { level: 1, name: `Mira invites you to ${name}` })).toBeVisible();
  await expect(robin).toHaveURL(/\/invite$/);
  await robin.getByRole('link', { name: 'Create an account' }).click();
  await robin.getByLabel('First Name').fill('Robin');
  await robin.getByLabel('Last Name').fill('Berg');
  await robin.getByLabel('Email Id').fill(`robin-${Date.now()}@example.com`);
  await robin.getByLabel('Password', { exact: true }).fill('Str0ng!pass');
  await robin.getByRole('button', { name: 'SignUP' }).click();
  await expect(robin).toHaveURL(/\/profile$/);
  await expect(robin.getByText('Mira is waiting.')).toBeVisible();
  await robin.getByRole('link', { name: `Continue to ${name}` }).click();
  await untilAnswered(robin, '/invite/accept', () => robin.getByRole('button', { name: 'Join the project' }).click());
  await expect(robin).toHaveURL(new RegExp(`/project/view/${id}$`));
  await expect(robin.getByRole('heading', { name: 'You are a member' })).toBeVisible();
  await robin.getByRole('link', { name: 'Feed' }).first().click();
  await expect(robin.getByText('Mira is waiting.')).toHaveCount(0);
  expect(told.filter((text) => text.includes(token))).toEqual([]);
  expect(await robin.evaluate(() => JSON.stringify([sessionStorage, localStorage, history.state]))).not.toContain(
    token,
  );

  // The member appears on the creator's open page, behind the dialog.
  await dialog.getByRole('button', { name: 'Close' }).click();
  await expect(page.getByRole('region', { name: /^Members/ }).getByText('Robin Berg')).toBeVisible();
  await context.clearCookies();
  const late = await context.newPage();
  await late.goto(link);
  await expect(late.getByText(/This invitation does not work/)).toBeVisible();
  await context.close();
});
