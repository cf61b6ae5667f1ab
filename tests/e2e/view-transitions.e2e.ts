import type { Locator, Page } from '@playwright/test';
import { expect, test } from './support/chat.ts';
import type { Caller } from './support/product.ts';

test.use({ reducedMotion: 'no-preference' });

interface Watched {
  /** The parts that each view transition moved from one screen to the next. */
  moves: string[][];
  /** Rejected promises that nobody has handled. */
  rejections: string[];
  /** Pauses each transition from now on where its screens are half-way. */
  hold?: boolean;
}

const consoleOf = new WeakMap<Page, string[]>();
const watched = (page: Page) => page.evaluate(() => (window as unknown as { watched: Watched }).watched);
const moves = async (page: Page) => (await watched(page)).moves;

test.beforeEach(async ({ page }) => {
  const lines: string[] = [];
  consoleOf.set(page, lines);
  page.on('console', (message) => {
    const isOfTheTest = message.text().startsWith('Service Worker registration blocked');
    if (!isOfTheTest && ['error', 'warning'].includes(message.type())) lines.push(message.text());
  });
  await page.addInitScript(watchTransitions);
});

test.afterEach(async ({ page }) => {
  expect((await watched(page)).rejections, 'rejections that nobody has handled').toEqual([]);
  expect(consoleOf.get(page), 'errors and warnings in the console').toEqual([]);
});

/** Runs in the page, before its scripts. */
function watchTransitions(): void {
  const watched: Watched = { moves: [], rejections: [] };
  Object.assign(window, { watched });
  window.addEventListener('unhandledrejection', ({ reason }) => watched.rejections.push(String(reason)));
  const start = document.startViewTransition.bind(document);
  document.startViewTransition = (update) => {
    const transition = start(update);
    const parts: string[] = [];
    watched.moves.push(parts);
    const note = () => {
      for (const animation of document.getAnimations()) {
        const { pseudoElement } = animation.effect as KeyframeEffect;
        if (!pseudoElement?.startsWith('::view-transition')) continue;
        const part = /^::view-transition-group\((.*)\)$/.exec(pseudoElement)?.[1];
        if (part !== undefined && part !== 'root' && !parts.includes(part)) parts.push(part);
        if (watched.hold) animation.pause();
      }
      parts.sort();
    };
    transition.ready.then(note, () => parts.push('skipped'));
    return transition;
  };
}

/** Waits for the transitions, and until the last one has ended. */
async function expectMoves(page: Page, expected: string[][]): Promise<void> {
  await expect.poll(() => moves(page)).toEqual(expected);
  await expect(page.locator('[style*="view-transition-name"]')).toHaveCount(0);
}

const lists = { Connections: '/connection', Projects: '/projects', Requests: '/requests' };

/** The code of a detail is loaded when it has been open, and otherwise some seconds after the start of the page. */
async function openFromDetail(page: Page, detail: string, list: keyof typeof lists): Promise<void> {
  await page.goto(detail);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await page.locator(`a[href="${lists[list]}"]`).first().click();
  await expect(page.getByRole('heading', { level: 1, name: list })).toBeVisible();
}

/** Opens an item and goes back: the same parts move both times, and the item has the focus again. */
async function expectThereAndBack(page: Page, item: Locator, parts: string[]): Promise<void> {
  await expect.poll(async () => (await moves(page)).every((moved) => moved.length > 0)).toBe(true);
  const before = await moves(page);
  const from = page.url();
  await item.click();
  await expectMoves(page, [...before, parts]);
  await expect(page).not.toHaveURL(from);
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
  await page.goBack();
  await expectMoves(page, [...before, parts, parts]);
  await expect(page).toHaveURL(from);
  await expect(item).toBeFocused();
}

const linkTo = (page: Page, path: string) => page.locator(`#main a[href="${path}"]`).first();

async function createProject({ request }: Caller, projectName: string): Promise<string> {
  const reply = await request.post('/api/create-project', { data: { projectName, description: 'About it.' } });
  expect(reply.status(), await reply.text()).toBe(200);
  return ((await reply.json()) as { project: { _id: string } }).project._id;
}

test('a face moves between the connections, or a search, and the profile', { tag: '@desktop' }, async ({
  page,
  ana,
  ben,
}) => {
  expect(ana.account.firstName).toBe('Ana');
  const profile = `/profile/${ben.account._id}`;
  await openFromDetail(page, profile, 'Connections');
  expect(await moves(page), 'the connections have no part of a profile that they follow in the history').toEqual([]);
  await expectThereAndBack(page, linkTo(page, profile), ['face']);
  await page.getByRole('navigation').getByRole('link', { name: 'Search' }).click();
  await page.getByRole('searchbox').fill(`${ben.account.firstName} ${ben.account.lastName}`);
  await expect(page).toHaveURL(/q=Ben/);
  await expectThereAndBack(page, linkTo(page, profile), ['face']);
});

test('a face moves between the requests and the profile, on a phone too', async ({ page, ana, anotherCaller }) => {
  const cem = await anotherCaller({ firstName: 'Cem', lastName: 'Asker' });
  const asked = await cem.request.post(`/api/request/interested/${ana.account._id}`);
  expect(asked.status()).toBe(200);
  const profile = `/profile/${cem.account._id}`;
  await openFromDetail(page, profile, 'Requests');
  await expectThereAndBack(page, linkTo(page, profile), ['face']);
});

test('face and name move between the connections and a conversation, and back by its link @phone', async ({
  page,
  ben,
}) => {
  const chat = `/chat/${ben.account._id}`;
  await openFromDetail(page, chat, 'Connections');
  await expectThereAndBack(page, linkTo(page, chat), ['face', 'title']);
  const before = await moves(page);
  await linkTo(page, chat).click();
  await expectMoves(page, [...before, ['face', 'title']]);
  await page.getByRole('link', { name: 'Back to connections' }).click();
  await expectMoves(page, [...before, ['face', 'title'], ['face', 'title']]);
  await expect(page.getByRole('heading', { level: 1, name: 'Connections' })).toBeFocused();
});

test('nothing moves where the connections stand beside the conversation', { tag: '@desktop' }, async ({
  page,
  ben,
}) => {
  const chat = `/chat/${ben.account._id}`;
  await openFromDetail(page, chat, 'Connections');
  await linkTo(page, chat).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Ben Berg' })).toBeVisible();
  await page.goBack();
  await expect(page.getByRole('heading', { level: 1, name: 'Connections' })).toBeVisible();
  expect(await moves(page)).toEqual([]);
});

test('cover and title move between the projects and the project, and its creator has the cover of the profile', {
  tag: '@desktop',
}, async ({ page, ana, ben }) => {
  const own = `/project/view/${await createProject(ana, 'Quiet editor')}`;
  await openFromDetail(page, own, 'Projects');
  await expectThereAndBack(page, linkTo(page, own), ['cover', 'title']);
  const other = `/project/view/${await createProject(ben, 'Loud editor')}`;
  await page.goto(other);
  const creator = linkTo(page, `/profile/${ben.account._id}`);
  await creator.click();
  await expect(page.getByRole('heading', { level: 1, name: 'Ben Berg' })).toBeVisible();
  await page.goBack();
  await expectThereAndBack(page, creator, ['face']);
});

test('what is pressed while the screens move is pressed on the next screen', { tag: '@desktop' }, async ({
  page,
  ana,
}) => {
  const project = `/project/view/${await createProject(ana, 'Held')}`;
  await openFromDetail(page, project, 'Projects');
  await page.evaluate(() => {
    (window as unknown as { watched: Watched }).watched.hold = true;
  });
  await linkTo(page, project).click();
  await expect.poll(() => moves(page)).toEqual([['cover', 'title']]);
  await page.getByRole('main').getByRole('link', { name: 'Edit' }).click();
  await expect(page).toHaveURL(/\/project\/editproject\//);
  await expect(page.getByLabel('Name')).toHaveValue('Held');
});

test('two navigations in a row end at the second, whichever it is', { tag: '@desktop' }, async ({ page, ana, ben }) => {
  expect(ana.account.firstName).toBe('Ana');
  const profile = `/profile/${ben.account._id}`;
  await openFromDetail(page, profile, 'Connections');
  const press = (...hrefs: (string | null)[]) =>
    page.evaluate((paths) => {
      for (const path of paths)
        if (path === null) history.back();
        else document.querySelector<HTMLElement>(`a[href="${path}"]`)?.click();
    }, hrefs);

  await press(profile, '/setting');
  await expect(page.getByRole('heading', { level: 1, name: 'Settings' })).toBeVisible();
  await expect(page).toHaveURL(/\/setting$/);

  await page.getByRole('navigation').getByRole('link', { name: 'Connections' }).click();
  await expect(linkTo(page, profile)).toBeVisible();
  await press(profile, null);
  await expect(page.getByRole('heading', { level: 1, name: 'Connections' })).toBeVisible();
  await expect(page).toHaveURL(/\/connection$/);

  await press(profile, profile);
  await expect(page.getByRole('heading', { level: 1, name: 'Ben Berg' })).toBeVisible();
  await expect(page.locator('[style*="view-transition-name"]')).toHaveCount(0);
});

test.describe('where motion is reduced', () => {
  test.use({ reducedMotion: 'reduce' });

  test('no transition begins', { tag: '@desktop' }, async ({ page, ana }) => {
    const project = `/project/view/${await createProject(ana, 'Still')}`;
    await openFromDetail(page, project, 'Projects');
    await linkTo(page, project).click();
    await expect(page.getByRole('heading', { level: 1, name: 'Still' })).toBeFocused();
    await page.goBack();
    await expect(linkTo(page, project)).toBeFocused();
    expect(await moves(page)).toEqual([]);
  });
});
