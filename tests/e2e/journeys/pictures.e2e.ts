import type { Locator, Page } from '@playwright/test';
import { expectAccessible } from '#tests/e2e/support/accessibility.ts';
import { expect, test } from '#tests/e2e/support/product.ts';
import { animation, picture } from '#tests/support/pictures.ts';

const fieldOf = (page: Page, name: string) => page.getByRole('group', { name, exact: true });

async function choose(field: Locator, bytes: Uint8Array, name = 'me.png', mimeType = 'image/png'): Promise<void> {
  await field.locator('input[type=file]').setInputFiles({ name, mimeType, buffer: Buffer.from(bytes) });
}

async function cut(page: Page): Promise<void> {
  await page
    .getByRole('dialog', { name: 'Choose what is shown' })
    .getByRole('button', { name: 'Use this part' })
    .click();
}

const isLoaded = (image: HTMLImageElement) => image.complete && image.naturalWidth > 0;

test('a photo is chosen, cut with the keyboard, uploaded and shown to others', { tag: '@phone' }, async ({
  page,
  signUp,
  anotherPerson,
}) => {
  const own = await signUp({ firstName: 'Ana', lastName: 'Alves' });
  await page.goto('/profile/edit');
  const photo = fieldOf(page, 'Photo');
  await choose(photo, await picture('jpeg', { width: 900, height: 600 }), 'me.jpg', 'image/jpeg');
  const dialog = page.getByRole('dialog', { name: 'Choose what is shown' });
  await expect(dialog.getByRole('img', { name: 'The chosen picture' })).toBeVisible();
  await expectAccessible(page);
  await dialog.getByRole('group', { name: /The part that is shown/ }).focus();
  await page.keyboard.press('ArrowLeft');
  await cut(page);
  await expect(photo.getByRole('button', { name: 'Replace' })).toBeVisible();
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Profile saved').first()).toBeVisible();

  const { page: others } = await anotherPerson({});
  await others.goto(`/profile/${own._id}`);
  const shown = others.locator('header img').first();
  await expect(shown).toHaveAttribute('src', /^\/api\/media\/[0-9a-f]{24}\/avatar\.webp$/);
  await expect.poll(() => shown.evaluate(isLoaded)).toBe(true);
});

test('a picture is dropped and pasted, and a cover can be removed again', { tag: '@sweep' }, async ({
  page,
  signUp,
}) => {
  await signUp();
  await page.goto('/profile/edit');
  const cover = fieldOf(page, 'Cover');
  const bytes = [...(await picture('png', { width: 800, height: 400 }))];
  for (const kind of ['drop', 'paste'] as const) {
    await cover.evaluate(
      (element, { bytes, kind }) => {
        const data = new DataTransfer();
        data.items.add(new File([new Uint8Array(bytes)], 'cover.png', { type: 'image/png' }));
        const init = { bubbles: true, cancelable: true };
        element.dispatchEvent(
          kind === 'drop'
            ? new DragEvent('drop', { ...init, dataTransfer: data })
            : new ClipboardEvent('paste', { ...init, clipboardData: data }),
        );
      },
      { bytes, kind },
    );
    await cut(page);
    await expect(cover.getByRole('button', { name: 'Replace' })).toBeVisible();
    await cover.getByRole('button', { name: 'Remove' }).click();
    await expect(cover.getByRole('button', { name: 'Upload a picture' })).toBeVisible();
  }
});

test('what cannot be used is refused in words, before it is sent', { tag: '@sweep' }, async ({ page, signUp }) => {
  await signUp();
  await page.goto('/profile/edit');
  const photo = fieldOf(page, 'Photo');
  const sent: string[] = [];
  page.on('request', (request) => {
    if (request.method() === 'POST' && request.url().endsWith('/api/media')) sent.push(request.url());
  });
  for (const [bytes, type, words] of [
    [Buffer.from('hello'), 'text/plain', 'Choose a PNG, JPEG, WebP, AVIF or GIF picture.'],
    [Buffer.from('hello'), 'image/png', 'This file cannot be read as a picture.'],
    [await animation(), 'image/gif', 'Animated pictures are not possible.'],
    [await picture('png', { width: 20, height: 20 }), 'image/png', 'This picture is too small'],
  ] as const) {
    await choose(photo, bytes, 'file', type);
    await expect(photo.getByRole('status')).toContainText(words);
  }
  expect(sent).toEqual([]);
});

test('an upload that fails says why and can be tried again; a running one can be cancelled', {
  tag: ['@phone', '@sweep'],
}, async ({ page, signUp }) => {
  await signUp();
  await page.goto('/profile/edit');
  const photo = fieldOf(page, 'Photo');
  let answer: 'busy' | 'never' | 'pass' = 'busy';
  await page.route('**/api/media', async (route) => {
    if (answer === 'busy')
      await route.fulfill({ status: 503, json: { code: 'unavailable', message: 'Many pictures are being prepared.' } });
    else if (answer === 'pass') await route.continue();
  });
  await choose(photo, await picture('png'));
  await cut(page);
  await expect(photo.getByRole('status')).toContainText('Many pictures are being prepared.');
  answer = 'never';
  await photo.getByRole('button', { name: 'Try again' }).click();
  await expect(photo.getByRole('progressbar', { name: 'Sending the picture' })).toBeVisible();
  await photo.getByRole('button', { name: 'Cancel' }).click();
  await expect(photo.getByRole('button', { name: 'Upload a picture' })).toBeVisible();
  answer = 'pass';
  await choose(photo, await picture('png'));
  await cut(page);
  await expect(photo.getByRole('button', { name: 'Replace' })).toBeVisible();
});

test('a picture of another site loads without telling it where it is shown', { tag: ['@phone', '@sweep'] }, async ({
  page,
  signUp,
  anotherPerson,
}) => {
  const own = await signUp();
  const photoUrl = 'https://pictures.invalid/me.png';
  await page.route(photoUrl, async (route) =>
    route.fulfill({ contentType: 'image/png', body: Buffer.from(await picture('png')) }),
  );
  const edit = await page.context().request.patch('/api/profile/edit', { data: { photoUrl } });
  expect(edit.status()).toBe(200);
  await page.goto('/profile');
  await expect(page.locator(`main img[src="${photoUrl}"]`).first()).toBeVisible();

  const { page: others } = await anotherPerson({});
  const referrers: (string | undefined)[] = [];
  await others.route(photoUrl, async (route) => {
    referrers.push(route.request().headers().referer);
    await route.fulfill({ contentType: 'image/png', body: Buffer.from(await picture('png')) });
  });
  await others.goto(`/profile/${own._id}`);
  await expect(others.locator(`main img[src="${photoUrl}"]`).first()).toBeVisible();
  await expect.poll(() => referrers.length).toBeGreaterThan(0);
  expect(referrers.filter(Boolean), 'the other site does not learn which page shows it').toEqual([]);
});
