import { expect, test } from '#tests/e2e/support/recorded-app.ts';
import { untilProgramRuns } from '#tests/e2e/support/until-program-runs.ts';

test('a failed profile load is logged once, and the landing page says nothing of it', { tag: '@sweep' }, async ({
  page,
}) => {
  const logged: string[] = [];
  page.on('console', (message) => {
    if (message.type() === 'error' && message.text().startsWith('Profile load failed')) logged.push(message.text());
  });
  await page.goto('/');
  await expect(page.getByRole('button', { name: 'Get Started' })).toBeVisible();
  // The page is pre-rendered, so the button is there before the profile is asked for.
  await expect.poll(() => logged).toEqual(['Profile load failed: Pleasse login']);
  await expect(page.getByText(/No answer from the service/)).toHaveCount(0);
  await untilProgramRuns(page);
  await page.getByRole('button', { name: 'Get Started' }).click();
  await expect(page).toHaveURL(/\/login$/);
  expect(logged).toHaveLength(1);
});

test('a start reports nothing on the console', async ({ page, openAs }) => {
  const reported: string[] = [];
  page.on('console', (message) => {
    // This upstream knows no capabilities, and its members' pictures are on a host that the test does not reach.
    const { pathname, hostname } = new URL(message.location().url || page.url());
    if (pathname === '/api/capabilities' || hostname !== 'localhost') return;
    if (message.type() === 'error' || message.type() === 'warning') reported.push(message.text());
  });
  await openAs('asha', '/projects');
  await expect(page.getByRole('heading', { level: 1, name: 'Projects' })).toBeVisible();
  await page.waitForLoadState('networkidle');
  expect(reported).toEqual([]);
});
