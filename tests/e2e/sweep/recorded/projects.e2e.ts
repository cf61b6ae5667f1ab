import { expect, test } from '#tests/e2e/support/recorded-app.ts';

test('a new project without a picture is created as well', async ({ openAs, recorded }) => {
  const page = await openAs('asha', '/create-project');
  await page.getByLabel('Name').fill('Plain');
  await page.getByRole('button', { name: 'Create', exact: true }).click();
  await expect(page).toHaveURL(/\/profile$/);
  expect(recorded.documents.projects.at(-1)).toMatchObject({ projectName: 'Plain' });
  expect(recorded.calls.filter(({ url }) => url.startsWith('/project/edit'))).toEqual([]);
});

test('a project whose name, text and skills were emptied elsewhere is still shown', async ({ openAs, recorded }) => {
  Object.assign(recorded.network.projects.asha, {
    projectName: null,
    projectImage: null,
    description: null,
    skills: null,
  });
  const page = await openAs('asha', '/projects');
  await expect(page.getByRole('link', { name: 'Untitled project' })).toBeVisible();
  await page.getByLabel('Sort').selectOption({ label: 'Name' });
  await page.getByRole('tab', { name: 'Explore' }).click();
  await expect(page.getByRole('link', { name: 'Map of cafes' })).toBeVisible();
  await page.goto(`/project/editproject/${recorded.network.projects.asha._id}`);
  await page.getByLabel('Name').fill('Named again');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect.poll(() => recorded.network.projects.asha.projectName).toBe('Named again');
});

test('an edit sends only what changed and keeps the rest', async ({ openAs, recorded }) => {
  const { asha } = recorded.network.projects;
  const before = structuredClone(asha);
  const page = await openAs('asha', `/project/editproject/${asha._id}`);
  await page.getByLabel('Name').fill('Tiny parser 2');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect.poll(() => asha.projectName).toBe('Tiny parser 2');
  expect(asha).toEqual({ ...before, projectName: 'Tiny parser 2' });
});

test('a project that does not exist, and one of somebody else, cannot be edited', async ({ openAs, recorded }) => {
  const page = await openAs('asha', '/project/editproject/0123456789abcdef01234567');
  await expect(page.getByRole('textbox', { name: 'Name' })).toHaveCount(0);
  await expect(page.getByRole('main')).toContainText(/gone|not available|does not exist|no longer/i);
  await page.goto(`/project/editproject/${recorded.network.projects.ben._id}`);
  await expect(page.getByText('Only the creator can edit this')).toBeVisible();
});

test('a project is shown with its HTML made harmless and its skills one by one', async ({ openAs, recorded }) => {
  const { asha, goran } = recorded.network.projects;
  const page = await openAs('asha', `/project/view/${asha._id}`);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Tiny parser');
  await expect(page.locator('strong', { hasText: 'parser' })).toBeVisible();
  for (const skill of ['TypeScript', 'Parsing']) {
    await expect(page.getByRole('main').getByText(skill, { exact: true }).first()).toBeVisible();
  }
  await page.goto(`/project/view/${goran._id}`);
  await expect(page.getByText('Find coffee')).toBeVisible();
  await expect(page.getByRole('main').locator('[onerror]')).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'Ask to join' })).toHaveCount(0);
});

test('an empty list in place of a project is a project that is not available', async ({ openAs }) => {
  const page = await openAs('asha', '/project/view/0123456789abcdef01234567');
  await expect(page.getByText('This project is not available')).toBeVisible();
  await expect(page.getByRole('link', { name: 'All projects' })).toBeVisible();
});

test('a project id that the upstream cannot read is a sentence, not a crash', async ({ openAs }) => {
  const page = await openAs('asha', '/project/view/nope');
  await expect(page.getByText('This project is not available')).toBeVisible();
  await expect(page.getByRole('button', { name: /retry|try again/i })).toHaveCount(0);
  await expect(page.getByRole('navigation').first()).toBeVisible();
});

test('a second call that fails is a warning with Retry, not a lost project', async ({ openAs, recorded }) => {
  const page = await openAs('asha', '/create-project');
  let attempts = 0;
  await page.route('**/api/project/edit/*', async (route) => {
    attempts += 1;
    if (attempts === 1) await route.fulfill({ status: 500, json: { message: 'Something went wrong' } });
    else await route.fallback();
  });
  await page.getByLabel('Name').fill('Kite again');
  await page.getByLabel('Image link').fill('https://images.example/kite.png');
  await page.getByRole('button', { name: 'Create', exact: true }).click();
  await expect(page).toHaveURL(/\/profile$/);
  await expect(page.getByRole('link', { name: 'Kite again', exact: true })).toBeVisible();
  // The toast stays while the pointer rests on it.
  await page.getByText('The project is created, but its image could not be set.').hover();
  await expect(page.getByText('Project created')).toHaveCount(0);
  await page.getByRole('button', { name: 'Retry' }).click();
  await expect(page.getByText('Image set')).toBeVisible();
  expect(recorded.documents.projects.at(-1)).toMatchObject({ projectImage: 'https://images.example/kite.png' });
});
