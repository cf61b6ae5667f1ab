import { expect, test } from '#tests/e2e/support/recorded-app.ts';

test('connections are listed by name', async ({ openAs }) => {
  const page = await openAs('asha', '/connection');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Connections (1)');
  await expect(page.getByRole('link', { name: 'Ben Carter', exact: true })).toBeVisible();
});

test('connections that the upstream cannot list are a sentence, and come by themselves when it can', async ({
  page,
  openAs,
  recorded,
}) => {
  await page.clock.install();
  await openAs('farah', '/connection');
  await expect(page.getByText('This server cannot list your connections')).toBeVisible();
  // The server's own words are folded below ours.
  await expect(page.getByText('Details')).toBeVisible();
  await expect(page.getByText(/Cannot read properties/)).toBeHidden();
  recorded.documents.requests.pop();
  const none = page.getByText('No connections yet');
  await expect
    .poll(async () => {
      // Longer than the page waits before it asks again.
      await page.clock.fastForward('01:00');
      return none.isVisible();
    })
    .toBe(true);
});

test('nobody is skipped although the upstream’s pages shrink under every decision', async ({ openAs, recorded }) => {
  const page = await openAs('asha', '/feed?order=newest');
  const card = page.getByRole('region', { name: 'People to meet' }).getByRole('article');
  const everyone = 18;
  for (let decided = 0; decided < everyone; decided += 1) {
    await expect(card).toBeVisible();
    const name = (await card.getAttribute('aria-label')) ?? '';
    await page.keyboard.press('x');
    await expect(page.getByRole('article', { name, exact: true })).toHaveCount(0);
  }
  await expect(page.getByRole('heading', { name: 'You have seen everyone for now' })).toBeVisible();
  const { asha } = recorded.network.people;
  const ignored = () =>
    recorded.documents.requests.filter(({ fromUserID, status }) => fromUserID === asha._id && status === 'ignored');
  // The last card left before its call was answered.
  await expect.poll(() => new Set(ignored().map(({ toUserID }) => toUserID)).size).toBe(everyone + 1);
});

test('skills in one string are single chips in the feed, and text that looks like markup stays text', async ({
  openAs,
}) => {
  const page = await openAs('asha', '/feed?view=list&order=newest');
  const goran = page.getByRole('article', { name: 'Goran Ilic' });
  for (const skill of ['React', 'Node', 'Postgres'])
    await expect(goran.getByText(skill, { exact: true })).toBeVisible();
  await expect(page.getByRole('article', { name: 'Hana Sato' })).toBeVisible();
  expect(await page.locator('main script').count()).toBe(0);
  await expect(page.getByRole('article', { name: 'Ivy', exact: true })).toBeVisible();
});

test('a decision that fails brings the card back with the reason', async ({ openAs, recorded }) => {
  const fault = recorded.fail('POST /request/:status/:userId', 'drop');
  const page = await openAs('asha', '/feed?order=newest');
  await page.getByRole('button', { name: 'Interested in Farah Haddad' }).click();
  await expect(page.getByText(/Interested was not sent/)).toBeVisible();
  fault.remove();
  await page.getByRole('button', { name: 'Retry' }).click();
  await expect(page.getByRole('article', { name: 'Goran Ilic' })).toBeVisible();
});

test('somebody who was asked from elsewhere meanwhile is a state, not a failure', async ({ openAs, recorded }) => {
  const { asha, farah } = recorded.network.people;
  const page = await openAs('asha', '/feed?order=newest');
  await expect(page.getByRole('article', { name: 'Farah Haddad' })).toBeVisible();
  recorded.documents.requests.push({
    ...recorded.network.requests.ashaToDiego,
    _id: 'abcdefabcdefabcdefabcdef',
    fromUserID: farah._id,
    toUserID: asha._id,
  });
  await page.getByRole('button', { name: 'Interested in Farah Haddad' }).click();
  await expect(page.getByText('You already have a request with Farah.')).toBeVisible();
  await expect(page.getByRole('dialog')).toHaveCount(0);
});

test('a request of somebody who is gone can only be rejected: accepting it would break the list of connections', async ({
  openAs,
  recorded,
}) => {
  const page = await openAs('asha', '/requests');
  await expect(page.getByText('Former member')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Accept Former member' })).toHaveCount(0);
  await page.getByRole('button', { name: 'Reject Former member' }).click();
  // The live region says "Request from a former member rejected" meanwhile.
  await expect(page.getByRole('main').getByText('Former member')).toHaveCount(0);
  await expect.poll(() => recorded.network.requests.deletedToAsha.status).toBe('rejected');
});

test('what was sent is remembered on this device, because the upstream cannot list it', async ({ openAs }) => {
  const page = await openAs('asha', '/feed?order=newest');
  await page.getByRole('button', { name: 'Interested in Farah Haddad' }).click();
  await expect(page.getByRole('article', { name: 'Goran Ilic' })).toBeVisible();
  // The card leaves at once. The ledger notes the request when the upstream has answered, and the list shows the
  // ledger.
  await page.getByRole('link', { name: 'Requests' }).first().click();
  await page.getByRole('tab', { name: /^Sent/ }).click();
  const sent = page.getByRole('main').getByRole('link', { name: 'Farah Haddad' });
  await expect(sent).toBeVisible();
  await page.goto('/requests?tab=sent');
  await expect(page.getByRole('heading', { name: 'Sent from this device' })).toBeVisible();
  await expect(sent).toBeVisible();
  await expect(page.getByRole('button', { name: /withdraw/i })).toHaveCount(0);
});

test('an upstream that exits is said in a sentence, and works again once it is back', async ({ openAs, recorded }) => {
  const page = await openAs('asha', '/setting');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await recorded.close();
  // The connections may be loaded already, for the rooms of the chat.
  await page.getByRole('link', { name: 'Projects' }).first().click();
  await expect(page.getByText(/^No answer from the service since/)).toBeVisible();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await recorded.restart();
  const listed = page.getByRole('main').getByRole('link', { name: 'Tiny parser' });
  const retry = page.getByRole('main').getByRole('button', { name: /retry|try again/i });
  await expect(async () => {
    // The screen also loads again by itself: then there is nothing left to press.
    await expect(retry.or(listed)).toBeVisible({ timeout: 1000 });
    if (await retry.isVisible()) await retry.click({ timeout: 1000 });
    await expect(listed).toBeVisible({ timeout: 2000 });
  }).toPass();
});

test('another person’s profile is whole, and the request sent from it is remembered', async ({ openAs, recorded }) => {
  const { asha, goran } = recorded.network.people;
  const page = await openAs('asha', `/profile/${goran._id}`);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Goran Ilic');
  await expect(page.getByRole('link', { name: 'Map of cafes' })).toBeVisible();
  await page.getByRole('button', { name: 'Interested', exact: true }).click();
  await expect(page.getByText('Request sent', { exact: true })).toBeVisible();
  await expect
    .poll(() => recorded.documents.requests.at(-1))
    .toMatchObject({ fromUserID: asha._id, toUserID: goran._id, status: 'interested' });
  await page.reload();
  await expect(page.getByText('Request sent', { exact: true })).toBeVisible();
  await expect(page.getByRole('button', { name: /withdraw/i })).toHaveCount(0);
});

test('a profile that is unknown or malformed is not available; one that cannot be loaded can be asked for again', async ({
  openAs,
  recorded,
}) => {
  const page = await openAs('asha', '/profile/0123456789abcdef01234567');
  const gone = page.getByText('This profile is not available');
  for (const id of ['0123456789abcdef01234567', 'nope', 'a'.repeat(30)]) {
    await page.goto(`/profile/${id}`);
    await expect(gone).toBeVisible();
  }
  await page.goto('/connection');
  await expect(page.getByRole('link', { name: 'Ben Carter', exact: true })).toBeVisible();
  const away = recorded.fail(/^GET \/profile\/[0-9a-f]{24}$/, {
    status: 400,
    body: 'connect ECONNREFUSED 127.0.0.1:27017',
  });
  await page.getByRole('link', { name: 'Ben Carter', exact: true }).click();
  await expect(page.getByText(/^No answer from the service since/)).toBeVisible();
  await expect(gone).toHaveCount(0);
  const retry = page
    .getByRole('main')
    .getByRole('button', { name: /retry|try again/i })
    .first();
  // Pressed while the upstream still fails: once it answers, the page may have asked by itself, and the button is gone.
  const again = page.waitForRequest(/\/api\/profile\/[0-9a-f]{24}$/);
  await retry.click();
  await again;
  away.remove();
  const name = page.getByRole('heading', { level: 1 }).filter({ hasText: 'Ben Carter' });
  await expect(async () => {
    if (await retry.isVisible()) await retry.click({ timeout: 1000 });
    await expect(name).toBeVisible({ timeout: 2000 });
  }).toPass();
});
