import { befriend, bubbles, composer, say } from '#tests/e2e/support/chat.ts';
import { expect, test, untilAnswered } from '#tests/e2e/support/product.ts';

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
