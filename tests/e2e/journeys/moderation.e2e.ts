import { expectAccessible } from '#tests/e2e/support/accessibility.ts';
import { act, expect, report, rowOf, test } from '#tests/e2e/support/moderation.ts';
import { untilAnswered } from '#tests/e2e/support/product.ts';

test('a moderator hides a project by keyboard and dismisses a report; both sides read what came of it', {
  tag: ['@phone', '@sweep'],
}, async ({ page, signUpModerator, anotherCaller, anotherPerson }) => {
  await signUpModerator();
  const mallory = await anotherPerson({ firstName: 'Mallory', lastName: 'Hidden' });
  const reporter = await anotherCaller({ firstName: 'Rita', lastName: 'Reporter' });
  const created = await mallory.request.post('/api/create-project', { data: { projectName: 'Rude words' } });
  const { _id: projectId } = (await created.json()).project;
  await report(reporter, 'project', projectId);
  await report(reporter, 'person', mallory.account._id);

  await page.goto('/moderation');
  const row = rowOf(page, 'A project of Mallory Hidden');
  await row.focus();
  await expect(row.locator('xpath=ancestor::li')).toContainText('1 person reported it');
  await expectAccessible(page);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: 'A project of Mallory Hidden' })).toBeFocused();
  await expect(page.getByText('Look at this, please.')).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Hide', exact: true }).press('Enter');
  await expect(page.getByRole('dialog').getByText(/shown to nobody but Mallory Hidden/)).toBeVisible();
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await act(page, 'Hide', 'Rude words in the text.');
  await expect(page.getByText('It is hidden from others now.')).toBeVisible();
  expect((await reporter.request.get(`/api/project/view/${projectId}`)).status()).toBe(404);
  await mallory.page.goto(`/project/view/${projectId}`);
  await expect(mallory.page.getByText('Rude words in the text.')).toBeVisible();
  await expectAccessible(mallory.page);

  await page.goto('/moderation');
  await rowOf(page, 'Mallory Hidden').press('Enter');
  await act(page, 'Dismiss', 'Nothing wrong in the profile.');
  const own = (await (await reporter.request.get('/api/reports')).json()).items as object[];
  expect(own).toMatchObject([
    { kind: 'person', outcome: 'dismissed', answer: 'Nothing wrong in the profile.' },
    { kind: 'project', outcome: 'acted' },
  ]);
});

test('a warned person reads the warning at once in an open page, above every screen until they confirm it', {
  tag: ['@phone', '@sweep'],
}, async ({ page, signUpModerator, anotherCaller, anotherPerson }) => {
  await signUpModerator();
  const mallory = await anotherPerson({ firstName: 'Mallory', lastName: 'Warned' });
  await report(await anotherCaller(), 'person', mallory.account._id);
  await mallory.page.goto('/projects');
  await expect(mallory.page.getByRole('heading', { level: 1 })).toBeVisible();
  await page.goto('/moderation');
  await rowOf(page, 'Mallory Warned').click();
  await act(page, 'Warn', 'Please stop writing to everybody.');

  // In the page that was open before, and said to screen readers.
  const said = mallory.page.locator('#announcer-assertive');
  await expect(said).toHaveText('A moderator has warned you. Please stop writing to everybody.');
  const banner = mallory.page.getByRole('region', { name: 'A warning from the moderators' });
  await expect(banner).toContainText('Please stop writing to everybody.');
  await expectAccessible(mallory.page);
  await untilAnswered(mallory.page, '/acknowledge', () =>
    banner.getByRole('button', { name: 'I have read it' }).press('Enter'),
  );
  await expect(banner).toHaveCount(0);
  await expect(mallory.page.getByRole('heading', { level: 1 })).toBeFocused();
  await mallory.page.reload();
  await expect(mallory.page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(banner).toHaveCount(0);
});
