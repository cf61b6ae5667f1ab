import type { Locator, Page } from '@playwright/test';
import { expectAccessible } from '#tests/e2e/support/accessibility.ts';
import { bubbles, composer, expect, goOffline, isLive, log, openChat, say, test } from '#tests/e2e/support/chat.ts';
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

/** Puts a picture on the clipboard, or under the mouse, and lets go of it over the element. */
async function give(target: Locator, kind: 'drop' | 'paste', bytes: Uint8Array): Promise<void> {
  await target.evaluate(
    (element, given) => {
      const data = new DataTransfer();
      data.items.add(new File([new Uint8Array(given.bytes)], 'picture.png', { type: 'image/png' }));
      const init = { bubbles: true, cancelable: true };
      element.dispatchEvent(
        given.kind === 'drop'
          ? new DragEvent('drop', { ...init, dataTransfer: data })
          : new ClipboardEvent('paste', { ...init, clipboardData: data }),
      );
    },
    { bytes: [...bytes], kind },
  );
}

const isDrawn = (image: Locator) =>
  expect
    .poll(() => image.evaluate((element) => element instanceof HTMLImageElement && element.naturalWidth > 0))
    .toBe(true);

test('a photo is chosen, cut with the keyboard, uploaded and shown to others', { tag: '@phone' }, async ({
  page,
  signUp,
  anotherPerson,
}) => {
  const own = await signUp({ firstName: 'Ana', lastName: 'Alves' });
  await page.goto('/profile/edit');
  const photo = fieldOf(page, 'Photo');
  const chooser = page.waitForEvent('filechooser');
  await photo.getByRole('button', { name: 'Upload a picture' }).click();
  const buffer = Buffer.from(await picture('jpeg', { width: 900, height: 600 }));
  await (await chooser).setFiles({ name: 'me.jpg', mimeType: 'image/jpeg', buffer });
  const dialog = page.getByRole('dialog', { name: 'Choose what is shown' });
  await expect(dialog.getByRole('img', { name: 'The chosen picture' })).toBeVisible();
  await expectAccessible(page);
  await dialog.getByRole('group', { name: /The part that is shown/ }).focus();
  await page.keyboard.press('ArrowLeft');
  await cut(page);
  await expect(photo.getByRole('button', { name: 'Replace' })).toBeFocused();
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Profile saved').first()).toBeVisible();

  const { page: others } = await anotherPerson({});
  await others.goto(`/profile/${own._id}`);
  const shown = others.locator('header img').first();
  await expect(shown).toHaveAttribute('src', /^\/api\/media\/[0-9a-f]{24}\/avatar\.webp$/);
  await isDrawn(shown);
});

test('a picture is dropped and pasted, and a cover can be removed again', { tag: '@sweep' }, async ({
  page,
  signUp,
}) => {
  await signUp();
  await page.goto('/profile/edit');
  const cover = fieldOf(page, 'Cover');
  const bytes = await picture('png', { width: 800, height: 400 });
  for (const kind of ['drop', 'paste'] as const) {
    await give(cover, kind, bytes);
    await cut(page);
    await expect(cover.getByRole('button', { name: 'Replace' })).toBeVisible();
    await cover.getByRole('button', { name: 'Remove' }).click();
    await expect(cover.getByRole('button', { name: 'Upload a picture' })).toBeFocused();
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

test('pictures are pasted and dropped, and wait without a connection across a restart', {
  tag: '@sweep',
}, async ({ page, context, ana, ben }) => {
  await openChat(ana, ben);
  await openChat(ben, ana);
  await isLive(page);
  await isLive(ben.page);
  const bytes = await picture('png', { width: 800, height: 400 });
  await give(composer(page), 'paste', bytes);
  const small = await picture('png', { width: 160, height: 80 });
  await give(page.getByRole('button', { name: /what are you working on/ }), 'drop', small);
  const tray = page.getByRole('list', { name: 'Pictures to send' });
  await expect(tray.getByRole('listitem')).toHaveCount(2);
  await page.getByRole('textbox', { name: 'What picture 1 shows' }).fill('A diagram');
  await say(ana, 'Two of them');
  await expect(tray).toBeHidden();
  const messageOf = (on: Page, text: string) => bubbles(on).filter({ hasText: text });
  const shown = messageOf(ben.page, 'Two of them').getByRole('button', { name: /^Open the picture/ });
  await expect(shown).toHaveCount(2);
  await isDrawn(ben.page.getByRole('img', { name: 'A diagram' }));

  await shown.first().click();
  const viewer = ben.page.getByRole('dialog', { name: 'Picture 1 of 2' });
  await isDrawn(viewer.getByRole('img', { name: 'A diagram' }));
  await expectAccessible(ben.page);
  await ben.page.keyboard.press('+');
  await expect(viewer.getByRole('status')).toHaveText('150 %');
  await ben.page.keyboard.press('0');
  await ben.page.keyboard.press('ArrowRight');
  const second = ben.page.getByRole('dialog', { name: 'Picture 2 of 2' });
  await expect(second).toBeVisible();
  // A picture that is smaller than the window keeps its size.
  const image = second.locator('img');
  await isDrawn(image);
  const box = await image.boundingBox();
  expect(box?.width).toBeLessThanOrEqual(160);
  await ben.page.keyboard.press('Escape');
  await expect(ben.page.getByRole('dialog')).toHaveCount(0);

  await goOffline(ana);
  await give(composer(page), 'paste', bytes);
  await expect(tray.getByRole('listitem')).toHaveCount(1);
  await say(ana, 'On the train');
  await expect(messageOf(page, 'On the train')).toBeVisible();
  await page.close();
  await context.setOffline(false);
  const next = await context.newPage();
  await next.goto('/feed');
  const single = messageOf(ben.page, 'On the train').getByRole('button', { name: /^Open the picture/ });
  await expect(single).toHaveCount(1);
  await ben.page.setViewportSize({ width: 360, height: 640 });
  await expect(single, 'whole on a phone').toBeInViewport({ ratio: 1 });
  await openChat({ page: next }, ben);
  await expect(messageOf(next, 'On the train')).toHaveCount(1);
  await expect(log(next).getByRole('progressbar')).toHaveCount(0);
});
