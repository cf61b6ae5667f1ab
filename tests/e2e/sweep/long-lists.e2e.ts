import type { Locator, Page } from '@playwright/test';
import { expect, test } from '#tests/e2e/support/product.ts';

const rows = 2000;

/** Answers the connections of the page with 2,000 people, whom no test could sign up in its time. */
const manyConnections = (page: Page) =>
  page.route('**/api/user/connections*', (route) =>
    route.fulfill({
      json: {
        message: '',
        data: Array.from({ length: rows }, (_, index) => ({
          _id: index.toString(16).padStart(24, '0'),
          firstName: `Person${String(index).padStart(4, '0')}`,
          lastName: 'Listed',
          about: 'Builds small tools.',
          skills: ['Go', 'React'],
        })),
      },
    }),
  );

/** How many rows of a list the browser lays out: the contents of the others are skipped. */
const laidOut = (list: Locator) =>
  list.evaluate(
    (element) =>
      [...element.children].filter((row) => row.firstElementChild?.checkVisibility({ contentVisibilityAuto: true }))
        .length,
  );

test('of 2,000 connections the browser lays out those near the window, and finds, focuses and searches them all', {
  tag: '@phone',
}, async ({ page, signUp }) => {
  await manyConnections(page);
  await signUp();
  await page.goto('/connection');
  // Not `expect`: each time that it finds no heading, Playwright describes the whole page, which takes 20 s with 2,000 rows.
  await page.getByRole('heading', { level: 1, name: `Connections (${rows})` }).waitFor();
  const list = page
    .getByRole('main')
    .getByRole('list')
    .filter({ has: page.getByText('Person0000 Listed') });
  await expect(list.getByRole('listitem')).toHaveCount(rows);
  // Counted, not timed: the cost of a layout grows with what is laid out.
  await expect.poll(() => laidOut(list)).toBeLessThan(100);

  // The row has a height of its own before it is laid out, and the page scrolls to it in one step.
  const last = list.getByRole('listitem').last();
  await last.getByRole('link').first().focus();
  await expect(last.getByText('Person1999 Listed')).toBeInViewport();
  await expect.poll(() => laidOut(list)).toBeLessThan(140);

  await page.getByRole('searchbox', { name: 'Search connections' }).fill('Person1234');
  await expect(page.getByRole('main').getByRole('listitem')).toHaveCount(1);
});
