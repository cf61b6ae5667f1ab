import { createProject, expect, test, untilAnswered } from '#tests/e2e/support/product.ts';

test('updates: the creator posts one, a visitor follows without asking, and reads the next beside the feed', {
  tag: ['@phone', '@sweep'],
}, async ({ page, signUp, anotherPerson }) => {
  await signUp({ firstName: 'Mira', lastName: 'Stone' });
  const name = `Glyph Garden ${Date.now().toString(36)}`;
  const { request } = page.context();
  const id = await createProject(request, name, { description: 'Grows glyphs.', isPublic: true });
  await page.goto(`/project/view/${id}`);
  await page.getByRole('button', { name: 'Post an update' }).click();
  await page.getByLabel('What is new').fill('We have **two** glyphs.\n\n- [x] one\n- [ ] three');
  await untilAnswered(page, '/update', () => page.getByRole('button', { name: 'Post', exact: true }).click());
  const updates = page.getByRole('region', { name: 'Updates' });
  await expect(updates.locator('strong')).toHaveText('two');
  await expect(updates.getByRole('heading', { name: 'Updates' })).toBeFocused();

  const robin = await anotherPerson({ firstName: 'Robin', lastName: 'Berg' });
  await robin.page.goto(`/project/view/${id}`);
  await untilAnswered(robin.page, '/follow', () => robin.page.getByRole('button', { name: 'Follow' }).click());
  await expect(robin.page.getByRole('button', { name: 'Unfollow' })).toBeVisible();
  await expect(robin.page.getByRole('button', { name: 'Ask to join' })).toBeVisible();
  expect((await request.post(`/api/project/${id}/update`, { data: { text: 'A third grew.' } })).status()).toBe(200);
  await robin.page.goto('/feed');
  const beside = robin.page.getByRole('region', { name: 'From projects you follow' });
  await expect(beside.getByText('A third grew.')).toBeVisible();
  await expect(beside.getByRole('link', { name }).first()).toHaveAttribute('href', `/project/view/${id}`);

  const stranger = await robin.page.goto(`/share/project/${id}`);
  expect(stranger?.status()).toBe(200);
  await expect(robin.page.getByText('A third grew.')).toBeVisible();
  await expect(robin.page.locator('li.task-list-item').first(), 'a box in place of the bullet').toHaveCSS(
    'list-style-type',
    'none',
  );

  await updates.getByRole('button', { name: 'Delete the update by you' }).last().click();
  await untilAnswered(page, '/update/', () =>
    page.getByRole('dialog').getByRole('button', { name: 'Delete', exact: true }).click(),
  );
  await expect(updates.getByText('A third grew.')).toBeVisible();
  await expect(updates.locator('strong')).toHaveCount(0);
});
