import { bubbles, composer, expect, isLive, openChat, say, test } from '#tests/e2e/support/chat.ts';
import { type Stop, walkMain } from '#tests/e2e/support/keyboard.ts';

/** Every focused element is visible, and nothing covers it. */
function expectSeen(stops: readonly Stop[]): void {
  expect(stops.filter(({ ring, covered }) => !ring || covered)).toEqual([]);
}

const names = (stops: readonly Stop[]) => stops.map(({ name }) => name);

test('a project is written, looked at and created without a pointer', async ({ page, signUp }) => {
  await signUp();
  await page.goto('/create-project');
  const focused = page.locator(':focus');
  await page.getByLabel('Name').focus();
  await page.keyboard.type('By keys');
  for (let i = 0; i < 3; i += 1) await page.keyboard.press('Tab');
  await expect(focused).toHaveText('Bold');
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('Enter');
  await expect(page.getByLabel('Description', { exact: true })).toBeFocused();
  await page.keyboard.type('slanted');
  await expect(focused).toHaveValue(/[*_]slanted[*_]/);
  for (const name of ['Italic', 'Preview']) {
    await page.keyboard.press('Shift+Tab');
    await expect(focused).toHaveText(name);
  }
  await page.keyboard.press('Enter');
  await expect(page.getByRole('region', { name: 'Preview' }).locator('em')).toHaveText('slanted');
  await page.keyboard.press('Control+Enter');
  await expect(page).toHaveURL(/\/profile$/);
  await expect(page.locator('[data-highlighted]')).toContainText('By keys');
});

test('a chat is walked through with Tab alone, and one sees where one is', async ({ page, ana, ben }) => {
  await openChat(ana, ben);
  await isLive(page);
  await say(ana, 'See `this` at https://example.com');
  await say(ana, '```ts\nconst a = 1;\n```');
  await expect(bubbles(page)).toHaveCount(2);
  await expect(page.getByRole('button', { name: 'Copy', exact: true })).toBeVisible();
  await composer(page).fill('A draft');
  const stops = await walkMain(page);
  expectSeen(stops);
  expect(
    names(stops)
      .map((name) => name.replace(/ of .*/, ''))
      // The actions of the newest message, which come with their code.
      .filter((name) => name !== 'React'),
  ).toEqual([
    'Search people and messages',
    expect.stringContaining('Ben Berg'),
    'Ben Berg',
    'More about this conversation',
    'Conversation with Ben Berg',
    'https://example.com',
    'Copy',
    'Code, ts',
    'Add pictures',
    'Message Ben',
    'Send',
  ]);
});
