import type { Browser, Page } from '@playwright/test';
import { expectAccessible } from './support/accessibility.ts';
import { expect, test } from './support/product.ts';
import { xssPayloads } from './support/xss-payloads.ts';

/** A browser in which nobody is signed in. */
async function stranger(browser: Browser, baseURL: string | undefined, page: Page): Promise<Page> {
  const context = await browser.newContext({
    baseURL: baseURL ?? '',
    viewport: page.viewportSize(),
    reducedMotion: 'reduce',
    serviceWorkers: 'block',
  });
  return context.newPage();
}

test('a project is shown to everybody, its link leads there, and it is gone once switched off @phone', async ({
  page,
  browser,
  baseURL,
  signUp,
}) => {
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await signUp({ firstName: 'Ana', lastName: 'Ferreira' });
  await page.goto('/create-project');
  await page.getByRole('textbox', { name: 'Name', exact: true }).fill('Kite <b>lines</b>');
  await page.getByRole('textbox', { name: 'Description' }).fill('Flies **high**. <script>alert(1)</script>');
  await page.getByRole('checkbox', { name: 'Visible without an account' }).check();
  await page.getByRole('button', { name: 'Create' }).click();
  await page.getByRole('link', { name: 'Kite <b>lines</b>' }).click();
  await expect(page.getByRole('link', { name: 'See the public page' })).toBeVisible();
  await page.getByRole('button', { name: 'Copy link' }).click();
  const link = () => page.evaluate(() => navigator.clipboard.readText());
  await expect.poll(link).toMatch(/\/share\/project\/[0-9a-f]{24}$/);
  const address = await link();

  const theirs = await stranger(browser, baseURL, page);
  const problems: string[] = [];
  theirs.on('console', (message) => problems.push(message.text()));
  theirs.on('pageerror', (error) => problems.push(error.message));
  await theirs.goto(address);
  await expect(theirs.getByRole('heading', { level: 1, name: 'Kite <b>lines</b>' })).toBeVisible();
  await expect(theirs.getByText('Flies high. <script>alert(1)</script>')).toBeVisible();
  await expect(theirs.getByText('Ferreira')).toHaveCount(0);
  await expectAccessible(theirs);
  const width = await theirs.evaluate(() => [document.documentElement.scrollWidth, innerWidth]);
  expect(width[0]).toBeLessThanOrEqual(width[1] ?? 0);
  const picture = await theirs.locator('meta[property="og:image"]').getAttribute('content');
  const file = await theirs.request.get(picture ?? '');
  expect([file.status(), file.headers()['content-type']]).toEqual([200, 'image/png']);
  expect(problems).toEqual([]);
  await theirs.getByRole('link', { name: 'Get Started to meet Ana' }).click();
  await expect(theirs).toHaveURL(/\/login$/);

  await page.getByRole('link', { name: 'Edit' }).click();
  await page.getByRole('checkbox', { name: 'Visible without an account' }).uncheck();
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Kite <b>lines</b>' })).toBeVisible();
  await expect(page.getByRole('link', { name: 'See the public page' })).toHaveCount(0);
  const again = await theirs.request.get(address, { headers: { Accept: 'text/html' } });
  expect(again.status()).toBe(404);
  await theirs.context().close();
});

test('a person shows themselves in the settings, and the colours of both themes hold @desktop', async ({
  page,
  browser,
  baseURL,
  signUp,
}) => {
  const { _id } = await signUp({ firstName: 'Ben', lastName: 'Okafor' });
  const theirs = await stranger(browser, baseURL, page);
  const before = await theirs.request.get(`/share/profile/${_id}`);
  expect(before.status()).toBe(404);
  await page.goto('/setting?section=privacy');
  const own = page.getByRole('checkbox', { name: 'My profile is visible without an account' });
  await expect(own).not.toBeChecked();
  await own.click();
  await expect(page.getByRole('link', { name: 'See the public page' })).toBeVisible();
  await expectAccessible(page);

  await theirs.goto(`/share/profile/${_id}`);
  await expect(theirs.getByRole('heading', { level: 1, name: 'Ben Okafor' })).toBeVisible();
  await expectAccessible(theirs);
  // In the dark theme the drawn colours are deeper: the stylesheet has the variable that the drawings read.
  const dim = (theme: string) =>
    theirs.evaluate((name) => {
      document.documentElement.dataset.theme = name;
      return getComputedStyle(document.documentElement).getPropertyValue('--dim');
    }, theme);
  expect([Number(await dim('light')), Number(await dim('dark'))]).toEqual([0, 0.23]);
  await theirs.context().close();
});

/** The elements that Markdown makes, and their attributes. */
const allowed: Readonly<Record<string, readonly string[]>> = {
  ...Object.fromEntries(
    'p br hr h3 h4 h5 h6 blockquote ul li strong em s code table thead tbody tr th td'
      .split(' ')
      .map((name) => [name, []]),
  ),
  a: ['href', 'rel', 'title'],
  div: ['class', 'tabindex', 'role', 'aria-label'],
  pre: ['tabindex', 'role', 'aria-label'],
  ol: ['start'],
};

test('no text of a project becomes a script, an element or a link of its own kind @desktop', async ({
  page,
  signUp,
}) => {
  test.slow();
  await signUp();
  const problems: string[] = [];
  page.on('dialog', (dialog) => {
    problems.push(dialog.message());
    void dialog.dismiss();
  });
  page.on('console', (message) => problems.push(message.text()));
  const texts = [''];
  // The upstream stores neither.
  const storable = xssPayloads.map((payload) => payload.replaceAll('\0', '').toWellFormed());
  for (const payload of storable) {
    const last = texts.at(-1) ?? '';
    if (last.length + payload.length > 19_000) texts.push(payload);
    else texts[texts.length - 1] = `${last}\n\n${payload}`;
  }
  for (const [at, description] of texts.entries()) {
    const title = storable[at * 7]?.slice(0, 80) ?? '';
    const data = { projectName: title.trim() || 'x', description, skills: [title.slice(0, 40)], isPublic: true };
    const made = await page.request.post('/api/create-project', { data });
    expect(made.status(), await made.text()).toBe(200);
    await page.goto(`/share/project/${(await made.json()).project._id}`);
    const found = await page.evaluate((list) => {
      const wrong: string[] = [];
      for (const element of document.querySelectorAll('.prose *'))
        for (const name of ['', ...element.getAttributeNames()]) {
          const isFine = name === '' ? element.localName in list : list[element.localName]?.includes(name);
          if (!isFine) wrong.push(`${element.outerHTML.slice(0, 200)} ${name}`);
        }
      const links = [...document.querySelectorAll<HTMLAnchorElement>('.prose a')].map((link) => link.protocol);
      const scripts = [...document.scripts].filter(({ type, src }) => type !== 'application/ld+json' && !src);
      const data = document.querySelector('script[type="application/ld+json"]')?.textContent ?? '';
      return { wrong, links, scripts: scripts.length, name: JSON.parse(data).name };
    }, allowed);
    expect(found.wrong).toEqual([]);
    expect(found.links.filter((protocol) => !/^(?:https?|mailto):$/.test(protocol))).toEqual([]);
    expect(found.scripts).toBe(0);
    expect(found.name).toBe(data.projectName.trim());
  }
  expect(problems).toEqual([]);
});
