import { expectAccessible } from '#tests/e2e/support/accessibility.ts';
import { openLive } from '#tests/e2e/support/chat.ts';
import { tabTo } from '#tests/e2e/support/keyboard.ts';
import { createProject, expect, test, untilAnswered } from '#tests/e2e/support/product.ts';

/** A name that no other test has: they share one database. */
const named = (what: string) => `${what} ${Date.now().toString(36)}${Math.random().toString(36).slice(2, 6)}`;

test('who is rejected sees it, and who withdraws is gone from the list', async ({ page, signUp, anotherPerson }) => {
  await signUp({ firstName: 'Ana', lastName: 'Silva' });
  const id = await createProject(page.context().request, named('Small raft'));
  const ben = await anotherPerson({ firstName: 'Ben', lastName: 'Okafor' });
  const cho = await anotherPerson({ firstName: 'Cho', lastName: 'Park' });
  for (const person of [ben, cho]) {
    await person.page.goto(`/project/view/${id}`);
    await untilAnswered(person.page, '/project/interest/', () =>
      person.page.getByRole('button', { name: 'Ask to join' }).click(),
    );
    await expect(person.page.getByRole('button', { name: 'Withdraw' })).toBeVisible();
  }
  await untilAnswered(cho.page, '/project/interest/', () => cho.page.getByRole('button', { name: 'Withdraw' }).click());
  await expect(cho.page.getByRole('heading', { name: 'Join this project' })).toBeVisible();

  await page.goto(`/project/view/${id}`);
  await expect(page.getByRole('button', { name: 'Reject Ben Okafor' })).toBeVisible();
  await expect(page.getByText('Cho Park')).toHaveCount(0);
  await untilAnswered(page, '/project/interest/review/', () =>
    page.getByRole('button', { name: 'Reject Ben Okafor' }).click(),
  );
  await expect(page.getByText('Nobody is waiting for your answer.')).toBeVisible();
  await ben.page.reload();
  await expect(ben.page.getByRole('heading', { name: 'Not this time' })).toBeVisible();
  await expect(ben.page.getByRole('button', { name: 'Ask to join' })).toHaveCount(0);
});

test('a message about asking to join goes when its project is opened', async ({ page, signUp, anotherCaller }) => {
  await signUp({ firstName: 'Ana', lastName: 'Silva' });
  const name = named('Quiet bell');
  const id = await createProject(page.context().request, name);
  await openLive(page, '/projects');
  const ben = await anotherCaller({ firstName: 'Ben', lastName: 'Okafor' });
  await ben.request.post(`/api/project/interest/${id}`, { data: {} });
  const message = page.getByText(`Ben Okafor asks to join ${name}.`);
  await expect(message).toBeVisible();
  // A toast goes after eight seconds. While the pointer rests on this one, only the opened project ends it.
  await message.hover();
  await page.getByRole('link', { name, exact: true }).press('Enter');
  await expect(page.getByRole('button', { name: 'Accept Ben Okafor' })).toBeVisible();
  await expect(message).toHaveCount(0);
});

test('asking and answering arrive on the other’s open screen by themselves', async ({
  page,
  signUp,
  anotherPerson,
}) => {
  await signUp({ firstName: 'Ana', lastName: 'Silva' });
  const id = await createProject(page.context().request, named('Live wire'));
  await openLive(page, `/project/view/${id}`);
  await expect(page.getByRole('link', { name: 'Edit' })).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Interested people' })).toHaveCount(0);
  const ben = await anotherPerson({ firstName: 'Ben', lastName: 'Okafor' });
  await ben.page.goto(`/project/view/${id}`);
  await ben.page.getByRole('button', { name: 'Ask to join' }).click();
  await page.getByRole('button', { name: 'Accept Ben Okafor' }).press('Enter');
  await expect(ben.page.getByRole('heading', { name: 'You are a member' })).toBeVisible();
  await ben.page.getByRole('button', { name: 'Leave the project' }).click();
  await ben.page.getByRole('dialog').getByRole('button', { name: 'Leave', exact: true }).click();
  await expect(ben.page.getByRole('heading', { name: 'Join this project' })).toBeVisible();
});

test('a draft survives a closed tab, and is discarded openly', async ({ page, context, signUp }) => {
  await signUp();
  await page.goto('/create-project');
  await page.getByLabel('Name').fill('Half a thought');
  await page.getByLabel('Description', { exact: true }).fill('Not done');
  await page.close({ runBeforeUnload: false });

  const again = await context.newPage();
  await again.goto('/create-project');
  await expect(again.getByText(/^Draft from .+ restored$/)).toBeVisible();
  await expect(again.getByLabel('Name')).toHaveValue('Half a thought');
  await again.getByRole('button', { name: 'Discard' }).click();
  await expect(again.getByLabel('Name')).toHaveValue('');
  await again.reload();
  await expect(again.getByLabel('Name')).toHaveValue('');
});

test('two tabs of one project: the later save is asked about, never made unseen', async ({ page, context, signUp }) => {
  await signUp();
  const name = named('Ledger');
  const id = await createProject(page.context().request, name);
  await page.goto(`/project/editproject/${id}`);
  await page.getByLabel('Name').fill(`${name} mine`);
  // A draft is kept after half a second: another tab finds it then.
  const drafts = () => page.evaluate(() => Object.keys(localStorage).filter((key) => key.includes('draft:')));
  await expect.poll(drafts).toHaveLength(1);
  const other = await context.newPage();
  await other.goto(`/project/editproject/${id}`);
  await other.getByRole('button', { name: 'Discard' }).click();
  await other.getByLabel('Name').fill(`${name} theirs`);
  await other.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(other).toHaveURL(new RegExp(`/project/view/${id}$`));

  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.getByText(/This project changed elsewhere meanwhile/)).toBeVisible();
  await page.getByRole('button', { name: 'Keep mine' }).click();
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.getByRole('heading', { level: 1, name: `${name} mine` })).toBeVisible();
});

test('the creator deletes after being asked, and the address is not available any more', async ({ page, signUp }) => {
  await signUp();
  const name = named('Gone soon');
  const id = await createProject(page.context().request, name);
  await page.goto(`/project/view/${id}`);
  await page.getByRole('button', { name: 'Delete' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Keep it' }).click();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await page.getByRole('button', { name: 'Delete' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
  await expect(page).toHaveURL(/\/projects$/);
  await expect(page.getByRole('link', { name, exact: true })).toHaveCount(0);
  await page.goto(`/project/view/${id}`);
  await expect(page.getByText('This project is not available')).toBeVisible();
});

test('only the creator edits', async ({ page, signUp, anotherCaller }) => {
  const { request } = await anotherCaller();
  const id = await createProject(request, named('Hers'));
  await signUp();
  await page.goto(`/project/editproject/${id}`);
  await expect(page.getByText('Only the creator can edit this')).toBeVisible();
  await page.goto(`/project/view/${id}`);
  await expect(page.getByRole('link', { name: 'Edit' })).toHaveCount(0);
});

// A phone has no keyboard.
test('create a project with the keyboard alone, and edit it with E', async ({ page, signUp }) => {
  await signUp();
  const name = named('By hand');
  await page.goto('/projects');
  await tabTo(page, page.getByRole('link', { name: 'Create a Project' }).first());
  await page.keyboard.press('Enter');
  await tabTo(page, page.getByLabel('Name'));
  await page.keyboard.type(name);
  const description = page.getByLabel('Description', { exact: true });
  await tabTo(page, description);
  await page.keyboard.type('loud');
  await page.keyboard.press('Control+a');
  await page.keyboard.press('Shift+Tab');
  await expect(page.getByRole('button', { name: 'Bold' })).toBeFocused();
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('ArrowLeft');
  await page.keyboard.press('Enter');
  await expect(description).toHaveValue('**loud**');
  await page.keyboard.press('Control+z');
  await expect(description, 'the browser’s own undo knows about it').toHaveValue('loud');
  await page.keyboard.press('Control+Enter');
  await expect(page).toHaveURL(/\/profile$/);

  await page.getByRole('link', { name, exact: true }).focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 1, name })).toBeFocused();
  // The name is known from the list; what can be done comes with the project itself.
  await expect(page.getByRole('main').getByRole('link', { name: 'Edit', exact: true })).toBeVisible();
  await page.keyboard.press('e');
  await expect(page.getByRole('heading', { level: 1, name: 'Edit project' })).toBeVisible();
  await expect(page.getByLabel('Name')).toHaveValue(name);
});

test('the screens of projects are accessible in both themes', async ({ page, signUp, anotherPerson }) => {
  // Seven states, each measured in both themes.
  test.slow();
  await signUp();
  const name = named('Everything');
  const id = await createProject(page.context().request, name, {
    skills: ['Go', 'SQL'],
    description:
      '# Aim\n\nSee [docs](https://example.com) and `code`.\n\n```ts\nconst a: number = 1; // one\n```\n\n| a | b |\n|---|---|\n| 1 | 2 |\n\n> quoted',
  });
  const { page: asker, request } = await anotherPerson();
  await request.post(`/api/project/interest/${id}`, { data: { note: 'Hello' } });

  await page.goto('/projects');
  await expect(page.getByRole('link', { name })).toBeVisible();
  await expectAccessible(page);
  await page.goto('/projects?tab=interested');
  await expect(page.getByText('Nothing here yet')).toBeVisible();
  await expectAccessible(page);
  await page.goto(`/project/view/${id}`);
  await expect(page.getByText('Hello')).toBeVisible();
  await expect(page.locator('.hljs-keyword')).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Delete' }).click();
  await expect(page.getByRole('dialog')).toBeVisible();
  await expectAccessible(page);
  await asker.goto(`/project/view/${id}`);
  await expect(asker.getByRole('button', { name: 'Withdraw' })).toBeVisible();
  await expectAccessible(asker);
  await page.goto('/create-project');
  await page.getByText('Use a link instead').click();
  await page.getByLabel('Image link').fill('not a link');
  await page.getByRole('button', { name: 'Create', exact: true }).click();
  await expect(page.getByText('A project needs a name.')).toBeVisible();
  await expectAccessible(page);
  await page.goto(`/project/editproject/${id}`);
  await page.getByRole('button', { name: 'Preview' }).click();
  await expect(page.locator('.hljs-keyword')).toBeVisible();
  await expectAccessible(page);
});
