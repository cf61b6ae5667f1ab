import type { Page } from '@playwright/test';
import { expectAccessible } from '#tests/e2e/support/accessibility.ts';
import { befriend, composer, say } from '#tests/e2e/support/chat.ts';
import { tabTo } from '#tests/e2e/support/keyboard.ts';
import { createProject, expect, test, untilAnswered } from '#tests/e2e/support/product.ts';

/** Blocks from the menu beside a person, and confirms it. */
async function block(page: Page, firstName: string, lastName: string): Promise<void> {
  await page.getByRole('button', { name: `More about ${firstName} ${lastName}` }).click();
  await page.getByRole('button', { name: `Block ${firstName}`, exact: true }).click();
  const dialog = page.getByRole('dialog', { name: `Block ${firstName} ${lastName}?` });
  await untilAnswered(page, '/user/block/', () => dialog.getByRole('button', { name: 'Block' }).click());
}

test('the card, the request and the project of a blocked person leave at once', { tag: '@phone' }, async ({
  page,
  signUp,
  anotherCaller,
}) => {
  const own = await signUp({ firstName: 'Olga', lastName: 'Own' });
  await anotherCaller({ firstName: 'Carl', lastName: 'Card' });
  await page.goto('/feed?order=newest');
  await block(page, 'Carl', 'Card');
  await expect(page.getByRole('article', { name: 'Carl Card' })).toHaveCount(0);
  await expect(page.getByRole('article').first().getByRole('link').first()).toBeFocused();

  const asker = await anotherCaller({ firstName: 'Rita', lastName: 'Request' });
  await asker.request.post(`/api/request/interested/${own._id}`);
  await page.goto('/requests');
  await block(page, 'Rita', 'Request');
  await expect(page.getByRole('heading', { name: 'Nothing waiting' })).toBeVisible();

  const creator = await anotherCaller({ firstName: 'Pia', lastName: 'Project' });
  await page.goto(`/project/view/${await createProject(creator.request, 'Pias own')}`);
  await block(page, 'Pia', 'Project');
  await expect(page.getByRole('heading', { name: 'This project is not available' })).toBeVisible();
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
});

test('a message and a project are reported; the chat of the blocked author stays readable, under a name only for the one who blocks', {
  tag: ['@phone', '@sweep'],
}, async ({ page, signUp, anotherPerson }) => {
  const own = await signUp({ firstName: 'Olga', lastName: 'Own' });
  const other = await anotherPerson({ firstName: 'Rob', lastName: 'Rude' });
  await befriend({ account: own, request: page.request }, other);
  await page.goto(`/project/view/${await createProject(other.request, 'Robs own')}`);
  await page.getByRole('button', { name: 'More about Rob Rude' }).click();
  await page.getByRole('button', { name: 'Report this project' }).click();
  const first = page.getByRole('dialog', { name: 'Report a project of Rob Rude' });
  await first.getByRole('radio', { name: 'Something else' }).check();
  await untilAnswered(page, '/api/report', () => first.getByRole('button', { name: 'Report', exact: true }).click());

  await other.page.goto(`/chat/${own._id}`);
  await say(other, 'Something rude');
  await page.goto(`/chat/${other.account._id}`);
  const said = page.getByRole('log').getByText('Something rude');
  await expect(said).toBeVisible();
  const menu = page.getByRole('button', { name: 'More about this conversation' });
  await menu.click();
  await page.getByRole('button', { name: 'Report Rob' }).click();
  const second = page.getByRole('dialog', { name: 'Report Rob Rude' });
  await second.getByLabel('What do you report?').selectOption({ label: 'Message: Something rude' });
  await second.getByRole('radio', { name: 'Insults, threats or harassment' }).check();
  await untilAnswered(page, '/api/report', () => second.getByRole('button', { name: 'Report', exact: true }).click());
  await expect(second).toBeHidden();

  await menu.click();
  await page.getByRole('button', { name: 'Block Rob' }).click();
  await page.getByRole('dialog', { name: 'Block Rob Rude?' }).getByRole('button', { name: 'Block' }).click();
  await expect(page.getByText('You have blocked Rob Rude.')).toBeVisible();
  await expect(said).toBeVisible();
  await expect(composer(page)).toHaveCount(0);
  await expectAccessible(page);
  // The other open screen closes at once, as for a user whose account is gone.
  await expect(other.page.getByText('This account is not available.')).toBeVisible();
  await expect(other.page.getByRole('heading', { level: 1 })).toHaveText('Former member');
  await expect(other.page.getByText('Olga')).toHaveCount(0);
  await page.goto('/setting?section=privacy');
  for (const what of ['A message', 'A project']) await expect(page.getByText(`${what} of Rob Rude`)).toBeVisible();
});

/** Opens the menu of the profile with Tab and Enter, and presses one of its buttons with Tab and Enter. */
async function choose(page: Page, name: string): Promise<void> {
  const menu = page.getByRole('button', { name: 'More about Mallory' });
  if (!(await menu.evaluate((button) => button === document.activeElement))) await tabTo(page, menu);
  await page.keyboard.press('Enter');
  await tabTo(page, page.getByRole('button', { name, exact: true }));
  await page.keyboard.press('Enter');
}

test('mute, report and block are done with the keyboard alone, and said in a live region', { tag: '@sweep' }, async ({
  page,
  signUp,
  anotherCaller,
}) => {
  await signUp({ firstName: 'Olga', lastName: 'Own' });
  const { account } = await anotherCaller({ firstName: 'Mallory', lastName: 'Known' });
  await page.goto(`/profile/${account._id}`);
  const said = page.getByRole('region', { name: /^Messages/ });
  const menu = page.getByRole('button', { name: 'More about Mallory' });
  await expect(page.getByRole('heading', { level: 1, name: 'Mallory Known' })).toBeVisible();
  // The first key fetches the messages' code, before anything is said.
  await page.keyboard.press('Tab');
  await expect(said).toHaveAttribute('aria-live', 'polite');

  await choose(page, 'Mute Mallory');
  await expect(said.getByText('Mallory is muted')).toBeAttached();
  await expect(menu).toBeFocused();
  await choose(page, 'Unmute Mallory');
  await expect(said.getByText('Mallory is no longer muted')).toBeAttached();

  await choose(page, 'Report Mallory');
  const report = page.getByRole('dialog', { name: 'Report Mallory Known' });
  await expect(report.getByRole('button', { name: 'Cancel' })).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(report).toHaveCount(0);
  await expect(menu).toBeFocused();
  await choose(page, 'Report Mallory');
  await expect(report.getByRole('button', { name: 'Cancel' })).toBeFocused();
  // The choices stand before the buttons: backwards through the dialog.
  await page.keyboard.press('Shift+Tab');
  await expect(report.getByRole('checkbox', { name: 'Also block Mallory' })).toBeFocused();
  await page.keyboard.press('Shift+Tab');
  await page.keyboard.type('Writes to everybody.');
  await page.keyboard.press('Shift+Tab');
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('Space');
  await expect(report.getByRole('group', { name: 'Why?' }).getByRole('radio', { checked: true })).toHaveCount(1);
  await tabTo(page, report.getByRole('button', { name: 'Report', exact: true }));
  await page.keyboard.press('Enter');
  await expect(report).toHaveCount(0);
  await expect(said.getByText('Reported. You will be told what came of it.')).toBeAttached();
  await expect(menu).toBeFocused();

  await choose(page, 'Block Mallory');
  const question = page.getByRole('dialog', { name: 'Block Mallory Known?' });
  await expect(question.getByRole('button', { name: 'Cancel' })).toBeFocused();
  await page.keyboard.press('Tab');
  await page.route('**/api/user/block/*', (route) => route.abort(), { times: 1 });
  await page.keyboard.press('Enter');
  await expect(question.getByRole('alert')).toContainText('Not blocked.');
  await page.keyboard.press('Enter');
  await expect(said.getByText('Mallory Known is blocked')).toBeAttached();
  await expect(page.getByRole('heading', { name: 'You have blocked Mallory Known' })).toBeVisible();
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
  await expectAccessible(page);

  await tabTo(page, page.getByRole('link', { name: 'Blocked people' }));
  await page.keyboard.press('Enter');
  await tabTo(page, page.getByRole('button', { name: 'Unblock Mallory Known' }), 80);
  await page.keyboard.press('Enter');
  await expect(page.getByText('Nobody. You can block a person')).toBeVisible();
});
