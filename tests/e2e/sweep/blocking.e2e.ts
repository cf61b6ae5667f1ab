import type { Page } from '@playwright/test';
import { expectAccessible } from '#tests/e2e/support/accessibility.ts';
import { befriend, composer, say } from '#tests/e2e/support/chat.ts';
import { expect, test } from '#tests/e2e/support/product.ts';

const dialogOf = (page: Page, name: string) => page.getByRole('dialog', { name: `Block ${name}?` });

test('a chat with a blocked person stays readable for both, under a name only for the one who blocks', {
  tag: '@phone',
}, async ({ page, signUp, anotherPerson }) => {
  const own = await signUp({ firstName: 'Olga', lastName: 'Own' });
  const other = await anotherPerson({ firstName: 'Theo', lastName: 'Talker' });
  await befriend({ account: own, request: page.request }, other);
  await other.page.goto(`/chat/${own._id}`);
  await say(other, 'This was said');
  await page.goto(`/chat/${other.account._id}`);
  await expect(page.getByText('This was said').last()).toBeVisible();

  await page.getByRole('button', { name: 'More about this conversation' }).click();
  await page.getByRole('button', { name: 'Block Theo' }).click();
  await dialogOf(page, 'Theo Talker').getByRole('button', { name: 'Block' }).click();
  await expect(page.getByText('You have blocked Theo Talker.')).toBeVisible();
  await expect(page.getByText('This was said').last()).toBeVisible();
  await expect(composer(page)).toHaveCount(0);
  await expectAccessible(page);

  // His open screen closes at once, as for somebody whose account is gone.
  await expect(other.page.getByText('This account is not available.')).toBeVisible();
  await expect(other.page.getByRole('heading', { level: 1 })).toHaveText('Former member');
  await expect(other.page.getByText('Olga')).toHaveCount(0);
});
