import { bubbles, composer, expect, isLive, openChat, say, test } from '#tests/e2e/support/chat.ts';
import { type Stop, walkMain } from '#tests/e2e/support/keyboard.ts';

/** Every focused element is visible, and nothing covers it. */
function expectSeen(stops: readonly Stop[]): void {
  expect(stops.filter(({ ring, covered }) => !ring || covered)).toEqual([]);
}

const names = (stops: readonly Stop[]) => stops.map(({ name }) => name);

test('the project editor is walked through with Tab alone, and one sees where one is', async ({ page, signUp }) => {
  await signUp();
  await page.goto('/create-project');
  await page.getByRole('combobox', { name: 'Skills' }).fill('Go,');
  // These two are shown when the upstream's capabilities are loaded.
  await expect(page.getByRole('button', { name: 'Upload a picture' })).toBeVisible();
  await expect(page.getByRole('checkbox', { name: 'Visible without an account' })).toBeVisible();
  const stops = await walkMain(page);
  expectSeen(stops);
  expect(names(stops)).toEqual([
    'Name',
    'Write',
    'Preview',
    'Bold',
    'Description',
    'Upload a picture',
    'Use a link instead',
    'Remove Go',
    'Skills',
    expect.stringContaining('Not said'),
    'Hours a week',
    'Repository',
    'Demo',
    'Looks for',
    'Visible without an account',
    'Cancel',
    'Create',
  ]);
});

test('a chat is walked through with Tab alone, and one sees where one is', { tag: '@sweep' }, async ({
  page,
  ana,
  ben,
}) => {
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
