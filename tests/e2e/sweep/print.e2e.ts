import type { Page } from '@playwright/test';
import { createProject, expect, test } from '#tests/e2e/support/product.ts';

test.use({ colorScheme: 'dark' });

const links = 'See [the guide](https://example.com/guide) and https://example.com/plain.';

/** Opens a screen in the dark theme and looks at it as a printer does. */
async function onPaper(page: Page, path: string, heading: string): Promise<void> {
  await page.goto(path);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(heading);
  await page.emulateMedia({ media: 'print' });
  await page.evaluate(() => {
    document.documentElement.dataset.theme = 'dark';
  });
}

/** One column of dark words on white, without navigation and controls. */
async function expectClean(page: Page): Promise<void> {
  await expect(page.getByRole('navigation', { name: 'Main' })).toBeHidden();
  await expect(page.locator('.btn:visible, button:visible')).toHaveCount(0);
  // The change of the theme and the arrival of the print styles are drawn a moment later.
  await expect(async () => {
    const seen = await page.evaluate(() => {
      const luminance = (colour: string) => {
        const pen = document.createElement('canvas').getContext('2d', { willReadFrequently: true });
        if (!pen) throw new Error('There is no canvas to measure colours with.');
        pen.fillStyle = colour;
        pen.fillRect(0, 0, 1, 1);
        const [red = 0, green = 0, blue = 0] = pen.getImageData(0, 0, 1, 1).data;
        return (0.2126 * red + 0.7152 * green + 0.0722 * blue) / 255;
      };
      const words = [...document.querySelectorAll<HTMLElement>('main h1, main h2, main p, main a, main li')].filter(
        (element) => element.offsetParent !== null && element.textContent.trim() !== '' && !element.closest('.drawn'),
      );
      return {
        ground: luminance(getComputedStyle(document.documentElement).backgroundColor),
        palest: Math.max(...words.map((element) => luminance(getComputedStyle(element).color))),
        left: document.querySelector('main')?.getBoundingClientRect().left,
      };
    });
    expect(seen.ground).toBeGreaterThan(0.99);
    expect(seen.palest).toBeLessThan(0.4);
    expect(seen.left).toBe(0);
  }).toPass();
}

const addressAfter = (page: Page, name: string) =>
  page.getByRole('link', { name }).evaluate((link) => getComputedStyle(link, '::after').content);

test('a project prints as one light column, its links with addresses', async ({ page, signUp, anotherCaller }) => {
  await signUp();
  const { request } = await anotherCaller();
  const project = await createProject(request, 'Quill', { description: `${links}\n\n- [ ] print`, skills: ['Go'] });
  await onPaper(page, `/project/view/${project}`, 'Quill');
  await expectClean(page);
  expect(await addressAfter(page, 'the guide')).toBe('" (https://example.com/guide)"');
  expect(await addressAfter(page, 'https://example.com/plain')).toBe('none');
  const [about, main] = [page.getByRole('region', { name: 'About this project' }), page.locator('main')];
  const widths = [(await about.boundingBox())?.width ?? 0, (await main.boundingBox())?.width ?? 0] as const;
  expect(widths[0]).toBeGreaterThan(widths[1] * 0.8);
});
