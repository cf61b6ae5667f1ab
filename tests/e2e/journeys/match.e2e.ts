import type { Page } from '@playwright/test';
import { expectAccessible } from '#tests/e2e/support/accessibility.ts';
import { type Caller, expect, test } from '#tests/e2e/support/product.ts';

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
