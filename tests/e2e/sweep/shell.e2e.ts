import { expectAccessible } from '#tests/e2e/support/accessibility.ts';
import { tabTo } from '#tests/e2e/support/keyboard.ts';
import { expect, test } from '#tests/e2e/support/product.ts';

/**
 * Only a form that submits to a route causes 405 or 400. The product has none, so that the test calls the page's
 * router.
 */
async function submitToRouter(submission: object): Promise<void> {
  interface Fiber {
    memoizedProps: { router?: { navigate: (to: string, options: object) => Promise<void> } } | null;
    child: Fiber | null;
  }
  const root = document.getElementById('root');
  const key = Object.keys(root ?? {}).find((name) => name.startsWith('__reactContainer$'));
  let fiber = (root as unknown as Record<string, Fiber | null>)[key ?? ''] ?? null;
  while (fiber && !fiber.memoizedProps?.router) fiber = fiber.child;
  await fiber?.memoizedProps?.router?.navigate('/login', { formData: new FormData(), ...submission });
}

test.describe('the error page', () => {
  for (const [status, sentence, submission] of [
    [405, 'This cannot be done here', { formMethod: 'post' }],
    [400, 'This address does not make sense', { formMethod: 'get', formEncType: 'text/plain', body: 'text' }],
  ] as const) {
    test(`of a ${status} is accessible and has ways out`, async ({ page, signUp }) => {
      await signUp();
      await page.goto('/setting');
      await expect(page.getByRole('heading', { level: 1, name: 'Settings' })).toBeVisible();
      await page.evaluate(submitToRouter, submission);
      await expect(page.getByRole('heading', { level: 1, name: sentence })).toBeVisible();
      await expect(page.getByText(String(status), { exact: true })).toBeVisible();
      await expect(page.getByRole('button', { name: 'Copy details' })).toBeVisible();
      await expectAccessible(page);
      await tabTo(page, page.getByRole('link', { name: 'Go to feed' }));
      await page.keyboard.press('Enter');
      await expect(page).toHaveURL(/\/feed$/);
    });
  }
});
