import type { Page } from '@playwright/test';
import { expectFits } from '#tests/e2e/support/narrow-screens.ts';
import { type Account, type AnotherCaller, expect, type SignUp, test } from '#tests/e2e/support/product.ts';

// Reduced motion, so that sliding parts are in place at once.
test.use({ reducedMotion: 'no-preference' });

/** The longest names that the service takes, and words without a place to break. */
const longNamed: Partial<Account> = { firstName: 'Wolfeschlegelsteinhausenbergerdorff', lastName: 'x'.repeat(40) };

/** A person with a connection, a received and a sent request, all with long names. */
async function inTheMiddle(signUp: SignUp, anotherCaller: AnotherCaller, page: Page): Promise<void> {
  const own = await signUp(longNamed);
  const [friend, asker, asked] = [
    await anotherCaller(longNamed),
    await anotherCaller(longNamed),
    await anotherCaller(longNamed),
  ];
  for (const person of [friend, asker]) {
    const skills = ['TypeScript', 'y'.repeat(40)];
    await person.request.patch('/api/profile/edit', { data: { about: 'z'.repeat(300), skills } });
    await person.request.post(`/api/request/interested/${own._id}`);
  }
  // Found by `e`, and with words that have no place to break either.
  const project = { projectName: `Wolfe ${'e'.repeat(70)}`, description: 'w'.repeat(300), skills: ['y'.repeat(40)] };
  await friend.request.post('/api/create-project', { data: project });
  for (const { account } of [friend, asked])
    await page.context().request.post(`/api/request/interested/${account._id}`);
}

const screens = [
  '/connection',
  '/requests',
  '/requests?tab=sent',
  '/notifications',
  '/search',
  '/search?q=wolfe',
  '/search?q=e&tab=projects',
  ...['account', 'appearance', 'accessibility', 'notifications', 'privacy', 'data'].map(
    (section) => `/setting?section=${section}`,
  ),
];

test('people, requests, search and settings fit a screen of 320 pixels, and text of twice the size', async ({
  page,
  signUp,
  anotherCaller,
}) => {
  test.slow();
  await inTheMiddle(signUp, anotherCaller, page);
  await expectFits(page, screens);
});

test('landing, login, feed, profiles and projects fit as well', async ({ page, signUp, anotherCaller }) => {
  test.slow();
  await expectFits(page, ['/', '/login']);
  await inTheMiddle(signUp, anotherCaller, page);
  const { account, request: theirs } = await anotherCaller(longNamed);
  const skills = ['TypeScript', 'y'.repeat(40)];
  await theirs.patch('/api/profile/edit', {
    data: {
      about: `https://example.com/${'z'.repeat(300)}`,
      headline: 'h'.repeat(120),
      location: 'l'.repeat(80),
      skills,
    },
  });
  await theirs.post('/api/create-project', { data: { projectName: 'p'.repeat(80), skills } });
  await expectFits(page, ['/feed', '/feed?view=list', '/profile', `/profile/${account._id}`, '/profile/edit']);
  // A project with wide code and tables: projects.e2e.ts.
  await expectFits(page, ['/projects?tab=explore', '/nowhere']);
});

test('toasts stand above the dock, never on it', async ({ page, signUp }) => {
  await signUp();
  const reply = await page.context().request.post('/api/create-project', { data: { projectName: 'Raft' } });
  const { project } = (await reply.json()) as { project: { _id: string } };
  await page.goto(`/project/view/${project._id}`);
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
