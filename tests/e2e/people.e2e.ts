import type { APIRequestContext, Page } from '@playwright/test';
import { expectAccessible } from './support/accessibility.ts';
import { tabTo } from './support/keyboard.ts';
import { type AnotherCaller, expect, type SignUp, test, untilAnswered } from './support/product.ts';

/** Calls the API with the session of that page. */
async function ask(request: APIRequestContext, userId: string): Promise<void> {
  const reply = await request.post(`/api/request/interested/${userId}`);
  expect(reply.status(), await reply.text()).toBe(200);
}

/** The person of the page, and others who asked to connect with them. */
async function askedBy(names: string[], signUp: SignUp, anotherCaller: AnotherCaller) {
  const own = await signUp({ firstName: 'Olga', lastName: 'Own' });
  const askers = [];
  for (const firstName of names) {
    const asker = await anotherCaller({ firstName, lastName: 'Asker' });
    await ask(asker.request, own._id);
    askers.push(asker);
  }
  return { own, askers };
}

const rowOf = (page: Page, name: string) => page.getByRole('main').getByRole('listitem').filter({ hasText: name });

test('one request is accepted and leads to the chat, another is rejected, and both stay answered', async ({
  page,
  signUp,
  anotherCaller,
}) => {
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
  await expect(page.getByText('Connected with Ana')).toBeVisible();
  await page.getByRole('link', { name: 'Say hello' }).click();
  await expect(page).toHaveURL(new RegExp(`/chat/${askers[0]?.account._id}$`));

  await page.goto('/requests');
  await expect(page.getByRole('heading', { name: 'Nothing waiting' })).toBeVisible();
  await page.goto('/connection');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Connections (1)');
  await expect(page.getByRole('link', { name: 'Ana Asker', exact: true })).toBeVisible();
  await expectAccessible(page);
});

test('a request that cannot be answered comes back with the reason, and can be answered again @desktop', async ({
  page,
  signUp,
  anotherCaller,
}) => {
  await askedBy(['Ana'], signUp, anotherCaller);
  await page.route('**/api/request/review/**', (route) => route.abort(), { times: 1 });
  await page.goto('/requests');
  await page.getByRole('button', { name: 'Reject Ana Asker' }).click();
  await expect(rowOf(page, 'Ana Asker').getByRole('alert')).not.toBeEmpty();
  await page.getByRole('button', { name: 'Reject Ana Asker' }).click();
  await expect(page.getByRole('heading', { name: 'Nothing waiting' })).toBeVisible();
});

test('five requests are selected and accepted at once, after a question', { tag: '@desktop' }, async ({
  page,
  signUp,
  anotherCaller,
}) => {
  const names = ['Ana', 'Ben', 'Cem', 'Dina', 'Edo'];
  await askedBy(names, signUp, anotherCaller);
  await page.goto('/requests');
  await page.getByRole('button', { name: 'Select', exact: true }).click();
  for (const name of names.slice(0, 4)) await page.getByLabel(`Select the request from ${name} Asker`).check();
  await page.getByRole('button', { name: 'Accept 4' }).click();
  const question = page.getByRole('dialog', { name: 'Accept 4 requests?' });
  await expect(question.getByRole('button', { name: 'Cancel' })).toBeFocused();
  await expectAccessible(page);
  await question.getByRole('button', { name: 'Accept 4' }).click();
  await expect(page.getByRole('tab', { name: 'Received (1)' })).toBeVisible();
  // All look accepted at once; the message follows the last reply.
  await expect(page.getByText('4 requests accepted')).toBeAttached();
  await page.goto('/connection');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Connections (4)');
});

test('requests are answered with the keyboard alone @desktop', async ({ page, signUp, anotherCaller }) => {
  await askedBy(['Ana', 'Ben'], signUp, anotherCaller);
  await page.goto('/requests');
  await expect(rowOf(page, 'Ana Asker')).toBeVisible();
  await tabTo(page, page.getByRole('button', { name: 'Reject Ben Asker' }));
  await page.keyboard.press('Enter');
  await expect(rowOf(page, 'Ben Asker')).toHaveCount(0);
  await expect(page.getByRole('link', { name: 'Ana Asker' })).toBeFocused();
  await page.keyboard.press('Tab');
  await expect(page.getByRole('button', { name: 'Accept Ana Asker' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByText('Connected with Ana')).toBeVisible();
});

test('a sent request is listed, withdrawn, and can be sent again', { tag: '@desktop' }, async ({
  page,
  signUp,
  anotherCaller,
}) => {
  await signUp();
  const { account } = await anotherCaller({ firstName: 'Ina', lastName: 'Asked' });
  await ask(page.context().request, account._id);
  await page.goto('/requests?tab=sent');
  await expect(rowOf(page, 'Ina Asked')).toBeVisible();
  await expectAccessible(page);
  await untilAnswered(page, '/request/', () =>
    page.getByRole('button', { name: 'Withdraw the request to Ina Asked' }).click(),
  );
  await expect(page.getByRole('heading', { name: 'Nothing sent' })).toBeVisible();

  await page.goto(`/profile/${account._id}`);
  const interested = page.getByRole('button', { name: 'Interested', exact: true });
  await interested.click();
  await expect(page.getByText(/You took this back. You can ask again in \d+ seconds?\./).first()).toBeVisible();
  await expect(async () => {
    await interested.click({ timeout: 1000 });
    await expect(page.getByRole('button', { name: 'Withdraw' })).toBeVisible({ timeout: 2000 });
  }).toPass({ timeout: 30_000 });
});

test('a profile shows each state between two people, and what can be done now', { tag: '@desktop' }, async ({
  page,
  signUp,
  anotherPerson,
}) => {
  // Two people, and axe twice in each theme.
  test.slow();
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
  await expect(their.getByRole('link', { name: 'Message' })).toBeVisible();

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

test('a private note stays on this device, and a muted person is not found, on any device, until unmuted @desktop', async ({
  page,
  signUp,
  anotherCaller,
}) => {
  await signUp();
  const lastName = `Mutable${Date.now().toString(36)}`;
  const { account } = await anotherCaller({ firstName: 'Mo', lastName });
  await page.goto(`/profile/${account._id}`);
  const menu = page.getByRole('button', { name: 'More about Mo' });
  await menu.click();
  await page.getByRole('button', { name: 'Private note' }).click();
  await page.getByRole('textbox', { name: 'About Mo' }).fill('Met at the meetup');
  await page.getByRole('button', { name: 'Save note' }).click();
  await page.reload();
  await expect(page.getByText('Met at the meetup')).toBeVisible();

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

test('a word is muted and unmuted by keyboard, and whoever says it is not found meanwhile @desktop', async ({
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

test('who was muted on this device before accounts could mute is muted in the account @desktop', async ({
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

test('a profile that is not there says so, with two ways on', { tag: '@desktop' }, async ({ page, signUp }) => {
  await signUp();
  await page.goto('/profile/000000000000000000000000');
  await expect(page.getByRole('heading', { name: 'This profile is not available' })).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('main').getByRole('link', { name: 'Search' }).click();
  await expect(page).toHaveURL(/\/search$/);
});

test('connections are found by name, and the list is gone through with keys @desktop', async ({
  page,
  signUp,
  anotherCaller,
}) => {
  const { askers } = await askedBy(['Ana', 'Ben', 'Cem'], signUp, anotherCaller);
  for (const { account } of askers) await ask(page.context().request, account._id);
  await page.goto('/connection');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Connections (3)');
  await page.getByLabel('Sort by').selectOption('name');
  const search = page.getByRole('searchbox', { name: 'Search connections' });
  await search.fill('zed');
  await expect(page.getByRole('heading', { name: 'Nobody by that name' })).toBeVisible();
  await search.press('Escape');

  const link = (name: string) => page.getByRole('link', { name, exact: true });
  await tabTo(page, link('Ana Asker'));
  await page.keyboard.press('j');
  await expect(link('Ben Asker')).toBeFocused();
  await page.keyboard.press('k');
  await expect(link('Ana Asker')).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 1, name: 'Ana Asker' })).toBeVisible();
  await page.goBack();
  await expect(link('Ana Asker')).toBeVisible();
});

test('search finds people and projects by name and skill, and keeps it in the address', async ({
  page,
  signUp,
  isMobile,
}) => {
  test.slow();
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

test('search is used with keys alone, and offers what was searched before @desktop', async ({ page, signUp }) => {
  await signUp();
  await page.goto('/search?q=re');
  const box = page.getByRole('searchbox', { name: 'Search people and projects' });
  const first = page.getByRole('tabpanel').getByRole('link').first();
  await expect(first).toBeVisible();
  await box.press('Enter');
  await box.press('ArrowDown');
  await expect(first).toBeFocused();
  const name = (await first.textContent()) ?? '';
  await page.keyboard.press('ArrowUp');
  await expect(box).toBeFocused();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible();
  await page.goBack();
  await expect(box).toHaveValue('re');

  await box.press('Escape');
  await expect(page.getByRole('heading', { name: 'Recent searches' })).toBeVisible();
  await page.getByRole('button', { name: 're', exact: true }).click();
  await expect(box).toHaveValue('re');
});

test('a slow answer to an older search never replaces a newer one @desktop', async ({ page, signUp }) => {
  await signUp();
  let letGo: () => void = () => undefined;
  const held = new Promise<void>((resolve) => {
    letGo = resolve;
  });
  await page.route(
    (url) => url.pathname === '/api/search/people' && url.searchParams.get('q') === 're',
    async (route) => {
      await held;
      await route.continue().catch(() => undefined);
    },
  );
  await page.goto('/search');
  const box = page.getByRole('searchbox', { name: 'Search people and projects' });
  const asked = page.waitForRequest((request) => request.url().includes('/api/search/people?q=re'));
  await box.fill('re');
  await asked;
  await box.fill('qqqqzzzz');
  const none = page.getByRole('heading', { name: 'Nothing fits “qqqqzzzz”' });
  await expect(none).toBeVisible();
  letGo();
  await page.waitForLoadState('networkidle');
  await expect(none).toBeVisible();
});
