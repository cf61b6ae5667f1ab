import { expectAccessible } from '#tests/e2e/support/accessibility.ts';
import { askedBy, rowOf } from '#tests/e2e/support/people.ts';
import { expect, test, untilAnswered } from '#tests/e2e/support/product.ts';

test('one request is accepted and leads to the chat, another is rejected, and both stay answered', {
  tag: '@phone',
}, async ({ page, signUp, anotherCaller }) => {
  const { askers } = await askedBy(['Ana', 'Ben'], signUp, anotherCaller);
  await page.goto('/requests');
  await expect(page.getByRole('tab', { name: 'Received (2)' })).toBeVisible();
  await expectAccessible(page);

  await untilAnswered(page, '/request/review/rejected/', () =>
    page.getByRole('button', { name: 'Reject Ben Asker' }).click(),
  );
  await expect(rowOf(page, 'Ben Asker')).toHaveCount(0);
  await untilAnswered(page, '/request/review/accepted/', () =>
    page.getByRole('button', { name: 'Accept Ana Asker' }).dblclick(),
  );
  const match = page.getByRole('dialog', { name: 'You and Ana are connected' });
  await match.getByRole('textbox', { name: 'Message to Ana' }).fill('Hello Ana');
  await match.getByRole('button', { name: 'Send' }).click();
  await expect(page).toHaveURL(new RegExp(`/chat/${askers[0]?.account._id}$`));

  await page.goto('/requests');
  await expect(page.getByRole('heading', { name: 'Nothing waiting' })).toBeVisible();
  await page.goto('/connection');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Connections (1)');
  await expect(page.getByRole('link', { name: 'Ana Asker', exact: true })).toBeVisible();
  await expectAccessible(page);
});

test('a profile shows each state between two people, and what can be done now', { tag: '@sweep' }, async ({
  page,
  signUp,
  anotherPerson,
}) => {
  const own = await signUp({ firstName: 'Olga', lastName: 'Own' });
  const { account, page: theirs } = await anotherPerson({ firstName: 'Pia', lastName: 'Peer' });
  await page.goto(`/profile/${account._id}`);
  const control = page.getByRole('group', { name: 'You and Pia' });
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Pia Peer');
  await expectAccessible(page);

  await control.getByRole('button', { name: 'Ignore' }).click();
  await control.getByRole('button', { name: 'Take back' }).click();
  await control.getByRole('button', { name: 'Interested' }).click();
  await expect(control.getByText('Request sent')).toBeVisible();

  await theirs.goto(`/profile/${own._id}`);
  const their = theirs.getByRole('group', { name: 'You and Olga' });
  await expect(their.getByRole('button', { name: 'Reject' })).toBeVisible();
  await their.getByRole('button', { name: 'Accept' }).click();
  await theirs
    .getByRole('dialog', { name: 'You and Olga are connected' })
    .getByRole('button', { name: 'Write later' })
    .click();
  await expect(their.getByRole('link', { name: 'Message' })).toBeFocused();

  await page.reload();
  await expect(control.getByRole('link', { name: 'Message' })).toBeVisible();
  await page.getByRole('button', { name: 'More about Pia' }).click();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Remove connection' }).click();
  const question = page.getByRole('dialog', { name: 'Remove Pia from your connections?' });
  await expect(question.getByRole('button', { name: 'Keep' })).toBeFocused();
  await expectAccessible(page);
  await question.getByRole('button', { name: 'Remove' }).click();
  await expect(question).toBeHidden();
  await expect(control.getByRole('link', { name: 'Message' })).toHaveCount(0);
});

test('a muted person is not found, on any device, until unmuted', {
  tag: '@sweep',
}, async ({ page, signUp, anotherCaller }) => {
  await signUp();
  const lastName = `Mutable${Date.now().toString(36)}`;
  const { account } = await anotherCaller({ firstName: 'Mo', lastName });
  await page.goto(`/profile/${account._id}`);
  const menu = page.getByRole('button', { name: 'More about Mo' });
  await menu.click();
  await untilAnswered(page, '/user/mute/', () => page.getByRole('button', { name: 'Mute Mo', exact: true }).click());
  await expect(page.getByText('Muted', { exact: true })).toBeVisible();
  const otherDevice = await page.request.get('/api/user/muted');
  expect((await otherDevice.json()).items).toMatchObject([{ user: { _id: account._id } }]);
  await page.goto(`/search?q=${lastName}`);
  await expect(page.getByRole('heading', { name: `Nothing fits “${lastName}”` })).toBeVisible();
  await page.goto('/setting?section=privacy');
  await expectAccessible(page);
  await untilAnswered(page, '/user/mute/', () =>
    page.getByRole('button', { name: `Unmute Mo ${lastName}` }).press('Enter'),
  );
  await expect(page.getByText('No person is muted.')).toBeVisible();
  await page.goto(`/search?q=${lastName}`);
  await expect(page.getByRole('link', { name: `Mo ${lastName}` })).toBeVisible();
});

test('search finds people and projects by name and skill, and keeps it in the address', { tag: '@phone' }, async ({
  page,
  signUp,
  isMobile,
}) => {
  await signUp();
  await page.goto('/search');
  await expectAccessible(page);
  const box = page.getByRole('searchbox', { name: 'Search people and projects' });
  if (!isMobile) await expect(box).toBeFocused();
  await box.fill('re');
  await expect(page.getByRole('tab', { name: /^People \([1-9]/ })).toBeVisible();
  await expect(page).toHaveURL(/q=re/);
  await expect(page.locator('mark').first()).toHaveText(/re/i);
  await expectAccessible(page);

  const facet = page.getByRole('group', { name: 'Only with the skill' }).getByRole('button').first();
  const skill = (await facet.textContent()) ?? '';
  await facet.click();
  await expect(page).toHaveURL(/skill=/);
  await expect(page.getByRole('button', { name: skill, pressed: true })).toBeVisible();
  await page.getByRole('tab', { name: /^Projects/ }).click();
  await expect(page).toHaveURL(/tab=projects/);
  await page.reload();
  await expect(box).toHaveValue('re');
  await expect(page.getByRole('tab', { name: /^Projects/ })).toHaveAttribute('aria-selected', 'true');
  await expectAccessible(page);

  await page.getByRole('button', { name: skill, pressed: true }).click();
  await expect(page).not.toHaveURL(/skill=/);
});

test('a word is muted and unmuted by keyboard, and whoever says it is not found meanwhile', { tag: '@sweep' }, async ({
  page,
  signUp,
  anotherCaller,
}) => {
  await signUp();
  const word = `zebra${Date.now().toString(36)}`;
  const other = await anotherCaller({ firstName: 'Zoe' });
  await other.request.patch('/api/profile/edit', { data: { about: `Only ${word.toUpperCase()}.` } });
  await page.goto('/setting?section=privacy');
  const field = page.getByRole('textbox', { name: 'Mute a word' });
  await field.fill('two words');
  await untilAnswered(page, '/user/muted-words', () => field.press('Enter'));
  await expect(page.getByText('Mute one word at a time')).toBeVisible();
  await field.fill(word);
  await untilAnswered(page, '/user/muted-words', () => field.press('Enter'));
  await expect(page.getByRole('button', { name: `Unmute the word ${word}` })).toBeVisible();
  await expectAccessible(page);
  await page.goto(`/search?q=${word}`);
  await expect(page.getByRole('heading', { name: `Nothing fits “${word}”` })).toBeVisible();
  await page.goto('/setting?section=privacy');
  await page.getByRole('button', { name: `Unmute the word ${word}` }).press('Enter');
  await expect(page.getByRole('list', { name: 'Muted words' })).toHaveCount(0);
  await page.goto(`/search?q=${word}`);
  await expect(page.getByRole('link', { name: /^Zoe/ }).first()).toBeVisible();
});

test('who was muted on this device before accounts could mute is muted in the account', { tag: '@sweep' }, async ({
  page,
  signUp,
  anotherCaller,
}) => {
  const own = await signUp();
  const other = await anotherCaller({ firstName: 'Mia' });
  const muted = JSON.stringify([{ _id: other.account._id, name: 'Mia' }]);
  await page.addInitScript(
    ([key, value]) => {
      if (location.protocol.startsWith('http') && localStorage.getItem(`${key}-set`) === null) {
        localStorage.setItem(`${key}-set`, 'yes');
        localStorage.setItem(key, value);
      }
    },
    [`dotcode:user:${own._id}:muted`, muted] as const,
  );
  await untilAnswered(page, '/user/mute/', () => page.goto('/setting?section=privacy'));
  await expect(page.getByRole('button', { name: /^Unmute Mia/ })).toBeVisible();
  await page.getByRole('button', { name: /^Unmute Mia/ }).click();
  await expect(page.getByText('No person is muted.')).toBeVisible();
  await page.reload();
  await expect(page.getByText('No person is muted.')).toBeVisible();
});
