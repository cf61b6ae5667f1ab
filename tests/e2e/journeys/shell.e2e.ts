import { expectAccessible } from '#tests/e2e/support/accessibility.ts';
import { endedDialog, endSessionAt, logInAgain, watchChanges } from '#tests/e2e/support/ended-session.ts';
import { expect, test } from '#tests/e2e/support/product.ts';

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false });

  test('the page says what it needs', { tag: '@sweep' }, async ({ page }) => {
    await page.goto('/');
    const sentence = page.locator('p.noscript');
    await expect(sentence).toBeVisible();
    expect(await sentence.textContent()).toMatch(/^DotCode needs JavaScript\./);
    await expect(page.getByRole('button', { name: 'Get Started' })).toBeVisible();
  });
});

test.describe('a session that ended while something was saved', () => {
  test('a profile is saved after the login, once, with what was typed', async ({ page, signUp }) => {
    const account = await signUp({ firstName: 'Before' });
    await page.goto('/profile/edit');
    await page.getByLabel('First name').fill('After');
    const changes = watchChanges(page);
    await endSessionAt(page, 'profile/edit');
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await expect(endedDialog(page)).toBeVisible();
    await expectAccessible(page);
    await logInAgain(page, account);
    await expect(page.getByText('Profile saved').first()).toBeAttached();
    await expect(page.getByText('Nothing to save')).toBeVisible();
    // The first visit of an account also stores its time zone.
    expect(changes.filter((change) => !change.endsWith('/preferences'))).toEqual([
      'PATCH /api/profile/edit',
      'PATCH /api/profile/edit',
    ]);
    await page.reload();
    await expect(page.getByLabel('First name')).toHaveValue('After');
  });
});
