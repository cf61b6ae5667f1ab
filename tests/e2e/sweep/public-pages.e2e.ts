import { expect, test } from '#tests/e2e/support/product.ts';
import { xssPayloads } from '#tests/e2e/support/xss-payloads.ts';

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

test('no text of a project becomes a script, an element or a link of its own kind', async ({ page, signUp }) => {
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
