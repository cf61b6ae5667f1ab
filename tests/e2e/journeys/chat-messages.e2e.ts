import type { Locator, Page } from '@playwright/test';
import { expectAccessible } from '#tests/e2e/support/accessibility.ts';
import { bubbles, composer, expect, goOffline, isLive, log, openChat, say, test } from '#tests/e2e/support/chat.ts';
import { picture } from '#tests/support/pictures.ts';

/** The message whose own text this is, not one that quotes it. */
const messageOf = (page: Page, text: string): Locator =>
  bubbles(page).filter({ has: page.locator('p', { hasText: text }) });

/** Opens the actions of a message with the keyboard: a bar beside it, or a sheet on a narrow screen. */
async function openActions(page: Page, text: string): Promise<Locator> {
  await messageOf(page, text).focus();
  const bar = messageOf(page, text).getByRole('toolbar');
  const more = messageOf(page, text).locator('[data-open-sheet]');
  await expect(bar.or(more)).toBeAttached();
  await page.keyboard.press('Enter');
  const actions = bar.or(page.getByRole('dialog', { name: 'Message' }));
  await expect(actions).toBeVisible();
  return actions;
}

async function act(page: Page, text: string, action: string): Promise<void> {
  await (await openActions(page, text)).getByRole('button', { name: action, exact: true }).click();
}

/** On a narrow screen the sheet itself offers the reactions. */
async function react(page: Page, text: string, emoji: string): Promise<void> {
  const actions = await openActions(page, text);
  const choose = actions.getByRole('button', { name: 'React', exact: true });
  if ((await choose.count()) > 0) await choose.click();
  await page.getByRole('button', { name: emoji, exact: true }).click();
}

async function edit(page: Page, text: string, next: string): Promise<void> {
  await act(page, text, 'Edit');
  await expect(composer(page)).toHaveValue(text);
  await composer(page).fill(next);
  await page.getByRole('button', { name: 'Save the change' }).click();
}

const reactionOf = (page: Page, text: string, emoji: string): Locator =>
  messageOf(page, text).getByRole('button', { name: new RegExp(`^${emoji} `, 'u') });

test('two people answer, edit, delete and react, and both see the same, also after an outage', {
  tag: '@phone',
}, async ({ page, context, ana, ben }) => {
  await openChat(ana, ben);
  await openChat(ben, ana);
  await isLive(page);
  await isLive(ben.page);
  await say(ana, 'Shall we deploy on Friday');
  await say(ana, 'A slip of the keyboard');
  await expect(bubbles(ben.page)).toHaveCount(2);

  await openActions(ben.page, 'Friday');
  await expectAccessible(ben.page);
  await ben.page.keyboard.press('Escape');
  await act(ben.page, 'Friday', 'Reply');
  await say(ben, 'Better on Monday');
  const quote = messageOf(page, 'Better on Monday').getByRole('button', { name: /Show it$/ });
  await expect(quote).toContainText('Shall we deploy on Friday');
  await react(ben.page, 'Friday', 'eyes');
  await expect(reactionOf(page, 'Friday', '👀')).toHaveAccessibleName('👀 1: Ben Berg');

  await edit(page, 'Shall we deploy on Friday', 'Shall we deploy on Thursday');
  await act(page, 'A slip of the keyboard', 'Delete');
  await page.getByRole('dialog').getByRole('button', { name: 'Delete', exact: true }).click();
  const areTheSame = async () => {
    for (const each of [page, ben.page]) {
      await expect(messageOf(each, 'Thursday')).toContainText('edited');
      await expect(messageOf(each, 'Better on Monday').getByRole('button', { name: /Show it$/ })).toContainText(
        'Shall we deploy on Thursday',
      );
      await expect(messageOf(each, 'Message deleted')).toHaveCount(1);
      await expect(each.getByText('A slip of the keyboard')).toHaveCount(0);
      await expect(reactionOf(each, 'Thursday', '👀')).toHaveCount(1);
    }
  };
  await areTheSame();
  await page.reload();
  await ben.page.reload();
  await areTheSame();

  await isLive(page);
  await goOffline(ana);
  const sent: string[] = [];
  page.on('request', (request) => {
    if (['PATCH', 'PUT'].includes(request.method()) && request.url().includes('/api/message/'))
      sent.push(request.url());
  });
  await react(page, 'Better on Monday', 'thumbs up');
  await edit(page, 'Shall we deploy on Thursday', 'Shall we deploy on Monday');
  await expect(page.getByText('Will be changed when you are back')).toBeVisible();
  await react(ben.page, 'Thursday', 'rocket');
  sent.length = 0;
  await context.setOffline(false);
  for (const each of [page, ben.page]) {
    await expect(messageOf(each, 'Shall we deploy on Monday')).toContainText('edited');
    await expect(reactionOf(each, 'Better on Monday', '👍')).toHaveAccessibleName(/^👍 1: /u);
    await expect(reactionOf(each, 'Shall we deploy on Monday', '🚀')).toHaveCount(1);
  }
  await expect(page.getByText('Will be changed when you are back')).toHaveCount(0);
  expect(sent).toHaveLength(2);
});

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
  await expect(messageOf(ben.page, 'On the train').getByRole('button', { name: /^Open the picture/ })).toHaveCount(1);
  await openChat({ page: next }, ben);
  await expect(messageOf(next, 'On the train')).toHaveCount(1);
  await expect(log(next).getByRole('progressbar')).toHaveCount(0);
});
