import type { BrowserContext, Page } from '@playwright/test';
import { expect, test } from '#tests/e2e/support/product.ts';
import { xssPayloads } from '#tests/e2e/support/xss-payloads.ts';

/** The effects of a payload, without the page's own activity. */
interface Watch {
  fired: string[];
  evil: string[];
}

/** The functions of this file that `watch` defines in the page. */
interface Watched {
  foreignParts: typeof foreignParts;
  previewText: typeof previewText;
  untilShown: typeof untilShown;
  nextFrame: typeof nextFrame;
  reportFired: (how: string) => void;
  /** The place in the list of the payload that is on screen. */
  shownPayload?: number;
}

async function watch(context: BrowserContext, page: Page): Promise<Watch> {
  const seen: Watch = { fired: [], evil: [] };
  await context.exposeFunction('reportFired', (how: string) => seen.fired.push(`${how} at ${page.url()}`));
  // In the page, so that hundreds of payloads are shown and looked at without a call for each.
  const helpers = [foreignParts, previewText, untilShown, nextFrame].map((each) => `${each.name}: ${each}`);
  await context.addInitScript(`Object.assign(window, { ${helpers.join(', ')} })`);
  await context.addInitScript(() => {
    const own = window as unknown as Watched;
    const report = (how: string) => own.reportFired(`${how} by payload ${own.shownPayload}`);
    for (const name of ['alert', 'confirm', 'prompt', 'print', 'open'] as const) {
      Object.defineProperty(window, name, { value: () => report(name) });
    }
  });
  page.on('dialog', (dialog) => {
    seen.fired.push(`dialog ${dialog.type()}`);
    void dialog.dismiss();
  });
  page.on('popup', (popup) => seen.fired.push(`popup ${popup.url()}`));
  page.on('framenavigated', (frame) => {
    if (frame !== page.mainFrame()) seen.fired.push(`frame ${frame.url()}`);
  });
  // Observes the requests without intercepting them: no name but this machine's own resolves here.
  context.on('request', (request) => {
    if (!/evil\.example|example\.com/.test(request.url())) return;
    // A picture over https is what a description may hold; nothing else may be asked of another host.
    const type = request.resourceType();
    if (type !== 'image' || !request.url().startsWith('https:')) seen.evil.push(`${type} ${request.url()}`);
  });
  return seen;
}

/** Runs in the page: everything in a rendered description that is not on the allow-list. */
function foreignParts(): string[] {
  const tags =
    /^(P|BR|HR|H[3-6]|BLOCKQUOTE|PRE|DIV|UL|OL|LI|DL|DT|DD|STRONG|B|EM|I|U|S|DEL|INS|MARK|SUB|SUP|SMALL|KBD|CODE|A|IMG|TABLE|THEAD|TBODY|TFOOT|TR|TH|TD|CAPTION)$/;
  const attributes =
    /^(href|rel|target|src|alt|title|loading|decoding|referrerpolicy|class|colspan|rowspan|start|data-address)$/;
  const found: string[] = [];
  for (const element of document.querySelectorAll('.prose *')) {
    // Ours: the bar over a code block, and the colours in it.
    if (element.closest('.prose-code > div') || element.matches('span[class^="hljs-"]')) continue;
    const ours = element.matches('.prose-code > pre, .prose-table') ? /^(tabindex|role|aria-label)$/ : /^$/;
    if (!tags.test(element.tagName)) found.push(element.outerHTML.slice(0, 120));
    for (const { name, value } of element.attributes) {
      if (!attributes.test(name) && !ours.test(name)) found.push(`${name} on ${element.outerHTML.slice(0, 120)}`);
      if (name === 'href' && !/^(https|mailto):/.test(value)) found.push(`href ${value}`);
      if (name === 'src' && !/^https:/.test(value)) found.push(`src ${value}`);
      if (name === 'class' && !/^(language-[\w+#-]+|prose-code|prose-table)$/.test(value)) found.push(`class ${value}`);
    }
    element.dispatchEvent(new MouseEvent('mouseover', { bubbles: true }));
    element.dispatchEvent(new FocusEvent('focus'));
    element.dispatchEvent(new Event('error'));
    element.dispatchEvent(new Event('toggle'));
    if (!element.closest('a')) element.dispatchEvent(new MouseEvent('click', { bubbles: true }));
  }
  if (document.querySelector('base, meta[http-equiv], iframe, object, embed, form:not([novalidate])')) {
    found.push('the page itself was changed');
  }
  return found;
}

/** Runs in the page: waits until the screen is drawn, so that payloads that wait for drawing have run. */
function nextFrame(): Promise<void> {
  return new Promise((resolve) => {
    requestAnimationFrame(() => setTimeout(resolve, 0));
  });
}

/** Opens the editor with its preview and shows every payload in it. */
async function tryInPreview(page: Page): Promise<string[]> {
  await page.goto('/create-project');
  await page.getByLabel('Description', { exact: true }).fill('begin');
  await page.getByRole('button', { name: 'Preview' }).click();
  await expect(page.locator('.prose')).toHaveText('begin');
  const found = await page.evaluate(async (payloads) => {
    const own = window as unknown as Watched;
    const parts: string[] = [];
    for (const [index, text] of payloads.entries()) {
      own.shownPayload = index;
      await own.previewText(text);
      parts.push(...own.foreignParts().map((part) => `preview ${index}: ${part}`));
      await own.nextFrame();
    }
    return parts;
  }, xssPayloads);
  // Delayed payloads have run by then.
  await page.evaluate(() => new Promise((resolve) => requestIdleCallback(resolve)));
  await expect(page.getByRole('heading', { level: 1, name: 'Create a project' })).toBeVisible();
  return found;
}

test.describe('without the Content-Security-Policy', () => {
  test.use({ bypassCSP: true });

  // In the preview, which draws descriptions as the page does. A payload without an effect here has none with the
  // policy.
  test('the sanitiser alone lets no payload through', async ({ page, context, signUp }) => {
    const seen = await watch(context, page);
    await signUp();
    expect(await tryInPreview(page)).toEqual([]);
    expect(seen).toEqual({ fired: [], evil: [] });

    // Checks the detection itself: without the sanitizer the last payload runs and is reported.
    await page.evaluate(() => {
      const prose = document.querySelector('.prose');
      if (prose) prose.innerHTML = '<img src=x onerror=alert(1)>';
    });
    await expect.poll(() => seen.fired.join()).toContain(`alert by payload ${xssPayloads.length - 1} `);
  });
});

/** Runs in the page: resolves when something on it has changed so that it is as wanted. */
function untilShown(isShown: () => boolean, what: string): Promise<void> {
  return new Promise((resolve, reject) => {
    if (isShown()) return resolve();
    const late = setTimeout(() => reject(new Error(`Not shown: ${what.slice(0, 100)}`)), 60_000);
    const observer = new MutationObserver(() => {
      if (!isShown()) return;
      observer.disconnect();
      clearTimeout(late);
      resolve();
    });
    observer.observe(document, { subtree: true, childList: true, characterData: true, attributes: true });
  });
}

/** Runs in the page: types into the editor while its preview is open, and waits until the preview follows. */
async function previewText(text: string): Promise<void> {
  const area = document.querySelector('textarea');
  const prose = document.querySelector<HTMLElement>('.prose');
  if (!area || !prose) throw new Error('There is no editor with a preview.');
  const type = async (value: string, isShown: () => boolean) => {
    Object.getOwnPropertyDescriptor(HTMLTextAreaElement.prototype, 'value')?.set?.call(area, value);
    area.dispatchEvent(new Event('input', { bubbles: true }));
    await (window as unknown as Watched).untilShown(isShown, value);
  };
  // A marker in between, because a payload that renders as nothing looks like one that has not rendered yet.
  await type('the marker', () => prose.textContent?.trim() === 'the marker');
  await type(text, () => prose.textContent?.trim() !== 'the marker' && !prose.hidden);
}
