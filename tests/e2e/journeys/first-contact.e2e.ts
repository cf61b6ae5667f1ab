import { expectAccessible } from '#tests/e2e/support/accessibility.ts';
import { bubbles, composer, expect, log, openChat, say, test } from '#tests/e2e/support/chat.ts';
import { createProject } from '#tests/e2e/support/product.ts';

test('links of a person are text until one asks for them or has answered', { tag: '@sweep' }, async ({
  page,
  ana,
  ben,
  socketOf,
}) => {
  const bens = await socketOf(ben);
  await bens.ask('sendMessage', { targetUserId: ana.account._id, text: 'Look at https://example.com/trap' });
  await openChat(ana, ben);
  await expect(bubbles(page)).toHaveCount(1);
  await expect(page.getByText('Links from Ben are shown as text until you answer.')).toBeVisible();
  await expect(log(page).getByRole('link')).toHaveCount(0);
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Show links' }).click();
  await expect(log(page).getByRole('link')).toHaveAttribute('href', 'https://example.com/trap');
  await page.reload();
  await expect(bubbles(page)).toHaveCount(1);
  await expect(log(page).getByRole('link')).toHaveCount(0);
  await expect(composer(page)).toBeVisible();
  await say(ana, 'No, thank you');
  await expect(log(page).getByRole('link')).toHaveCount(1);
});

test('a user who may not ask is told so, on the profile and the project', { tag: ['@phone', '@sweep'] }, async ({
  ana,
  anotherPerson,
}) => {
  const id = await createProject(ana.request, 'Quiet');
  const data = { privacy: { whoMayAsk: 'nobody' } };
  expect((await ana.request.patch('/api/profile/preferences', { data })).ok()).toBe(true);
  const { page } = await anotherPerson({ firstName: 'Sam', lastName: 'Stranger' });
  for (const [path, button] of [
    [`/profile/${ana.account._id}`, 'Interested'],
    [`/project/view/${id}`, 'Ask to join'],
  ] as const) {
    await page.goto(path);
    await expect(page.getByText('Ana limits who can ask').first()).toBeVisible();
    await expect(page.getByRole('button', { name: button })).toHaveCount(0);
  }
});
