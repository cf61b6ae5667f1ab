import type { Page } from '@playwright/test';
import { expectAccessible } from '#tests/e2e/support/accessibility.ts';
import { test as chat, expect, say } from '#tests/e2e/support/chat.ts';
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

test('the room shows what a member has pinned, who does not see whom, and nothing to a visitor', {
  tag: ['@phone', '@sweep'],
}, async ({ team: { id, mira, robin }, anotherPerson }) => {
  const room = `/messages/room/${id}`;
  const ivo = await anotherPerson({ firstName: 'Ivo', lastName: 'Hall' });
  await ivo.page.goto(`/project/view/${id}?tab=team`);
  await expect(ivo.page.getByRole('button', { name: 'Ask to join' })).toBeVisible();
  await expect(ivo.page.getByRole('tab')).toHaveCount(0);
  await ivo.page.goto(room);
  await expect(ivo.page.getByRole('heading', { name: 'This chat is for the team of the project' })).toBeVisible();

  await robin.page.goto(room);
  await say(robin, 'We meet on Tuesdays');
  const said = thread(robin.page).getByRole('listitem').filter({ hasText: 'We meet on Tuesdays' });
  await expect(said, 'it is stored').toHaveAttribute('data-id');
  await mira.page.goto(room);
  await untilAnswered(robin.page, '/pin/', async () => {
    await said.focus();
    await robin.page.keyboard.press('Enter');
    await robin.page.getByRole('button', { name: 'Pin', exact: true }).press('Enter');
  });
  await expect(robin.page.getByRole('button', { name: /^Pinned/ })).toBeVisible();
  expect(await said.evaluate((row) => row.contains(document.activeElement)), 'the focus stays there').toBe(true);
  await mira.page.getByRole('button', { name: /^Pinned/ }).click();
  const pinned = mira.page.getByRole('dialog', { name: 'Pinned messages' });
  await expect(pinned.getByText('We meet on Tuesdays')).toBeVisible();
  await expectAccessible(mira.page);
  await untilAnswered(mira.page, '/pin/', () => pinned.getByRole('button', { name: 'Unpin' }).click());
  await expect(pinned.getByText('Nothing is pinned any more.')).toBeVisible();
  await pinned.getByRole('button', { name: 'Close' }).click();
  await expect(robin.page.getByRole('button', { name: /^Pinned/ })).toHaveCount(0);

  await joinTeam(id, mira, ivo);
  expect((await ivo.request.post(`/api/user/block/${robin.account._id}`)).ok()).toBe(true);
  const unseen = ({ page }: Person) => page.getByText('Somebody here and you don’t see each other’s messages.');
  for (const person of [robin, ivo]) {
    await person.page.goto(room);
    await expect(unseen(person)).toBeVisible();
  }
  await expectAccessible(robin.page);
  await untilAnswered(robin.page, '/unseen', () => robin.page.getByRole('button', { name: 'Dismiss' }).press('Enter'));
  await expect(unseen(robin)).toHaveCount(0);
  await mira.page.goto(room);
  await expect(thread(mira.page).getByText('Ivo joined')).toBeVisible();
  await expect(unseen(mira)).toHaveCount(0);
});
