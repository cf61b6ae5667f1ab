import { expect, test } from '#tests/e2e/support/recorded-app.ts';

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

test('a project whose name, text and skills were emptied elsewhere is still shown', { tag: '@sweep' }, async ({
  openAs,
  recorded,
}) => {
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
  await expect(page.getByRole('link', { name: 'Queue doctor' })).toBeVisible();
  await page.goto(`/project/editproject/${recorded.network.projects.asha._id}`);
  await page.getByLabel('Name').fill('Named again');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect.poll(() => recorded.network.projects.asha.projectName).toBe('Named again');
});
