import type { Page } from '@playwright/test';
import { expectAccessible } from '#tests/e2e/support/accessibility.ts';
import { test as chat, expect, openLive, say } from '#tests/e2e/support/chat.ts';
import { createProject, type Person, untilAnswered } from '#tests/e2e/support/product.ts';

interface Team {
  id: string;
  name: string;
  /** The creator, whose page is the test's own. */
  mira: Person;
  /** The member, in a browser of his own. */
  robin: Person;
}

const test = chat.extend<{ team: Team }>({
  team: async ({ page, signUp, anotherPerson }, use) => {
    const mira = {
      account: await signUp({ firstName: 'Mira', lastName: 'Stone' }),
      page,
      request: page.context().request,
    };
    const name = `Glyph Garden ${Date.now().toString(36)}`;
    const id = await createProject(mira.request, name, { description: 'Grows glyphs.' });
    const robin = await anotherPerson({ firstName: 'Robin', lastName: 'Berg' });
    await joinTeam(id, mira, robin);
    await use({ id, name, mira, robin });
  },
});

/** Asks to join the project, and is accepted by its creator. */
async function joinTeam(id: string, creator: Person, person: Person): Promise<void> {
  expect((await person.request.post(`/api/project/interest/${id}`, { data: {} })).ok()).toBe(true);
  const asked = (await (await creator.request.get(`/api/project/interest/${id}`)).json()) as {
    items: { _id: string }[];
  };
  const accepted = await creator.request.post(`/api/project/interest/review/accepted/${asked.items[0]?._id}`);
  expect(accepted.ok(), await accepted.text()).toBe(true);
}

const thread = (page: Page) => page.getByRole('log');

test('the tab Team shows who joined, and a member reads where the creator names them', {
  tag: '@phone',
}, async ({ team: { id, name, mira, robin } }) => {
  await mira.page.goto(`/project/view/${id}`);
  await mira.page.getByRole('tab', { name: /^Team/ }).click();
  await expect(thread(mira.page).getByText('Robin joined')).toBeVisible();
  await mira.page.getByRole('button', { name: '2 people' }).click();
  const members = mira.page.getByRole('dialog', { name: 'In this chat' });
  await expect(members.getByRole('listitem')).toHaveText([/You.*Creator/, /Robin Berg.*Member/]);
  await members.getByRole('button', { name: 'Close' }).click();

  await robin.page.goto(`/messages/room/${id}`);
  await expect(robin.page.getByRole('heading', { level: 1, name })).toBeVisible();
  const field = mira.page.getByRole('textbox', { name: 'Message the team' });
  await field.fill('Hello @ro');
  const option = mira.page.getByRole('option', { name: 'Robin Berg' });
  await expect(option).toHaveAttribute('aria-selected', 'true');
  await expect(field).toHaveAttribute('aria-activedescendant', (await option.getAttribute('id')) ?? '');
  await field.press('Enter');
  await expect(field).toHaveValue('Hello @Robin Berg ');
  await field.pressSequentially('welcome');
  await mira.page.getByRole('button', { name: 'Send', exact: true }).click();
  const said = thread(robin.page).getByRole('listitem').filter({ hasText: 'Hello @Robin Berg welcome' });
  await expect(said).toContainText('Mira Stone');
  await expect(said.getByText('@Robin Berg', { exact: true })).toHaveClass(/bg-primary/);
  await expectAccessible(robin.page);
  await expectAccessible(mira.page);
});

test('a mention is in the panel of notifications and on their page, and leads to its message', {
  tag: ['@phone', '@sweep'],
}, async ({ team: { id, name, mira, robin } }) => {
  await openLive(robin.page, '/projects');
  await openLive(mira.page, `/messages/room/${id}`);
  const field = mira.page.getByRole('textbox', { name: /^Message / });
  await field.fill('Look here, @ro');
  await mira.page.getByRole('option', { name: 'Robin Berg' }).click();
  await expect(field).toHaveValue('Look here, @Robin Berg ');
  // On a phone, Enter begins a new line.
  await mira.page.getByRole('button', { name: 'Send', exact: true }).click();
  await expect(thread(mira.page).getByText('Look here').locator('xpath=ancestor::li[1]')).toHaveAttribute('data-id');

  const bell = robin.page.getByRole('button', { name: /^Notifications/ });
  // The acceptance, the connection that it makes, and the mention.
  await expect(bell).toHaveAccessibleName('Notifications, 3 unread');
  await bell.click();
  const panel = robin.page.getByRole('group', { name: 'Notifications' });
  const words = new RegExp(`Mira Stone.*mentioned you in ${name}`);
  await expect(panel.getByRole('link', { name: words })).toBeVisible();
  await expectAccessible(robin.page);
  await robin.page.getByRole('link', { name: 'See all notifications' }).click();
  await expect(robin.page.getByRole('heading', { level: 1, name: 'Notifications' })).toBeFocused();
  await robin.page.getByRole('tab', { name: /^People/ }).click();
  const rows = robin.page.getByRole('tabpanel').getByRole('listitem');
  await expect(rows).toHaveText([/is connected with you now/]);
  await robin.page.getByRole('tab', { name: /^Projects/ }).click();
  await expect(rows).toHaveText([/mentioned you in/, /You are a member now/]);
  await rows.getByRole('link', { name: words }).click();
  await expect(robin.page).toHaveURL(new RegExp(`/messages/room/${id}`));
  await expect(thread(robin.page).getByText('Look here')).toBeInViewport();
  await expect(bell).toHaveAccessibleName('Notifications, 2 unread');
});

test('two members with a block are told once that they do not see each other', { tag: ['@phone', '@sweep'] }, async ({
  team: { id, mira, robin },
  anotherPerson,
}) => {
  const ivo = await anotherPerson({ firstName: 'Ivo', lastName: 'Hall' });
  await joinTeam(id, mira, ivo);
  expect((await ivo.request.post(`/api/user/block/${robin.account._id}`)).ok()).toBe(true);
  const line = 'Somebody here and you don’t see each other’s messages.';
  for (const { page } of [robin, ivo]) {
    await page.goto(`/messages/room/${id}`);
    await expect(page.getByText(line)).toBeVisible();
  }
  await expectAccessible(robin.page);
  await untilAnswered(robin.page, '/unseen', () => robin.page.getByRole('button', { name: 'Dismiss' }).press('Enter'));
  await expect(robin.page.getByText(line)).toHaveCount(0);
  await robin.page.reload();
  await expect(thread(robin.page).getByText('Robin joined')).toBeVisible();
  await expect(robin.page.getByText(line)).toHaveCount(0);
  await mira.page.goto(`/messages/room/${id}`);
  await expect(thread(mira.page).getByText('Ivo joined')).toBeVisible();
  await expect(mira.page.getByText(line)).toHaveCount(0);
});

test('a message that a member pins stands above the chat of everybody in the room, until it is unpinned', {
  tag: ['@phone', '@sweep'],
}, async ({ team: { id, mira, robin } }) => {
  await robin.page.goto(`/messages/room/${id}`);
  await say(robin, 'We meet on Tuesdays');
  const said = thread(robin.page).getByRole('listitem').filter({ hasText: 'We meet on Tuesdays' });
  await expect(said, 'it is stored').toHaveAttribute('data-id');
  await mira.page.goto(`/messages/room/${id}`);
  await untilAnswered(robin.page, '/pin/', async () => {
    await said.focus();
    await robin.page.keyboard.press('Enter');
    await robin.page.getByRole('button', { name: 'Pin', exact: true }).click();
  });
  await mira.page.getByRole('button', { name: /^Pinned/ }).click();
  const pinned = mira.page.getByRole('dialog', { name: 'Pinned messages' });
  await expect(pinned.getByText('We meet on Tuesdays')).toBeVisible();
  await expectAccessible(mira.page);
  await untilAnswered(mira.page, '/pin/', () => pinned.getByRole('button', { name: 'Unpin' }).click());
  await expect(pinned.getByText('Nothing is pinned any more.')).toBeVisible();
  await pinned.getByRole('button', { name: 'Close' }).click();
  await expect(robin.page.getByRole('button', { name: /^Pinned/ })).toHaveCount(0);
});

test('a visitor sees nothing of a project’s room, and reads whose it is', { tag: '@sweep' }, async ({
  team: { id },
  anotherPerson,
}) => {
  const visitor = await anotherPerson({ firstName: 'Ivo', lastName: 'Hall' });
  await visitor.page.goto(`/project/view/${id}?tab=team`);
  await expect(visitor.page.getByRole('button', { name: 'Ask to join' })).toBeVisible();
  await expect(visitor.page.getByRole('tab')).toHaveCount(0);
  await visitor.page.goto(`/messages/room/${id}`);
  await expect(visitor.page.getByRole('heading', { name: 'This chat is for the team of the project' })).toBeVisible();
});
