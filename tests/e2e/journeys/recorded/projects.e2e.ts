import { expect, test } from '#tests/e2e/support/recorded-app.ts';

test('a new project needs only a name; the picture that the upstream drops is set by a second call', {
  tag: '@sweep',
}, async ({ openAs, recorded }) => {
  const page = await openAs('asha', '/create-project');
  await page.getByLabel('Name').fill('Kite');
  await page.getByLabel(/image/i).first().fill('https://images.example/kite.png');
  await page.getByRole('button', { name: 'Create', exact: true }).click();
  await expect(page).toHaveURL(/\/profile$/);
  await expect(page.getByRole('link', { name: 'Kite', exact: true })).toBeVisible();
  expect(recorded.documents.projects.at(-1)).toMatchObject({
    projectName: 'Kite',
    projectImage: 'https://images.example/kite.png',
  });
});

test('own projects, those of people joined by a request, and everyone’s are listed', { tag: '@sweep' }, async ({
  openAs,
}) => {
  const page = await openAs('asha', '/projects');
  await expect(page.getByRole('link', { name: 'Tiny parser' })).toBeVisible();
  await page.getByRole('tab', { name: 'Interested & accepted' }).click();
  for (const name of ['Tiny parser', 'Queue doctor', 'Borrow checker toys']) {
    await expect(page.getByRole('link', { name })).toBeVisible();
  }
  await expect(page.getByRole('link', { name: 'Map of cafes' })).toHaveCount(0);
  await page.getByRole('tab', { name: 'Explore' }).click();
  await expect(page.getByRole('link', { name: 'Map of cafes' })).toBeVisible();
  await expect(page.getByText('Find coffee near you')).toBeVisible();
});

test('HTML that another client stored reads well, and does nothing', async ({ openAs, recorded }) => {
  const project = recorded.network.projects.asha;
  project.description =
    '<h1>Aim</h1><p>Be <strong>kind</strong><br></p><pre class="ql-syntax">a\n\nb</pre><img src=x onerror="document.title=1"><script>document.title=1</script>';
  const page = await openAs('asha', `/project/view/${project._id}`);
  await expect(page.getByRole('heading', { level: 3, name: 'Aim' })).toBeVisible();
  await expect(page.getByText('kind')).toHaveCSS('font-weight', '700');
  await expect(page.locator('.prose pre')).toHaveText('a\n\nb');
  await expect(page.locator('.prose :is(img, script)')).toHaveCount(0);
  await expect(page.getByText('Join this project')).toHaveCount(0);
});

test('an own project has no chat of its team where the upstream has no rooms, and none is asked for', {
  tag: '@sweep',
}, async ({ openAs, recorded, page }) => {
  const asked: string[] = [];
  page.on('request', (request) => asked.push(new URL(request.url()).pathname + new URL(request.url()).search));
  const capabilities = page.waitForResponse('**/api/capabilities');
  const project = recorded.network.projects.asha;
  await openAs('asha', `/project/view/${project._id}?tab=team`);
  await capabilities;
  await expect(page.getByRole('link', { name: 'Edit', exact: true })).toBeVisible();
  await page.waitForLoadState('networkidle');
  await expect(page.getByRole('tab')).toHaveCount(0);
  expect(asked.filter((path) => /room/.test(path) && path.startsWith('/api/'))).toEqual([]);
});
