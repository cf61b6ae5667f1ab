import { expectAccessible } from '#tests/e2e/support/accessibility.ts';
import { tabTo } from '#tests/e2e/support/keyboard.ts';
import { ask, askedBy, rowOf } from '#tests/e2e/support/people.ts';
import { expect, test, untilAnswered } from '#tests/e2e/support/product.ts';

test('a request that cannot be answered comes back with the reason, and can be answered again', async ({
  page,
  signUp,
  anotherCaller,
}) => {
  await askedBy(['Ana'], signUp, anotherCaller);
  await page.route('**/api/request/review/**', (route) => route.abort(), { times: 1 });
  await page.goto('/requests');
  await page.getByRole('button', { name: 'Reject Ana Asker' }).click();
  await expect(rowOf(page, 'Ana Asker').getByRole('alert')).not.toBeEmpty();
  await page.getByRole('button', { name: 'Reject Ana Asker' }).click();
  await expect(page.getByRole('heading', { name: 'Nothing waiting' })).toBeVisible();
});

test('five requests are selected and accepted at once, after a question', async ({ page, signUp, anotherCaller }) => {
  const names = ['Ana', 'Ben', 'Cem', 'Dina', 'Edo'];
  await askedBy(names, signUp, anotherCaller);
  await page.goto('/requests');
  await page.getByRole('button', { name: 'Select', exact: true }).click();
  for (const name of names.slice(0, 4)) await page.getByLabel(`Select the request from ${name} Asker`).check();
  await page.getByRole('button', { name: 'Accept 4' }).click();
  const question = page.getByRole('dialog', { name: 'Accept 4 requests?' });
  await expect(question.getByRole('button', { name: 'Cancel' })).toBeFocused();
  await expectAccessible(page);
  await question.getByRole('button', { name: 'Accept 4' }).click();
  await expect(page.getByRole('tab', { name: 'Received (1)' })).toBeVisible();
  // All look accepted at once; the message follows the last reply.
  await expect(page.getByText('4 requests accepted')).toBeAttached();
  await page.goto('/connection');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Connections (4)');
});

test('requests are answered with the keyboard alone', async ({ page, signUp, anotherCaller }) => {
  await askedBy(['Ana', 'Ben'], signUp, anotherCaller);
  await page.goto('/requests');
  await expect(rowOf(page, 'Ana Asker')).toBeVisible();
  await tabTo(page, page.getByRole('button', { name: 'Reject Ben Asker' }));
  await page.keyboard.press('Enter');
  await expect(rowOf(page, 'Ben Asker')).toHaveCount(0);
  await expect(page.getByRole('link', { name: 'Ana Asker' })).toBeFocused();
  await page.keyboard.press('Tab');
  await expect(page.getByRole('button', { name: 'Accept Ana Asker' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByText('Connected with Ana')).toBeVisible();
});

test('a sent request is listed, withdrawn, and can be sent again', async ({ page, signUp, anotherCaller }) => {
  await signUp();
  const { account } = await anotherCaller({ firstName: 'Ina', lastName: 'Asked' });
  await ask(page.context().request, account._id);
  await page.goto('/requests?tab=sent');
  await expect(rowOf(page, 'Ina Asked')).toBeVisible();
  await expectAccessible(page);
  await untilAnswered(page, '/request/', () =>
    page.getByRole('button', { name: 'Withdraw the request to Ina Asked' }).click(),
  );
  await expect(page.getByRole('heading', { name: 'Nothing sent' })).toBeVisible();

  // Asked, taken back and asked again in one place: the refusal ends ten seconds after the withdrawal.
  const again = await anotherCaller({ firstName: 'Una', lastName: 'Asked' });
  await page.goto(`/profile/${again.account._id}`);
  const interested = page.getByRole('button', { name: 'Interested', exact: true });
  await untilAnswered(page, '/request/interested/', () => interested.click());
  await untilAnswered(page, '/request/', () => page.getByRole('button', { name: 'Withdraw' }).click());
  await interested.click();
  await expect(page.getByText(/You took this back. You can ask again in \d+ seconds?\./).first()).toBeVisible();
  const withdraw = page.getByRole('button', { name: 'Withdraw' });
  await expect(async () => {
    // Not pressed again where the last press only took longer than this waits.
    if (!(await withdraw.isVisible())) await interested.click({ timeout: 1000 });
    await expect(withdraw).toBeVisible({ timeout: 2000 });
  }).toPass();
});

test('a profile that is not there says so, with two ways on', async ({ page, signUp }) => {
  await signUp();
  await page.goto('/profile/000000000000000000000000');
  await expect(page.getByRole('heading', { name: 'This profile is not available' })).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('main').getByRole('link', { name: 'Search' }).click();
  await expect(page).toHaveURL(/\/search$/);
});

test('connections are found by name, and the list is gone through with keys', async ({
  page,
  signUp,
  anotherCaller,
}) => {
  const { askers } = await askedBy(['Ana', 'Ben', 'Cem'], signUp, anotherCaller);
  for (const { account } of askers) await ask(page.context().request, account._id);
  await page.goto('/connection');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Connections (3)');
  const search = page.getByRole('searchbox', { name: 'Search connections' });
  await search.fill('zed');
  await expect(page.getByRole('heading', { name: 'Nobody by that name' })).toBeVisible();
  await search.press('Escape');

  const link = (name: string) => page.getByRole('link', { name, exact: true });
  await tabTo(page, link('Ana Asker'));
  await page.keyboard.press('j');
  await expect(link('Ben Asker')).toBeFocused();
  await page.keyboard.press('k');
  await expect(link('Ana Asker')).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 1, name: 'Ana Asker' })).toBeVisible();
  await page.goBack();
  await expect(link('Ana Asker')).toBeVisible();
});

test('search is used with keys alone, and offers what was searched before', async ({ page, signUp }) => {
  await signUp();
  await page.goto('/search?q=re');
  const box = page.getByRole('searchbox', { name: 'Search people and projects' });
  const first = page.getByRole('tabpanel').getByRole('link').first();
  await expect(first).toBeVisible();
  await box.press('Enter');
  await box.press('ArrowDown');
  await expect(first).toBeFocused();
  const name = (await first.textContent()) ?? '';
  await page.keyboard.press('ArrowUp');
  await expect(box).toBeFocused();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible();
  await page.goBack();
  await expect(box).toHaveValue('re');

  await box.press('Escape');
  await expect(page.getByRole('heading', { name: 'Recent searches' })).toBeVisible();
  await page.getByRole('button', { name: 're', exact: true }).click();
  await expect(box).toHaveValue('re');
});

test('a slow answer to an older search never replaces a newer one', async ({ page, signUp }) => {
  await signUp();
  let letGo: () => void = () => undefined;
  const held = new Promise<void>((resolve) => {
    letGo = resolve;
  });
  await page.route(
    (url) => url.pathname === '/api/search/people' && url.searchParams.get('q') === 're',
    async (route) => {
      await held;
      await route.continue().catch(() => undefined);
    },
  );
  await page.goto('/search');
  const box = page.getByRole('searchbox', { name: 'Search people and projects' });
  const asked = page.waitForRequest((request) => request.url().includes('/api/search/people?q=re'));
  await box.fill('re');
  await asked;
  await box.fill('qqqqzzzz');
  const none = page.getByRole('heading', { name: 'Nothing fits “qqqqzzzz”' });
  await expect(none).toBeVisible();
  letGo();
  await page.waitForLoadState('networkidle');
  await expect(none).toBeVisible();
});
