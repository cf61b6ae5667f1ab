import type { APIRequestContext, Page } from '@playwright/test';
import { expectAccessible } from '#tests/e2e/support/accessibility.ts';
import { type AnotherCaller, expect, type SignUp, test, untilAnswered } from '#tests/e2e/support/product.ts';

/** Calls the API with the session of that page. */
async function ask(request: APIRequestContext, userId: string): Promise<void> {
  const reply = await request.post(`/api/request/interested/${userId}`);
  expect(reply.status(), await reply.text()).toBe(200);
}

/** The person of the page, and others who asked to connect with them. */
async function askedBy(names: string[], signUp: SignUp, anotherCaller: AnotherCaller) {
  const own = await signUp({ firstName: 'Olga', lastName: 'Own' });
  const askers = [];
  for (const firstName of names) {
    const asker = await anotherCaller({ firstName, lastName: 'Asker' });
    await ask(asker.request, own._id);
    askers.push(asker);
  }
  return { own, askers };
}

const rowOf = (page: Page, name: string) => page.getByRole('main').getByRole('listitem').filter({ hasText: name });

test('one request is accepted and leads to the chat, another is rejected, and both stay answered', {
  tag: '@phone',
}, async ({ page, signUp, anotherCaller }) => {
  const { askers } = await askedBy(['Ana', 'Ben'], signUp, anotherCaller);
  await page.goto('/requests');
  await expect(page.getByRole('tab', { name: 'Received (2)' })).toBeVisible();
  await expectAccessible(page);

  await untilAnswered(page, '/request/review/rejected/', () =>
    page.getByRole('button', { name: 'Reject Ben Asker' }).click(),
  );
  await expect(rowOf(page, 'Ben Asker')).toHaveCount(0);
  await untilAnswered(page, '/request/review/accepted/', () =>
    page.getByRole('button', { name: 'Accept Ana Asker' }).dblclick(),
  );
  const match = page.getByRole('dialog', { name: 'You and Ana are connected' });
  await match.getByRole('textbox', { name: 'Message to Ana' }).fill('Hello Ana');
  await match.getByRole('button', { name: 'Send' }).click();
  await expect(page).toHaveURL(new RegExp(`/chat/${askers[0]?.account._id}$`));

  await page.goto('/requests');
  await expect(page.getByRole('heading', { name: 'Nothing waiting' })).toBeVisible();
  await page.goto('/connection');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Connections (1)');
  await expect(page.getByRole('link', { name: 'Ana Asker', exact: true })).toBeVisible();
  await expectAccessible(page);
});

test('search finds people and projects by name and skill, and keeps it in the address', { tag: '@phone' }, async ({
  page,
  signUp,
  isMobile,
}) => {
  await signUp();
  await page.goto('/search');
  await expectAccessible(page);
  const box = page.getByRole('searchbox', { name: 'Search people and projects' });
  if (!isMobile) await expect(box).toBeFocused();
  await box.fill('re');
  await expect(page.getByRole('tab', { name: /^People \([1-9]/ })).toBeVisible();
  await expect(page).toHaveURL(/q=re/);
  await expect(page.locator('mark').first()).toHaveText(/re/i);
  await expectAccessible(page);

  const facet = page.getByRole('group', { name: 'Only with the skill' }).getByRole('button').first();
  const skill = (await facet.textContent()) ?? '';
  await facet.click();
  await expect(page).toHaveURL(/skill=/);
  await expect(page.getByRole('button', { name: skill, pressed: true })).toBeVisible();
  await page.getByRole('tab', { name: /^Projects/ }).click();
  await expect(page).toHaveURL(/tab=projects/);
  await page.reload();
  await expect(box).toHaveValue('re');
  await expect(page.getByRole('tab', { name: /^Projects/ })).toHaveAttribute('aria-selected', 'true');
  await expectAccessible(page);

  await page.getByRole('button', { name: skill, pressed: true }).click();
  await expect(page).not.toHaveURL(/skill=/);
});
