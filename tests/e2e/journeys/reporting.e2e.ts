import { expectAccessible } from '#tests/e2e/support/accessibility.ts';
import { befriend, bubbles, composer, say } from '#tests/e2e/support/chat.ts';
import { expect, test, untilAnswered } from '#tests/e2e/support/product.ts';

test('a person is reported and blocked in one dialog, by keyboard, and the report is in the settings', {
  tag: '@phone',
}, async ({ page, signUp, anotherCaller }) => {
  await signUp();
  const other = await anotherCaller({ firstName: 'Sam', lastName: 'Spam' });
  await page.goto(`/profile/${other.account._id}`);
  await page.getByRole('button', { name: 'More about Sam' }).press('Enter');
  await page.getByRole('button', { name: 'Report Sam', exact: true }).press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Report Sam Spam' });
  await expect(dialog.getByRole('button', { name: 'Cancel' })).toBeFocused();
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Report', exact: true }).press('Enter');
  await expect(dialog.getByRole('alert')).toHaveText('Choose a reason.');
  await dialog.getByRole('radio', { name: 'Spam or advertising' }).press('Space');
  await dialog.getByRole('textbox').fill('Sells followers.');
  await dialog.getByRole('checkbox', { name: 'Also block Sam' }).press('Space');
  await untilAnswered(page, '/api/report', () =>
    dialog.getByRole('button', { name: 'Report', exact: true }).press('Enter'),
  );
  await expect(page.getByRole('heading', { name: 'You have blocked Sam Spam' })).toBeVisible();
  await page.goto('/setting?section=privacy');
  await expect(page.getByRole('heading', { name: 'Your reports' })).toBeVisible();
  await expect(page.getByText('Nobody has answered yet.')).toBeVisible();
  await expect(page.getByText(/^Spam or advertising/)).toBeVisible();
  await expectAccessible(page);
});

test('a message is reported from the chat, and a project from its page', { tag: '@sweep' }, async ({
  page,
  signUp,
  anotherPerson,
}) => {
  const own = await signUp({ firstName: 'Olga', lastName: 'Own' });
  const other = await anotherPerson({ firstName: 'Rob', lastName: 'Rude' });
  await befriend({ account: own, request: page.request }, other);
  await other.page.goto(`/chat/${own._id}`);
  await say(other, 'Something rude');
  await page.goto(`/chat/${other.account._id}`);
  await expect(bubbles(page)).toHaveCount(1);
  await page.getByRole('button', { name: 'More about this conversation' }).click();
  await page.getByRole('button', { name: 'Report Rob' }).click();
  const dialog = page.getByRole('dialog', { name: 'Report Rob Rude' });
  await dialog.getByLabel('What do you report?').selectOption({ label: 'Message: Something rude' });
  await dialog.getByRole('radio', { name: 'Insults, threats or harassment' }).check();
  await untilAnswered(page, '/api/report', () => dialog.getByRole('button', { name: 'Report', exact: true }).click());
  await expect(dialog).toBeHidden();
  await expect(composer(page)).toBeVisible();

  const created = await other.request.post('/api/create-project', { data: { projectName: 'Robs own' } });
  await page.goto(`/project/view/${(await created.json()).project._id}`);
  await page.getByRole('button', { name: 'More about Rob Rude' }).click();
  await page.getByRole('button', { name: 'Report this project' }).click();
  const second = page.getByRole('dialog', { name: 'Report a project of Rob Rude' });
  await second.getByRole('radio', { name: 'Something else' }).check();
  await untilAnswered(page, '/api/report', () => second.getByRole('button', { name: 'Report', exact: true }).click());
  await page.goto('/setting?section=privacy');
  await expect(page.getByText('A message of Rob Rude')).toBeVisible();
  await expect(page.getByText('A project of Rob Rude')).toBeVisible();
});
