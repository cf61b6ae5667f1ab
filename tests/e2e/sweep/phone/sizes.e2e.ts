import type { Page } from '@playwright/test';
import { composer, expect, test } from '#tests/e2e/support/chat.ts';
import { createProject } from '#tests/e2e/support/product.ts';

// Reduced motion, so that sliding parts are in place at once.
test.use({ reducedMotion: 'no-preference' });

/** The longest names that the service takes, and words without a place to break. */
const longNamed = { firstName: 'Wolfeschlegelsteinhausenbergerdorff', lastName: 'x'.repeat(40) };
const long = 'w'.repeat(70);
const skills = ['TypeScript', 'y'.repeat(40)];
const profile = {
  about: `https://example.com/${'z'.repeat(300)}`,
  headline: 'h'.repeat(120),
  location: 'l'.repeat(80),
  skills,
};
const wide = `${long.repeat(3)}\n\n\`\`\`ts\nconst ${long} = '${long}';\n\`\`\`\n\n| ${'a | '.repeat(12)}\n| ${'- | '.repeat(12)}\n| ${'words | '.repeat(12)}`;

/** On the smallest screen, and in text of twice the size. */
async function expectFits(page: Page, path: string, shows = page.getByRole('heading', { level: 1 })): Promise<void> {
  await page.setViewportSize({ width: 320, height: 640 });
  await page.goto(path);
  await expect(shows).toBeVisible();
  await expect(page.locator('[aria-busy="true"]')).toHaveCount(0);
  expect(await whatIsWider(page), path).toEqual([]);
  await page.setViewportSize({ width: 640, height: 800 });
  await page.evaluate(() => {
    document.documentElement.style.fontSize = '200%';
  });
  // Parts that differ by width are exchanged a moment after it has changed.
  await expect.poll(() => whatIsWider(page), `${path} in text of twice the size`).toEqual([]);
}

function whatIsWider(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const { scrollWidth, clientWidth } = document.documentElement;
    if (scrollWidth <= clientWidth) return [];
    const beyond = [...document.querySelectorAll('body *')]
      .filter((element) => element.getBoundingClientRect().right > clientWidth)
      .map((element) => `${element.getBoundingClientRect().right} ${element.outerHTML.slice(0, 120)}`);
    return [`${scrollWidth} of ${clientWidth} pixels`, ...beyond];
  });
}

test('screens fit 320 pixels, and text of twice the size, with the longest names and words without a place to break', async ({
  page,
  signUp,
  anotherCaller,
  socketOf,
}) => {
  test.slow();
  for (const path of ['/', '/login']) await expectFits(page, path);
  const { request } = page.context();
  const own = { account: await signUp(longNamed), request };
  const [friend, asker, asked] = [
    await anotherCaller(longNamed),
    await anotherCaller(longNamed),
    await anotherCaller(longNamed),
  ];
  for (const person of [friend, asker]) {
    await person.request.patch('/api/profile/edit', { data: profile });
    await person.request.post(`/api/request/interested/${own.account._id}`);
  }
  for (const { account } of [friend, asked]) await request.post(`/api/request/interested/${account._id}`);
  await friend.request.patch('/api/profile/edit', { data: { isPublic: true } });
  const theirs = { description: 'w'.repeat(300), skills, isPublic: true };
  const shared = await createProject(friend.request, `Wolfe ${'e'.repeat(70)}`, theirs);
  const id = await createProject(request, long, { description: wide, skills });
  const said = await (await socketOf(own)).ask('sendMessage', { roomId: id, text: long });
  expect(said).toMatchObject({ ok: true });
  if (said.ok) expect((await request.put(`/api/room/${id}/pin/${said.data._id}`)).ok()).toBe(true);

  for (const path of [
    ...['/connection', '/requests', '/requests?tab=sent', '/notifications'],
    ...['/search', '/search?q=wolfe', '/search?q=e&tab=projects', '/feed', '/feed?view=list', '/nowhere'],
    ...['/profile', `/profile/${friend.account._id}`, '/profile/edit'],
    ...['/projects', '/projects?tab=explore', '/create-project', `/project/editproject/${id}`],
    ...['account', 'appearance', 'accessibility', 'notifications', 'privacy', 'data'].map(
      (section) => `/setting?section=${section}`,
    ),
  ])
    await expectFits(page, path);
  await expectFits(page, `/project/view/${id}`, page.locator('.prose table'));
  const message = page.getByRole('log').getByRole('listitem').filter({ hasText: long });
  for (const path of [`/messages/room/${id}`, `/project/view/${id}?tab=team`]) await expectFits(page, path, message);

  await page.setViewportSize({ width: 320, height: 640 });
  for (const path of [`/share/project/${shared}`, `/share/profile/${friend.account._id}`]) {
    await page.goto(path);
    // A public page hides its overflow, so the window never scrolls sideways: its content is measured.
    expect(await page.locator('main').evaluate((main) => main.scrollWidth - main.clientWidth), path).toBe(0);
  }
});

test('toasts stand above the dock, never on it', async ({ page, signUp }) => {
  await signUp();
  await page.goto(`/project/view/${await createProject(page.context().request, 'Raft')}`);
  await page.getByRole('button', { name: 'Copy link' }).click();
  const toast = page.locator('[data-sonner-toast]').first();
  // A toast stays on screen while the pointer is over it.
  await toast.hover();
  const gap = async () => {
    const [message, dock] = [await toast.boundingBox(), await page.locator('[data-dock]').boundingBox()];
    return message && dock ? dock.y - message.y - message.height : -1;
  };
  // The dialog slides in from below.
  await expect.poll(gap).toBeGreaterThanOrEqual(0);
});

test('a connection keeps its name when they come online, and in text of twice the size, on a phone', async ({
  page,
  signUp,
  anotherPerson,
}) => {
  const own = await signUp();
  const { account, page: theirs } = await anotherPerson({ firstName: 'Oluwaseun', lastName: 'Adebayo' });
  await theirs.context().request.post(`/api/request/interested/${own._id}`);
  await page.context().request.post(`/api/request/interested/${account._id}`);
  await page.goto('/connection');
  const name = page.getByRole('link', { name: 'Oluwaseun Adebayo', exact: true });
  await expect(name).toBeVisible();
  const before = await name.boundingBox();
  await theirs.goto('/projects');
  await expect(page.getByText('Online', { exact: true })).toBeVisible();
  expect(await name.boundingBox(), 'it stays where it was, and as wide').toEqual(before);

  await page.evaluate(() => {
    document.documentElement.style.fontSize = '200%';
  });
  const words = await page.getByRole('heading', { level: 1 }).evaluate((heading) => {
    const range = document.createRange();
    range.selectNodeContents(heading);
    return [...range.getClientRects()].map(({ left, right }) => right - left);
  });
  expect(words.length, 'the heading breaks between its words only').toBeLessThanOrEqual(2);
  const width = await name.evaluate((link) => link.clientWidth || link.getBoundingClientRect().width);
  expect(width, 'as wide as five letters at least').toBeGreaterThanOrEqual(100);
});

test('the labels of the dock stay apart in text of twice the size', async ({ page, signUp }) => {
  await signUp();
  await page.goto('/projects');
  for (const width of [390, 320]) {
    await page.setViewportSize({ width, height: 844 });
    await page.evaluate(() => {
      document.documentElement.style.fontSize = '200%';
    });
    const dock = page.getByRole('navigation', { name: 'Main' });
    await expect(dock).toBeVisible();
    const boxes = await dock.locator('a > .dock-label').evaluateAll((labels) =>
      labels.map((label) => {
        const range = document.createRange();
        range.selectNodeContents(label);
        const { left, right } = range.getBoundingClientRect();
        return { left, right, size: Number.parseFloat(getComputedStyle(label).fontSize) };
      }),
    );
    expect(boxes).toHaveLength(5);
    for (const [at, box] of boxes.entries()) {
      expect(box.size).toBeGreaterThanOrEqual(12);
      const next = boxes[at + 1];
      if (next) expect(next.left - box.right, `gap after label ${at + 1} at ${width} px`).toBeGreaterThanOrEqual(4);
    }
    const needed = await page.evaluate(() => document.documentElement.scrollWidth);
    expect(needed).toBeLessThanOrEqual(width);
  }
});

test('the tab Team brings the chat between the bars of a phone', async ({ page, ana }) => {
  const id = await createProject(ana.request, 'Glyph Garden');
  await page.goto(`/project/view/${id}`);
  await page.getByRole('tab', { name: 'Team' }).tap();
  await expect(composer(page)).toBeVisible();
  await expect(page.getByRole('tab', { name: 'Team' })).toBeInViewport({ ratio: 1 });
  const [field, dock] = [await composer(page).boundingBox(), await page.locator('[data-dock]').boundingBox()];
  expect(field && dock && dock.y - field.y - field.height).toBeGreaterThan(0);
});
