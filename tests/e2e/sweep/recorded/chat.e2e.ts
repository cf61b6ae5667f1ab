import type { Page } from '@playwright/test';
import { expect, test } from '#tests/e2e/support/recorded-app.ts';

const log = (page: Page) => page.getByRole('log');

async function send(page: Page, to: string, text: string) {
  await page.getByRole('textbox', { name: `Message ${to}` }).fill(text);
  await page.getByRole('button', { name: 'Send', exact: true }).click();
}

test('the same words twice are two messages, and stay two over a reload', async ({ openAs, recorded }) => {
  const page = await openAs('asha', `/chat/${recorded.network.people.ben._id}`);
  await expect(log(page)).toContainText('Did the parser land?');
  await send(page, 'Ben', 'ok');
  await send(page, 'Ben', 'ok');
  await expect.poll(() => recorded.network.chat.messages.length).toBe(4);
  await expect(log(page).getByText('ok', { exact: true })).toHaveCount(2);
  await page.reload();
  await expect(log(page).getByText('ok', { exact: true })).toHaveCount(2);
  expect(recorded.network.chat.messages).toHaveLength(4);
});

test('a chat with somebody who is not connected says so', async ({ openAs, recorded }) => {
  const page = await openAs('asha', `/chat/${recorded.network.people.goran._id}`);
  await expect(page.getByRole('main')).toContainText(/connect/i);
  await expect(page.getByRole('textbox', { name: /^Message/ })).toHaveCount(0);
});
