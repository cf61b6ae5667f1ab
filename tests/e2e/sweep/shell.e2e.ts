import { expectAccessible } from '#tests/e2e/support/accessibility.ts';
import { endedDialog, endSessionAt, logInAgain, watchChanges } from '#tests/e2e/support/ended-session.ts';
import { tabTo } from '#tests/e2e/support/keyboard.ts';
import { expect, test, untilAnswered } from '#tests/e2e/support/product.ts';

/**
 * Only a form that submits to a route causes 405 or 400. The product has none, so that the test calls the page's
 * router.
 */
async function submitToRouter(submission: object): Promise<void> {
  interface Fiber {
    memoizedProps: { router?: { navigate: (to: string, options: object) => Promise<void> } } | null;
    child: Fiber | null;
  }
  const root = document.getElementById('root');
  const key = Object.keys(root ?? {}).find((name) => name.startsWith('__reactContainer$'));
  let fiber = (root as unknown as Record<string, Fiber | null>)[key ?? ''] ?? null;
  while (fiber && !fiber.memoizedProps?.router) fiber = fiber.child;
  await fiber?.memoizedProps?.router?.navigate('/login', { formData: new FormData(), ...submission });
}

test.describe('the loading gate', () => {
  test('says the specified text, after 8 seconds that it is still trying, and Retry asks again', async ({
    page,
    signUp,
  }) => {
    await signUp({ firstName: 'Patient', lastName: 'Person' });
    await page.clock.install({ time: '2026-01-01T12:00:00' });
    await page.clock.pauseAt('2026-01-01T12:00:01');
    let asked = 0;
    await page.route('**/api/profile/view', (route) => {
      asked += 1;
      // The first calls are not answered.
      return asked <= 2 ? undefined : route.continue();
    });
    await page.goto('/profile');
    // The start goes from one task to the next by timers, and waits for the profile, until the gate is there and its own
    // text replaces the page's.
    await expect(async () => {
      await page.clock.runFor(50);
      await expect(page.locator('p[role=status]')).toBeVisible({ timeout: 100 });
    }).toPass();
    // The loop above may have let a part of the eight seconds pass.
    await page.clock.runFor(6000);
    await expect(page.getByText('Still trying')).toBeHidden();
    await page.clock.runFor(2100);
    await expect(page.getByRole('status').filter({ hasText: 'Still trying' })).toBeVisible();
    await expect(page.getByText('Loading, please wait...', { exact: true })).toBeVisible();
    await tabTo(page, page.getByRole('button', { name: 'Retry' }));
    await page.keyboard.press('Enter');
    await expect.poll(() => asked).toBe(2);
    await page.getByRole('button', { name: 'Retry' }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'Patient Person' })).toBeVisible();
  });
});

test.describe('the legend of shortcuts', () => {
  test('is opened, filtered, run and left with the keyboard alone', async ({ page, signUp }) => {
    await signUp();
    await page.goto('/projects');
    const heading = page.getByRole('heading', { level: 1, name: 'Projects' });
    await expect(heading).toBeVisible();
    const legend = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
    const filter = legend.getByRole('searchbox');
    // The key listeners load after the screen.
    await expect(async () => {
      await page.keyboard.press('?');
      await expect(filter).toBeFocused({ timeout: 1000 });
    }).toPass();
    await expectAccessible(page);
    await filter.fill('nothing like this');
    await expect(legend.getByText('Nothing here does')).toBeVisible();
    await expectAccessible(page);
    await filter.fill('');
    await page.keyboard.press('Tab');
    await expect(legend.getByRole('button').first()).toBeFocused();
    // Tab goes round in a modal dialog, past the browser's own controls: nothing behind it is reached.
    const isBehind = () =>
      document.activeElement !== document.body && document.activeElement?.closest('dialog') === null;
    for (let presses = 0; presses < 20; presses += 1) {
      await page.keyboard.press('Tab');
      expect(await page.evaluate(isBehind)).toBe(false);
    }
    await page.keyboard.press('Escape');
    await expect(legend).toBeHidden();
    await page.keyboard.press('?');
    await filter.fill('search');
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(/\/search$/);
  });
});

test.describe('the error page', () => {
  test('of an address that leads nowhere is accessible and has ways out', async ({ page, signUp }) => {
    await page.goto('/login');
    await page.goto('/nowhere');
    await expect(page.getByRole('heading', { level: 1, name: 'No route matches URL' })).toBeVisible();
    await expect(page.getByRole('button', { name: 'Copy details' })).toBeVisible();
    await expectAccessible(page);
    await tabTo(page, page.getByRole('button', { name: 'Go back' }));
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(/\/login$/);

    await signUp();
    await page.goto('/error');
    await expect(page.getByRole('heading', { level: 1, name: 'Something went wrong' })).toBeVisible();
    await expectAccessible(page);
    await tabTo(page, page.getByRole('link', { name: 'Go to feed' }));
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(/\/feed$/);
  });

  for (const [status, sentence, submission] of [
    [405, 'This cannot be done here', { formMethod: 'post' }],
    [400, 'This address does not make sense', { formMethod: 'get', formEncType: 'text/plain', body: 'text' }],
  ] as const) {
    test(`of a ${status} is accessible and has ways out`, async ({ page, signUp }) => {
      await signUp();
      await page.goto('/setting');
      await expect(page.getByRole('heading', { level: 1, name: 'Settings' })).toBeVisible();
      await page.evaluate(submitToRouter, submission);
      await expect(page.getByRole('heading', { level: 1, name: sentence })).toBeVisible();
      await expect(page.getByText(String(status), { exact: true })).toBeVisible();
      await expect(page.getByRole('button', { name: 'Copy details' })).toBeVisible();
      await expectAccessible(page);
      await tabTo(page, page.getByRole('link', { name: 'Go to feed' }));
      await page.keyboard.press('Enter');
      await expect(page).toHaveURL(/\/feed$/);
    });
  }

  test('of a broken screen keeps the navigation, and offers to clear the device the third time in a row', async ({
    page,
    signUp,
  }) => {
    await signUp();
    // A person whose text is not a string breaks the screen.
    const broken = { _id: '65f1c0ffee0badcafe123456', firstName: 'Ana', lastName: 'Broken', about: {}, skills: [] };
    await page.route('**/api/user/feed*', (route) => route.fulfill({ json: [broken] }));
    const crash = page.getByRole('heading', { level: 1, name: 'Something on this page broke' });
    const again = page.getByRole('button', { name: 'Load the page again' });
    const clear = page.getByRole('button', { name: 'Clear this device' });
    await page.goto('/feed');
    await expect(crash).toBeVisible();
    await expect(page.getByRole('navigation', { name: 'Main' })).toBeVisible();
    // The previous page has the same button: the load of the new page tells them apart.
    const loaded = page.waitForEvent('load');
    await again.click();
    await loaded;
    await expect(again).toBeVisible();
    await expect(clear).toBeHidden();
    await again.click();
    await expect(clear).toBeVisible();
    await expectAccessible(page);
    await tabTo(page, clear);
    await page.keyboard.press('Enter');
    const question = page.getByRole('dialog', { name: 'Clear this device?' });
    await expect(question.getByRole('button').first()).toBeFocused();
    await expectAccessible(page);
    await page.keyboard.press('Escape');
    await expect(clear).toBeFocused();
  });
});

test('the offline banner is accessible and leaves with the trouble', { tag: '@phone' }, async ({
  page,
  context,
  signUp,
}) => {
  await signUp();
  await page.goto('/projects');
  await expect(page.getByRole('heading', { level: 1, name: 'Projects' })).toBeVisible();
  const banner = page.getByRole('status').filter({ hasText: 'You are offline. What you see may be old.' });
  await context.setOffline(true);
  await expect(banner).toBeVisible();
  await expectAccessible(page);
  await context.setOffline(false);
  await expect(banner).toBeHidden();
});

test.describe('a new version', () => {
  test('is offered to whoever comes back to the tab; a draft stays when they reload', async ({ page, signUp }) => {
    await signUp();
    await page.clock.install();
    await page.goto('/create-project');
    await page.getByLabel('Name').fill('Half a name');
    await page.route('/index.html', (route) =>
      route.fulfill({ contentType: 'text/html', body: '<script src="/assets/index-Another1.js"></script>' }),
    );
    const reload = page.getByRole('button', { name: 'Reload' });
    await page.clock.fastForward('06:00');
    await expect(reload).toBeHidden();
    await page.evaluate(() => window.dispatchEvent(new Event('focus')));
    await expect(reload).toBeVisible();
    await expectAccessible(page);
    await expect(page.getByLabel('Name')).toHaveValue('Half a name');

    // The browser asks about unsaved work before it reloads.
    page.once('dialog', (question) => void question.accept());
    await reload.click();
    await expect(page.getByText(/^Draft from .+ restored/)).toBeVisible();
    await expect(page.getByLabel('Name')).toHaveValue('Half a name');
    await expect(reload).toBeHidden();
  });
});

test.describe('a session that ended while something was saved', () => {
  test('a project is created and edited after the login, once', async ({ page, signUp }) => {
    const account = await signUp();
    await page.goto('/create-project');
    await page.getByLabel('Name').fill('Written before the end');
    await endSessionAt(page, 'create-project');
    await page.getByRole('button', { name: 'Create', exact: true }).click();
    await logInAgain(page, account);
    await expect(page).toHaveURL(/\/profile$/);
    const card = page.getByRole('main').getByRole('link', { name: 'Written before the end' });
    await expect(card).toHaveCount(1);

    await card.click();
    // The profile has a link to edit as well.
    await expect(page.getByRole('heading', { level: 1, name: 'Written before the end' })).toBeVisible();
    await page.getByRole('link', { name: 'Edit', exact: true }).click();
    await page.getByLabel('Name').fill('Written after the end');
    const changes = watchChanges(page);
    await endSessionAt(page, 'project/edit/**');
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await logInAgain(page, account);
    await expect(page).toHaveURL(/\/project\/view\//);
    await expect(page.getByRole('heading', { level: 1, name: 'Written after the end' })).toBeVisible();
    expect(changes.filter((change) => change.startsWith('PATCH'))).toHaveLength(2);
  });

  test('a decision and an answer to a request are sent after the login, once', async ({
    page,
    signUp,
    anotherCaller,
  }) => {
    const account = await signUp();
    const asker = await anotherCaller({ firstName: 'Ana', lastName: 'Asker' });
    await asker.request.post(`/api/request/interested/${account._id}`);
    await page.goto('/requests');
    await expect(page.getByRole('button', { name: 'Accept Ana Asker' })).toBeVisible();
    await endSessionAt(page, 'request/review/**');
    await page.getByRole('button', { name: 'Accept Ana Asker' }).click();
    await expect(endedDialog(page)).toBeVisible();
    await untilAnswered(page, '/request/review/', () => logInAgain(page, account));
    await page.goto('/connection');
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Connections (1)');

    await page.goto('/feed');
    const card = page.getByRole('region', { name: 'People to meet' }).getByRole('article').first();
    const name = (await card.getByRole('heading', { level: 2 }).textContent()) ?? '';
    await endSessionAt(page, 'request/interested/**');
    await page.getByRole('button', { name: `Interested in ${name}` }).click();
    await expect(endedDialog(page)).toBeVisible();
    await untilAnswered(page, '/request/interested/', () => logInAgain(page, account));
    await page.goto('/requests?tab=sent');
    await expect(page.getByRole('main').getByRole('listitem').filter({ hasText: name })).toHaveCount(1);
  });

  test('a decision that is left with the session leaves the next one free', async ({ page, signUp }) => {
    const account = await signUp();
    await page.goto('/feed');
    const card = page.getByRole('region', { name: 'People to meet' }).getByRole('article').first();
    const name = (await card.getByRole('heading', { level: 2 }).textContent()) ?? '';
    await endSessionAt(page, 'request/interested/**');
    await page.getByRole('button', { name: `Interested in ${name}` }).click();
    await endedDialog(page).getByRole('button', { name: 'Leave' }).click();
    await expect(page).toHaveURL(/\/$/);

    // In the same page, so that everything that this page has in memory is still there.
    await page.evaluate(() => Object.assign(window, { isSamePage: true }));
    await page.getByRole('button', { name: 'Get Started' }).first().click();
    await page.getByLabel('Email Id').fill(account.emailId);
    await page.getByLabel('Password', { exact: true }).fill(account.password);
    await page.getByRole('button', { name: 'Login', exact: true }).click();
    await expect(page).toHaveURL(/\/feed/);
    await untilAnswered(page, '/request/interested/', () =>
      page.getByRole('button', { name: `Interested in ${name}` }).click(),
    );
    expect(await page.evaluate(() => 'isSamePage' in window)).toBe(true);
    await page.goto('/requests?tab=sent');
    await expect(page.getByRole('main').getByRole('listitem').filter({ hasText: name })).toHaveCount(1);
  });

  test('a message that waited is delivered after the login, once', async ({ page, context, signUp, anotherPerson }) => {
    const account = await signUp();
    const peer = await anotherPerson({ firstName: 'Pia', lastName: 'Peer' });
    await peer.request.post(`/api/request/interested/${account._id}`);
    await context.request.post(`/api/request/interested/${peer.account._id}`);
    await page.goto(`/chat/${peer.account._id}`);
    const composer = page.getByRole('textbox', { name: /^Message/ });
    await expect(composer).toBeVisible();
    await context.setOffline(true);
    await composer.fill('Written before the end');
    await composer.press('Enter');
    await composer.fill('half a thought');
    await context.clearCookies();
    await context.setOffline(false);
    await logInAgain(page, account);
    await expect(composer).toHaveValue('half a thought');
    await peer.page.goto(`/chat/${account._id}`);
    await expect(peer.page.getByRole('log').getByText('Written before the end', { exact: true })).toHaveCount(1);
    await expect(page.getByRole('log').getByText('Written before the end', { exact: true })).toHaveCount(1);
  });
});
