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
