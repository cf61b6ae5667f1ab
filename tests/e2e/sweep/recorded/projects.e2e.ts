import { expect, test } from '#tests/e2e/support/recorded-app.ts';

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
