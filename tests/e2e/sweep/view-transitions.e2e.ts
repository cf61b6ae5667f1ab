import { createProject } from '#tests/e2e/support/product.ts';
import {
  expect,
  expectThereAndBack,
  linkTo,
  moves,
  openFromDetail,
  test,
  type Watched,
} from '#tests/e2e/support/view-transitions.ts';

test.use({ reducedMotion: 'no-preference' });

test('a face moves between the connections, or a search, and the profile', async ({ page, ana, ben }) => {
  expect(ana.account.firstName).toBe('Ana');
  const profile = `/profile/${ben.account._id}`;
  await openFromDetail(page, profile, 'Connections');
  expect(await moves(page), 'the connections have no part of a profile that they follow in the history').toEqual([]);
  await expectThereAndBack(page, linkTo(page, profile), ['face']);
  await page.getByRole('navigation').getByRole('link', { name: 'Search' }).click();
  await page
    .getByRole('searchbox', { name: 'Search people and projects' })
    .fill(`${ben.account.firstName} ${ben.account.lastName}`);
  await expect(page).toHaveURL(/q=Ben/);
  await expectThereAndBack(page, linkTo(page, profile), ['face']);
});

test('a face moves between the requests and the profile, on a phone too', { tag: '@phone' }, async ({
  page,
  ana,
  anotherCaller,
}) => {
  const cem = await anotherCaller({ firstName: 'Cem', lastName: 'Asker' });
  const asked = await cem.request.post(`/api/request/interested/${ana.account._id}`);
  expect(asked.status()).toBe(200);
  const profile = `/profile/${cem.account._id}`;
  await openFromDetail(page, profile, 'Requests');
  await expectThereAndBack(page, linkTo(page, profile), ['face']);
});

test('nothing moves where the connections stand beside the conversation', async ({ page, ben }) => {
  const chat = `/chat/${ben.account._id}`;
  await openFromDetail(page, chat, 'Connections');
  await linkTo(page, chat).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Ben Berg' })).toBeVisible();
  await page.goBack();
  await expect(page.getByRole('heading', { level: 1, name: 'Connections' })).toBeVisible();
  expect(await moves(page)).toEqual([]);
});

test('cover and title move between the projects and the project, and its creator has the cover of the profile', async ({
  page,
  ana,
  ben,
}) => {
  const own = `/project/view/${await createProject(ana.request, 'Quiet editor')}`;
  await openFromDetail(page, own, 'Projects');
  await expectThereAndBack(page, linkTo(page, own), ['cover', 'title']);
  const other = `/project/view/${await createProject(ben.request, 'Loud editor')}`;
  await page.goto(other);
  const creator = linkTo(page, `/profile/${ben.account._id}`);
  await creator.click();
  await expect(page.getByRole('heading', { level: 1, name: 'Ben Berg' })).toBeVisible();
  await page.goBack();
  await expectThereAndBack(page, creator, ['face']);
});

test('what is pressed while the screens move is pressed on the next screen', async ({ page, ana }) => {
  const project = `/project/view/${await createProject(ana.request, 'Held')}`;
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

test('two navigations in a row end at the second, whichever it is', async ({ page, ana, ben }) => {
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
  // The address of the first is not in the history yet (decision 190): Back leads to the screen before this one.
  await press(profile, null);
  await expect(page.getByRole('heading', { level: 1, name: 'Settings' })).toBeVisible();
  await expect(page).toHaveURL(/\/setting$/);

  await page.getByRole('navigation').getByRole('link', { name: 'Connections' }).click();
  await expect(linkTo(page, profile)).toBeVisible();
  await press(profile, profile);
  await expect(page.getByRole('heading', { level: 1, name: 'Ben Berg' })).toBeVisible();
  await expect(page.locator('[style*="view-transition-name"]')).toHaveCount(0);
});

test.describe('where motion is reduced', () => {
  test.use({ reducedMotion: 'reduce' });

  test('no transition begins', async ({ page, ana }) => {
    const project = `/project/view/${await createProject(ana.request, 'Still')}`;
    await openFromDetail(page, project, 'Projects');
    await linkTo(page, project).click();
    await expect(page.getByRole('heading', { level: 1, name: 'Still' })).toBeFocused();
    await page.goBack();
    await expect(linkTo(page, project)).toBeFocused();
    expect(await moves(page)).toEqual([]);
  });
});
