import type { Locator, Page } from '@playwright/test';

export const fieldOf = (page: Page, name: string) => page.getByRole('group', { name, exact: true });

export async function choose(
  field: Locator,
  bytes: Uint8Array,
  name = 'me.png',
  mimeType = 'image/png',
): Promise<void> {
  await field.locator('input[type=file]').setInputFiles({ name, mimeType, buffer: Buffer.from(bytes) });
}

export async function cut(page: Page): Promise<void> {
  await page
    .getByRole('dialog', { name: 'Choose what is shown' })
    .getByRole('button', { name: 'Use this part' })
    .click();
}

export const isLoaded = (image: HTMLImageElement) => image.complete && image.naturalWidth > 0;
