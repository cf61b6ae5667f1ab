import type { Page } from '@playwright/test';
import { expect, test } from '#tests/e2e/support/recorded-app.ts';

const log = (page: Page) => page.getByRole('log');

async function send(page: Page, to: string, text: string) {
  await page.getByRole('textbox', { name: `Message ${to}` }).fill(text);
  await page.getByRole('button', { name: 'Send', exact: true }).click();
}

test('two people write to each other, although nothing is acknowledged and events say not who wrote', async ({
  openAs,
  openElsewhereAs,
  recorded,
}) => {
  const { asha, ben } = recorded.network.people;
  const one = await openAs('asha', `/chat/${ben._id}`);
  const other = await openElsewhereAs('ben', `/chat/${asha._id}`);
  await expect(log(one)).toContainText('Did the parser land?');
  await expect(log(other)).toContainText('This morning. <b>Finally</b>.');
  for (const { _id } of [asha, ben]) await recorded.untilJoined(_id);
  await send(one, 'Ben', 'Shall we ship it?');
  await expect(log(other).getByText('Shall we ship it?')).toBeVisible();
  await expect(log(one).getByText('Shall we ship it?')).toHaveCount(1);
  await send(other, 'Asha', 'Yes.');
  await expect(log(one).getByText('Yes.', { exact: true })).toBeVisible();
  await expect(log(other).getByText('Yes.', { exact: true })).toHaveCount(1);
  expect(recorded.network.chat.messages.map(({ text }) => text).slice(2)).toEqual(['Shall we ship it?', 'Yes.']);
});

test('a message written while the upstream is away is sent once it is back, once', { tag: '@sweep' }, async ({
  openAs,
  recorded,
}) => {
  const page = await openAs('asha', `/chat/${recorded.network.people.ben._id}`);
  await expect(log(page)).toContainText('Did the parser land?');
  await recorded.close();
  await send(page, 'Ben', 'Are you there?');
  await expect(log(page).getByText('Are you there?')).toBeVisible();
  await recorded.restart();
  await expect.poll(() => recorded.network.chat.messages.length).toBe(3);
  await expect(log(page).getByText('Are you there?')).toHaveCount(1);
  expect(recorded.network.chat.messages).toHaveLength(3);
});

test('a message that is stored between the answer with the history and the join of its room is shown', async ({
  page,
  openAs,
  recorded,
}) => {
  const { ben } = recorded.network.people;
  const stored = Promise.withResolvers<void>();
  await page.routeWebSocket(/socket\.io/, (socket) => {
    const upstream = socket.connectToServer();
    socket.onMessage(async (message) => {
      // The first message of Socket.IO asks to be connected: rooms are joined after its answer.
      if (String(message).startsWith('40')) await stored.promise;
      upstream.send(message);
    });
  });
  await openAs('asha', `/chat/${ben._id}`);
  await expect(log(page)).toContainText('Did the parser land?');
  expect(recorded.joins).toEqual([]);
  // Its event reached nobody: the room is empty.
  const [last] = recorded.network.chat.messages.slice(-1);
  if (last)
    recorded.network.chat.messages.push({
      ...last,
      _id: 'c'.repeat(24),
      senderId: ben._id,
      text: 'Just before you came',
    });
  stored.resolve();
  await expect(log(page).getByText('Just before you came')).toBeVisible();
});

test('the first messages of a conversation make one chat and lose nothing', { tag: '@sweep' }, async ({
  openAs,
  recorded,
}) => {
  recorded.documents.chats.length = 0;
  const page = await openAs('asha', `/chat/${recorded.network.people.ben._id}`);
  for (const text of ['one', 'two', 'three']) await send(page, 'Ben', text);
  await expect
    .poll(() => recorded.documents.chats.flatMap(({ messages }) => messages.map(({ text }) => text)))
    .toEqual(['one', 'two', 'three']);
  expect(recorded.documents.chats).toHaveLength(1);
});
