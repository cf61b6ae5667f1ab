import type { Page } from '@playwright/test';
import { expectAccessible } from '#tests/e2e/support/accessibility.ts';
import { tabTo } from '#tests/e2e/support/keyboard.ts';
import { act, expect, report, rowOf, test } from '#tests/e2e/support/moderation.ts';
import { addDevice } from '#tests/e2e/support/passkey-device.ts';
import { type Caller, untilAnswered } from '#tests/e2e/support/product.ts';
import { picture } from '#tests/support/pictures.ts';

async function connect(one: Caller, other: Caller): Promise<void> {
  for (const [from, to] of [
    [one, other],
    [other, one],
  ] as const)
    expect((await from.request.post(`/api/request/interested/${to.account._id}`)).status()).toBe(200);
}

/** Resolves once the page's socket is closed. */
async function socketEnd(page: Page): Promise<() => Promise<unknown>> {
  const socket = await page.waitForEvent('websocket');
  return () => (socket.isClosed() ? Promise.resolve() : socket.waitForEvent('close'));
}

test('of two moderators at one case the second reads what the first has done, and nothing is done twice', async ({
  page,
  signUpModerator,
  makeModerator,
  anotherCaller,
  anotherPerson,
}) => {
  await signUpModerator();
  const second = await anotherPerson({ firstName: 'Otto', lastName: 'Other' });
  await makeModerator(second.account);
  const mallory = await anotherPerson({ firstName: 'Mallory', lastName: 'Twice' });
  await report(await anotherCaller(), 'person', mallory.account._id);
  for (const screen of [page, second.page]) {
    await screen.goto('/moderation');
    await rowOf(screen, 'Mallory Twice').click();
  }
  await second.page.getByRole('button', { name: 'Dismiss', exact: true }).click();
  const dialog = second.page.getByRole('dialog');
  await dialog.getByRole('textbox').fill('Nothing to see.');
  await act(page, 'Warn', 'Please stop.');

  await dialog.getByRole('button', { name: 'Dismiss', exact: true }).click();
  const changed = dialog.getByRole('alert');
  await expect(changed).toContainText('Nothing was done, and your reason is kept.');
  await expect(changed).toContainText('Warned by Mona Moderator: “Please stop.”');
  await expect(changed).toContainText('It is closed now.');
  await expect(changed).toContainText('This cannot be done any more.');
  await expect(dialog.getByRole('textbox')).toHaveValue('Nothing to see.');
  await expect(dialog.getByRole('button', { name: 'Dismiss', exact: true })).toHaveCount(0);
  await expectAccessible(second.page);
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  const done = second.page.getByRole('region', { name: 'What was done' });
  await expect(done.getByRole('listitem')).toHaveCount(1);
  await expect(done).toContainText('Warned by Mona Moderator');
  await second.page.getByRole('tab', { name: 'Open', exact: true }).click();
  await expect(rowOf(second.page, 'Mallory Twice')).toHaveCount(0);
  const exported = await (await mallory.request.get('/api/profile/export')).json();
  expect(exported.moderatorActions).toHaveLength(1);
});

test('an erased picture is gone for everybody, and caches that ask again get no copy', async ({
  page,
  signUpModerator,
  anotherPerson,
}) => {
  await signUpModerator();
  const mallory = await anotherPerson({ firstName: 'Mallory', lastName: 'Pictured' });
  const rita = await anotherPerson({ firstName: 'Rita', lastName: 'Reporter' });
  const body = Buffer.from(await picture('png', { colour: '#14532d' }));
  const uploaded = await mallory.request.post('/api/media', { headers: { 'content-type': 'image/png' }, data: body });
  const { _id, url } = await uploaded.json();
  expect((await mallory.request.patch('/api/profile/edit', { data: { photoUrl: url } })).status()).toBe(200);
  await rita.page.goto(`/profile/${mallory.account._id}`);
  const shown = rita.page.locator(`main img[src*="${_id}"]`);
  await expect(shown).toHaveCount(1);
  const address = (await shown.getAttribute('src')) ?? '';
  const seen = await rita.request.get(address);
  expect(seen.headers()['cache-control']).toBe('public, max-age=31536000, immutable, s-maxage=300');
  await report(rita, 'picture', _id);

  await page.goto('/moderation');
  await rowOf(page, 'A picture of Mallory Pictured').click();
  await expect(page.getByRole('button', { name: 'Load this picture' })).toBeVisible();
  await act(page, 'Erase the picture', 'This shows somebody else.');
  await expect(page.getByText('It is not there any more.', { exact: false })).toBeVisible();

  // A cache asks with the tag that it has: a copy must not be confirmed.
  for (const headers of [{}, { 'if-none-match': seen.headers().etag ?? '' }]) {
    const gone = await rita.request.get(address, { headers });
    expect(gone.status()).toBe(404);
    expect(gone.headers()['cache-control']).toContain('no-store');
  }
  expect(await rita.page.evaluate(async (src) => (await fetch(src, { cache: 'no-cache' })).status, address)).toBe(404);
  for (const { page: open } of [rita, mallory]) {
    await open.goto(`/profile/${mallory.account._id}`);
    await expect(open.getByRole('heading', { level: 1 })).toBeVisible();
    await expect(open.locator(`img[src*="${_id}"]`)).toHaveCount(0);
  }
  const again = await rita.request.post('/api/media', { headers: { 'content-type': 'image/png' }, data: body });
  expect(again.status()).toBe(409);
});

test('a suspension ends the open chat of every tab at once, and its socket with it', async ({
  page,
  signUpModerator,
  anotherPerson,
}) => {
  await signUpModerator();
  const mallory = await anotherPerson({ firstName: 'Mallory', lastName: 'Chatting' });
  const rita = await anotherPerson({ firstName: 'Rita', lastName: 'Reader' });
  await connect(mallory, rita);
  await report(rita, 'person', mallory.account._id);
  const other = await mallory.page.context().newPage();
  const ends: (() => Promise<unknown>)[] = [];
  for (const tab of [mallory.page, other]) {
    const [end] = await Promise.all([socketEnd(tab), tab.goto(`/chat/${rita.account._id}`)]);
    ends.push(end);
    await expect(tab.getByRole('textbox', { name: /^Message/ })).toBeVisible();
  }
  await rita.page.goto(`/chat/${mallory.account._id}`);
  await expect(rita.page.getByText('Online', { exact: true }).first()).toBeVisible();

  await page.goto('/moderation');
  await rowOf(page, 'Mallory Chatting').click();
  await act(page, 'Suspend', 'Threats in the chat.');
  for (const end of ends) await end();
  for (const tab of [mallory.page, other]) {
    const dialog = tab.getByRole('dialog', { name: 'Your session has ended' });
    await expect(dialog).toBeVisible();
    await expect(dialog.getByLabel('Password', { exact: true })).toBeFocused();
  }
  await expect(rita.page.getByText('Online', { exact: true })).toHaveCount(0);
  expect((await mallory.request.get('/api/profile/view')).status()).toBe(401);
  await rita.page.reload();
  await expect(rita.page.getByText('Former member').first()).toBeVisible();
});

test('somebody who is suspended and logs in with a passkey reads why, until when and where to appeal', async ({
  page,
  signUpModerator,
  anotherCaller,
  anotherPerson,
}) => {
  await signUpModerator();
  const mallory = await anotherPerson({ firstName: 'Mallory', lastName: 'Keyholder' });
  const device = await addDevice(mallory.page);
  await mallory.page.goto('/setting');
  await mallory.page.getByRole('button', { name: 'Add a passkey' }).click();
  await expect(mallory.page.getByRole('button', { name: 'Rename' })).toHaveCount(1);
  await report(await anotherCaller(), 'person', mallory.account._id);
  await page.goto('/moderation');
  await rowOf(page, 'Mallory Keyholder').click();
  await act(page, 'Suspend', 'Threats after a warning.');

  await mallory.page
    .getByRole('dialog', { name: 'Your session has ended' })
    .getByRole('button', { name: 'Leave' })
    .click();
  await device.recognise(false);
  await mallory.page.goto('/login');
  await mallory.page.getByLabel('Email Id').focus();
  const button = mallory.page.getByRole('button', { name: 'Log in with a passkey' });
  await expect(button).toBeVisible();
  await device.recognise(true);
  const why = mallory.page.getByRole('alert').filter({ hasText: 'This account is suspended.' });
  // The offer in the e-mail field may take the passkey before the button does.
  await Promise.race([why.waitFor(), button.click().catch(() => undefined)]);
  await expect(why).toContainText('The reason: Threats after a warning.');
  await expect(why).toContainText(/It ends .+ \d/);
  await expect(why.getByRole('link', { name: 'help@dotcode.example' })).toHaveAttribute('href', /^mailto:/);
  await expectAccessible(mallory.page);
  await expect(mallory.page).toHaveURL(/\/login$/);
  expect((await mallory.request.get('/api/profile/view')).status()).toBe(401);
});

test('a case is found, read, decided and taken back with Tab, J, Enter, Space and arrows alone', async ({
  page,
  signUpModerator,
  anotherCaller,
  anotherPerson,
}) => {
  await signUpModerator();
  const mallory = await anotherPerson({ firstName: 'Mallory', lastName: 'Keyed' });
  const rita = await anotherCaller({ firstName: 'Rita', lastName: 'Keys' });
  await report(rita, 'person', mallory.account._id);
  await mallory.page.goto('/profile');
  await expect(mallory.page.getByRole('heading', { level: 1 })).toBeVisible();
  await page.goto('/moderation');
  const row = rowOf(page, 'Mallory Keyed');
  await expect(row).toBeVisible();
  const said = page.getByRole('region', { name: /^Messages/ });
  const actions = page.getByRole('group', { name: 'What you can do' });
  const dialog = page.getByRole('dialog');
  const heading = page.getByRole('heading', { level: 2, name: 'Mallory Keyed' });
  await tabTo(page, page.getByRole('list', { name: 'Open cases, the most urgent first' }).getByRole('link').first());
  for (let i = 0; i < 20 && !(await row.evaluate((link) => link === document.activeElement)); i += 1)
    await page.keyboard.press('j');
  await page.keyboard.press('Enter');
  await expect(heading).toBeFocused();

  await tabTo(page, actions.getByRole('button', { name: 'Hide the name' }));
  await page.keyboard.press('Enter');
  await expect(dialog.getByRole('textbox', { name: 'Why? (required)' })).toBeFocused();
  await expect(dialog.getByText(/Others read “Hidden name”/)).toBeVisible();
  await expectAccessible(page);
  await page.keyboard.type('This name insults somebody.');
  await tabTo(page, dialog.getByRole('button', { name: 'Hide the name' }));
  await untilAnswered(page, '/actions', () => page.keyboard.press('Enter'));
  await expect(heading).toBeFocused();
  await expect(said.getByText('Name hidden: Mallory Keyed')).toBeAttached();
  const seen = await (await rita.request.get(`/api/profile/${mallory.account._id}`)).json();
  expect(seen.user).toMatchObject({ firstName: 'Hidden', lastName: 'name' });
  // The owner reads it in the page that was open before.
  const note = mallory.page.getByRole('region', { name: 'Hidden by a moderator' });
  await expect(note).toContainText('This name insults somebody.');
  await expectAccessible(mallory.page);

  await tabTo(page, actions.getByRole('button', { name: 'Suspend' }));
  await page.keyboard.press('Enter');
  await page.keyboard.type('Threats.');
  // The time stands before the reason.
  await page.keyboard.press('Shift+Tab');
  await expect(dialog.getByRole('radio', { name: '7 days' })).toBeFocused();
  await page.keyboard.press('ArrowDown');
  await expect(dialog.getByRole('radio', { name: '30 days' })).toBeChecked();
  await tabTo(page, dialog.getByRole('button', { name: 'Suspend' }));
  await untilAnswered(page, '/actions', () => page.keyboard.press('Enter'));
  await expect(said.getByText('Suspended: Mallory Keyed')).toBeAttached();
  await expect(mallory.page.getByRole('dialog', { name: 'Your session has ended' })).toBeVisible();

  for (const left of [1, 0]) {
    await tabTo(page, actions.getByRole('button', { name: 'Undo' }));
    await page.keyboard.press('Enter');
    await page.keyboard.type('A mistake.');
    await untilAnswered(page, '/actions', () => page.keyboard.press('Control+Enter'));
    await expect(dialog).toHaveCount(0);
    await expect(actions.getByRole('button', { name: 'Undo' })).toHaveCount(left);
  }
  await expectAccessible(page);
  const back = await (await rita.request.get(`/api/profile/${mallory.account._id}`)).json();
  expect(back.user).toMatchObject({ firstName: 'Mallory', lastName: 'Keyed' });
});
