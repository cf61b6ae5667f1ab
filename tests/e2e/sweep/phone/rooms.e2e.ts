import { composer, expect, log, say, test } from '#tests/e2e/support/chat.ts';
import { expectFits } from '#tests/e2e/support/narrow-screens.ts';
import { createProject, untilAnswered } from '#tests/e2e/support/product.ts';

test('the room of a project fits 320 pixels and text of twice the size', async ({ page, ana }) => {
  const long = 'w'.repeat(70);
  const id = await createProject(ana.request, long);
  await page.goto(`/messages/room/${id}`);
  await say(ana, long);
  const said = log(page).getByRole('listitem').filter({ hasText: long });
  await expect(said, 'it is stored').toHaveAttribute('data-id');
  await untilAnswered(page, '/pin/', async () => {
    await said.focus();
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: 'Pin', exact: true }).click();
  });
  await expectFits(page, [`/messages/room/${id}`, `/project/view/${id}?tab=team`], { shows: said });
});

test('the tab Team brings the chat between the bars of a phone', async ({ page, ana }) => {
  const id = await createProject(ana.request, 'Glyph Garden');
  await page.goto(`/project/view/${id}`);
  await page.getByRole('tab', { name: 'Team' }).tap();
  await expect(composer(page)).toBeVisible();
  await expect(page.getByRole('tab', { name: 'Team' })).toBeInViewport({ ratio: 1 });
  const [field, dock] = [await composer(page).boundingBox(), await page.locator('[data-dock]').boundingBox()];
  expect(field && dock && dock.y - field.y - field.height).toBeGreaterThan(0);
});
