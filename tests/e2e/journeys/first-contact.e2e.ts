import { expectAccessible } from '#tests/e2e/support/accessibility.ts';
import { bubbles, composer, expect, log, openChat, say, test } from '#tests/e2e/support/chat.ts';

const isSaved = (response: { url: () => string; request: () => { method: () => string } }) =>
  response.url().includes('profile/preferences') && response.request().method() === 'PATCH';

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

test('whoever may not ask is told so, on profile and project, and a choice that was not saved is taken back', {
  tag: ['@phone', '@sweep'],
}, async ({ page, ana, anotherPerson }) => {
  const created = await ana.request.post('/api/create-project', { data: { projectName: 'Quiet' } });
  const { project } = await created.json();
  await page.goto('/setting?section=privacy');
  const nobody = page.getByRole('radio', { name: 'Nobody' });
  await page.route('**/profile/preferences', (route) =>
    route.request().method() === 'PATCH' ? route.abort() : route.continue(),
  );
  await nobody.click();
  await expect(page.getByRole('alert').filter({ hasText: 'That was not saved.' })).toBeVisible();
  await expect(page.getByRole('radio', { name: 'Everybody' })).toBeChecked();
  await page.unroute('**/profile/preferences');
  const saved = page.waitForResponse(isSaved);
  await nobody.click();
  expect((await saved).status()).toBe(200);
  await expectAccessible(page);

  const stranger = await anotherPerson({ firstName: 'Sam', lastName: 'Stranger' });
  await stranger.page.goto(`/profile/${ana.account._id}`);
  await expect(stranger.page.getByText('Ana limits who can ask')).toBeVisible();
  await expect(stranger.page.getByRole('button', { name: 'Interested' })).toHaveCount(0);
  await stranger.page.goto(`/project/view/${project._id}`);
  await expect(stranger.page.getByText('Ana limits who can ask').first()).toBeVisible();
  await expect(stranger.page.getByRole('button', { name: 'Ask to join' })).toHaveCount(0);
});
