import { readFileSync, writeFileSync } from 'node:fs';
import { test as base, expect, type Page } from '@playwright/test';
import { serveStyleguide } from '#tests/e2e/support/styleguide-site.ts';
import { otherChromium } from '#tests/support/other-chromium.ts';

// Every other Chromium draws letters a little differently. After a change that is meant, or for a new Chromium:
// `npm run e2e -- tests/e2e/sweep/styleguide.e2e.ts --update-snapshots`, look at the pictures, and commit them.
const pin = new URL('./styleguide.e2e.ts-snapshots/CHROMIUM', import.meta.url);

const test = base.extend<object, { guideUrl: string }>({
  guideUrl: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures a function needs from this pattern.
    async ({}, use) => {
      const site = await serveStyleguide();
      await use(site.url);
      await site.close();
    },
    { scope: 'worker', timeout: 180_000 },
  ],
});

test.use({ viewport: { width: 960, height: 720 }, deviceScaleFactor: 1 });

test.beforeAll(({ browser }, { config }) => {
  if (config.updateSnapshots === 'all' || config.updateSnapshots === 'changed')
    writeFileSync(pin, `${thisChromium(browser.version())}\n`);
});

test.beforeEach(({ browser }) => {
  const [drawn, own] = [readFileSync(pin, 'utf8').trim(), thisChromium(browser.version())];
  test.skip(drawn !== own, `${otherChromium}: the pictures are of ${drawn}, this is ${own}`);
});

const thisChromium = (version: string) => `${version} ${process.platform}`;

/** The guide with its fonts and pictures, at a fixed time. */
async function openGuide(page: Page, url: string): Promise<void> {
  await page.clock.setFixedTime(new Date('2026-11-20T12:00:00Z'));
  await page.goto(url);
  await page.getByRole('heading', { level: 2, name: 'dialogs' }).waitFor();
  await page.evaluate(async () => {
    for (const image of document.images) image.loading = 'eager';
    await Promise.all([...document.fonts].map((face) => face.load()));
    await Promise.all([...document.images].map((image) => image.decode()));
  });
  await expect(page.locator('[aria-busy] .invisible')).toHaveCount(0);
}

// A few hundred pixels: less than the border of a field, more than what a busy machine changes, which is nothing so far.
const compared = { animations: 'disabled', caret: 'hide', scale: 'css', maxDiffPixelRatio: 0.0005 } as const;
const rooms = ['basics', 'people', 'projects', 'fields', 'states', 'pictures', 'dialogs'];

for (const colorScheme of ['light', 'dark'] as const)
  test.describe(`the styleguide, ${colorScheme}`, () => {
    test.use({ colorScheme });

    for (const room of rooms)
      test(`${room} looks as in its picture`, async ({ page, guideUrl }) => {
        await openGuide(page, guideUrl);
        await expect(page.locator(`#${room}`)).toHaveScreenshot(`${room}-${colorScheme}.png`, compared);
      });

    test('a dialog, a menu and the focus look as in their pictures', async ({ page, guideUrl }) => {
      await openGuide(page, guideUrl);
      await page.getByRole('button', { name: 'More' }).click();
      await expect(page.getByRole('group', { name: 'More' })).toHaveScreenshot(`menu-${colorScheme}.png`, compared);
      await page.keyboard.press('Escape');
      await page.getByRole('button', { name: 'dialog', exact: true }).press('Enter');
      // The first button has the focus, which the keyboard has moved there.
      await expect(page.getByRole('dialog').locator('.modal-box')).toHaveScreenshot(
        `dialog-${colorScheme}.png`,
        compared,
      );
    });
  });
