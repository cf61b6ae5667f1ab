import type { Page } from '@playwright/test';
import { expectAccessible } from '#tests/e2e/support/accessibility.ts';
import { tabTo } from '#tests/e2e/support/keyboard.ts';
import { type Caller, expect, test, untilAnswered } from '#tests/e2e/support/product.ts';

interface Name {
  firstName: string;
  lastName: string;
}

const moment = (page: Page) => page.getByRole('dialog', { name: 'You and Ben are connected' });
const field = (page: Page) => moment(page).getByRole('textbox', { name: 'Message to Ben' });

/** Gives all of them the same skills and the same intent. */
const bothUse = async (people: Caller[]) => {
  for (const { request } of people) {
    const reply = await request.patch('/api/profile/edit', {
      data: { skills: ['Elixir', 'Go'], lookingFor: ['pair'] },
    });
    expect(reply.status()).toBe(200);
  }
};

const becomeAna = async (page: Page, signUp: (name: Name) => Promise<Caller['account']>): Promise<Caller> => ({
  account: await signUp({ firstName: 'Ana', lastName: 'Alves' }),
  request: page.context().request,
});

const askWithNote = async (from: Caller, to: Caller, note: string) => {
  const reply = await from.request.post(`/api/request/interested/${to.account._id}`, { data: { note } });
  expect(reply.status()).toBe(200);
};

test('an accepted request is a moment, which the keyboard closes without losing a word', { tag: '@phone' }, async ({
  page,
  signUp,
  anotherCaller,
}) => {
  const ana = await becomeAna(page, signUp);
  const ben = await anotherCaller({ firstName: 'Ben', lastName: 'Berg' });
  await bothUse([ana, ben]);
  await askWithNote(ben, ana, 'Your parser is what I was looking for.');
  await page.goto('/requests');
  await page.getByRole('button', { name: 'Accept Ben Berg' }).press('Enter');
  await expect(moment(page)).toBeVisible();
  await expect(moment(page)).toHaveAccessibleDescription(/Ben asked to meet you.* both want to pair.* Your parser/);
  await expect(moment(page).getByText('You both use Elixir and Go · both want to pair')).toBeVisible();
  await expect(moment(page).getByRole('list', { name: 'Lines to begin with' }).getByRole('button')).toHaveCount(3);
  await expectAccessible(page);
  await field(page).fill('Which part of it?');
  await page.keyboard.press('Escape');
  await expect(moment(page)).toHaveCount(0);
  await page.goto(`/chat/${ben.account._id}`);
  await expect(page.getByRole('textbox', { name: 'Message Ben' })).toHaveValue('Which part of it?');
});

test('a request that is accepted on a profile begins a conversation with a line that both share', {
  tag: ['@phone', '@sweep'],
}, async ({ page, signUp, anotherPerson }) => {
  const ana = await becomeAna(page, signUp);
  const ben = await anotherPerson({ firstName: 'Ben', lastName: 'Berg' });
  await bothUse([ana, ben]);
  await askWithNote(ben, ana, 'Hello');
  await page.goto(`/profile/${ben.account._id}`);
  await page.getByRole('group', { name: 'You and Ben' }).getByRole('button', { name: 'Accept' }).press('Enter');
  const line = 'Hi Ben, we both work with Elixir. What are you building?';
  await tabTo(page, moment(page).getByRole('button', { name: line }));
  await page.keyboard.press('Enter');
  await expect(field(page)).toBeFocused();
  await expect(field(page)).toHaveValue(line);
  await tabTo(page, moment(page).getByRole('button', { name: 'Send' }));
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(new RegExp(`/chat/${ben.account._id}$`));
  await expect(page.getByRole('log').getByText(line)).toBeVisible();
  await ben.page.goto(`/chat/${ana.account._id}`);
  await expect(ben.page.getByRole('log').getByText(line)).toBeVisible();
});

test('interest that is mutual is the same moment on the feed, which goes on afterwards', {
  tag: ['@phone', '@sweep'],
}, async ({ page, signUp, anotherCaller }) => {
  const ana = await becomeAna(page, signUp);
  const ben = await anotherCaller({ firstName: 'Ben', lastName: 'Berg' });
  await bothUse([ana, ben]);
  await page.goto('/feed?order=newest');
  const interested = page.getByRole('button', { name: 'Interested in Ben Berg' });
  await expect(interested).toBeVisible();
  await askWithNote(ben, ana, 'Hello');
  await untilAnswered(page, '/request/interested/', () => interested.click());
  await expect(moment(page).getByText('Ben was interested too.')).toBeVisible();
  await expectAccessible(page);
  await moment(page).getByRole('button', { name: 'Keep looking' }).click();
  await expect(moment(page)).toHaveCount(0);
  await expect(page.getByRole('article').first()).toBeVisible();
});
