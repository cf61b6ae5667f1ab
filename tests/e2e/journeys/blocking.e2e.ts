import type { Page } from '@playwright/test';
import { expectAccessible } from '#tests/e2e/support/accessibility.ts';
import { befriend, composer, say } from '#tests/e2e/support/chat.ts';
import { expect, test, untilAnswered } from '#tests/e2e/support/product.ts';

const dialogOf = (page: Page, name: string) => page.getByRole('dialog', { name: `Block ${name}?` });

test('the card, the request, the project and the chat of a blocked person leave at once', { tag: '@phone' }, async ({
  page,
  signUp,
  anotherCaller,
}) => {
  const own = await signUp({ firstName: 'Olga', lastName: 'Own' });
  const newest = await anotherCaller({ firstName: 'Carl', lastName: 'Card' });
  await page.goto('/feed?order=newest');
  const card = page.getByRole('article', { name: 'Carl Card' });
  await expect(card).toBeVisible();
  await card.getByRole('button', { name: 'More about Carl Card' }).click();
  await page.getByRole('button', { name: 'Block Carl', exact: true }).click();
  await dialogOf(page, 'Carl Card').getByRole('button', { name: 'Block' }).click();
  await expect(card).toHaveCount(0);
  await expect(page.getByRole('article').first().getByRole('link').first()).toBeFocused();
  expect((await newest.request.get(`/api/profile/${own._id}`)).status()).toBe(404);

  const asker = await anotherCaller({ firstName: 'Rita', lastName: 'Request' });
  await asker.request.post(`/api/request/interested/${own._id}`);
  await page.goto('/requests');
  await page.getByRole('button', { name: 'More about Rita Request' }).click();
  await page.getByRole('button', { name: 'Block Rita', exact: true }).click();
  await dialogOf(page, 'Rita Request').getByRole('button', { name: 'Block' }).click();
  await expect(page.getByRole('heading', { name: 'Nothing waiting' })).toBeVisible();

  const creator = await anotherCaller({ firstName: 'Pia', lastName: 'Project' });
  const created = await creator.request.post('/api/create-project', { data: { projectName: 'Pias own' } });
  await page.goto(`/project/view/${(await created.json()).project._id}`);
  await page.getByRole('button', { name: 'More about Pia Project' }).click();
  await page.getByRole('button', { name: 'Block Pia', exact: true }).click();
  await dialogOf(page, 'Pia Project').getByRole('button', { name: 'Block' }).click();
  await expect(page.getByRole('heading', { name: 'This project is not available' })).toBeVisible();
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
});

test('a block that fails says why, and blocks nobody', { tag: '@sweep' }, async ({ page, signUp, anotherCaller }) => {
  await signUp();
  const other = await anotherCaller({ firstName: 'Ned', lastName: 'Net' });
  await page.goto(`/profile/${other.account._id}`);
  await page.route('**/api/user/block/*', (route) => route.abort());
  await page.getByRole('button', { name: 'More about Ned' }).click();
  await page.getByRole('button', { name: 'Block Ned', exact: true }).click();
  const dialog = dialogOf(page, 'Ned Net');
  await dialog.getByRole('button', { name: 'Block' }).click();
  await expect(dialog.getByRole('alert')).toContainText('Not blocked.');
  await page.unroute('**/api/user/block/*');
  await untilAnswered(page, '/user/block/', () => dialog.getByRole('button', { name: 'Block' }).click());
  await expect(page.getByRole('heading', { name: 'You have blocked Ned Net' })).toBeVisible();
});

test('a chat with a blocked person stays readable for both, under a name only for the one who blocks', {
  tag: ['@phone', '@sweep'],
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
