import { expectAccessible } from '#tests/e2e/support/accessibility.ts';
import { bubbles, composer, expect, isLive, log, openChat, openLive, say, test } from '#tests/e2e/support/chat.ts';

test('links and code are shown as such, and nothing else is', async ({ page, ana, ben }) => {
  await openChat(ana, ben);
  await say(ana, 'See https://example.com/a_(b). **No** <b>markup</b> but `code`');
  await say(ana, '```ts\nconst a = 1;\n```');
  const link = log(page).getByRole('link');
  await expect(link).toHaveAttribute('href', 'https://example.com/a_(b)');
  await expect(link).toHaveAttribute('rel', /noopener/);
  await expect(log(page).getByText('**No** <b>markup</b> but')).toBeVisible();
  await expect(log(page).locator('code').first()).toHaveText('code');
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await log(page).getByRole('button', { name: 'Copy' }).click();
  await expect(log(page).getByRole('button', { name: 'Copied' })).toBeVisible();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe('const a = 1;');
});

test('who is not connected is told so', async ({ page, signUp, anotherCaller }) => {
  await signUp();
  const stranger = await anotherCaller();
  await page.goto(`/chat/${stranger.account._id}`);
  await expect(page.getByText('You can chat once you are both connected')).toBeVisible();
  await expect(composer(page)).toHaveCount(0);
  await expectAccessible(page);
  await page.getByRole('link', { name: 'View profile' }).last().click();
  await expect(page).toHaveURL(new RegExp(`/profile/${stranger.account._id}$`));
});

test('an open conversation closes on both sides when one of the two ends the connection', async ({
  page,
  ana,
  ben,
}) => {
  await openChat(ana, ben);
  await openChat(ben, ana);
  await isLive(page);
  await isLive(ben.page);
  await say(ana, 'See you on Monday');
  await expect(bubbles(ben.page)).toHaveCount(1);
  await ben.request.delete(`/api/user/connections/${ana.account._id}`);
  for (const each of [page, ben.page]) {
    await expect(each.getByRole('heading', { name: 'This conversation is closed' })).toBeVisible();
    await expect(composer(each)).toHaveCount(0);
  }
});

test('a request and its acceptance are told where they happen', async ({ page, signUp, anotherPerson }) => {
  const ana = { account: await signUp({ firstName: 'Ana' }), page };
  const ben = await anotherPerson({ firstName: 'Ben', lastName: 'Berg' });
  await openLive(page, '/profile');
  await openLive(ben.page, '/profile');
  await ben.page.context().request.post(`/api/request/interested/${ana.account._id}`);
  // The toast stays while the pointer rests on it.
  await page.getByText('Ben Berg wants to connect with you.').hover();
  await expect(page).toHaveTitle(/^\(1\) /);
  await page.getByRole('button', { name: 'See request' }).click();
  await page
    .getByRole('button', { name: /^Accept/ })
    .first()
    .click();
  await expect(ben.page.getByText('You are connected with Ana Person.')).toBeVisible();
  await ben.page.getByRole('button', { name: 'Say hello' }).click();
  await expect(composer(ben.page)).toBeVisible();
});

test('the chat passes axe in both themes', { tag: '@phone' }, async ({ page, ana, ben }) => {
  await openChat(ana, ben);
  await isLive(page);
  await expectAccessible(page);
  await say(ana, 'With `code` and https://example.com\n```js\n1\n```');
  await openChat(ben, ana);
  await say(ben, 'An answer');
  await expect(bubbles(page)).toHaveCount(2);
  await expectAccessible(page);
});
