import type { BrowserContext, Page } from '@playwright/test';
import { expect, test } from '#tests/e2e/support/product.ts';
import { xssPayloads } from '#tests/e2e/support/xss-payloads.ts';

/** The effects of payloads, without the page's own activity. `payload` is the number of the one on screen. */
interface Seen {
  payload: number;
  fired: string[];
}

async function watch(context: BrowserContext, page: Page): Promise<Seen> {
  const seen: Seen = { payload: -1, fired: [] };
  const report = (how: string) => seen.fired.push(`${how} by payload ${seen.payload} at ${page.url()}`);
  await context.exposeFunction('reportFired', report);
  await context.addInitScript(() => {
    const { reportFired } = window as unknown as { reportFired: (how: string) => void };
    for (const name of ['alert', 'confirm', 'prompt', 'print', 'open'] as const)
      Object.defineProperty(window, name, { value: () => reportFired(name) });
  });
  page.on('dialog', (dialog) => {
    report(`dialog ${dialog.type()}`);
    void dialog.dismiss();
  });
  page.on('popup', (popup) => report(`popup ${popup.url()}`));
  page.on('framenavigated', (frame) => {
    if (frame !== page.mainFrame()) report(`frame ${frame.url()}`);
  });
  // Observes the requests without intercepting them: no name but this machine's own resolves here.
  context.on('request', (request) => {
    if (!/evil\.example|example\.com/.test(request.url())) return;
    // A picture over https is what a description may hold; nothing else may be asked of another host.
    const type = request.resourceType();
    if (type !== 'image' || !request.url().startsWith('https:')) report(`${type} ${request.url()}`);
  });
  return seen;
}

/** Runs in the page: everything in a rendered description that is not on the allow-list. */
async function foreignParts(): Promise<string[]> {
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
  // Payloads that wait for drawing have run after the next frame.
  await new Promise((drawn) => requestAnimationFrame(() => setTimeout(drawn)));
  return found;
}

test.describe('without the Content-Security-Policy', () => {
  test.use({ bypassCSP: true });

  // In the preview, which draws descriptions as the page does. A payload without an effect here has none with the
  // policy.
  test('the sanitiser alone lets no payload through', async ({ page, context, signUp }) => {
    test.slow();
    const seen = await watch(context, page);
    await signUp();
    await page.goto('/create-project');
    const area = page.getByLabel('Description', { exact: true });
    const prose = page.locator('.prose');
    await area.fill('the marker');
    await page.getByRole('button', { name: 'Preview' }).click();
    const isMarked = () =>
      prose.evaluate((each) => (each as HTMLElement).hidden || each.textContent.trim() === 'the marker');
    // While the preview is open, the editor is hidden.
    const type = (text: string) =>
      area.evaluate((each, value) => {
        Object.getOwnPropertyDescriptor(HTMLTextAreaElement.prototype, 'value')?.set?.call(each, value);
        each.dispatchEvent(new Event('input', { bubbles: true }));
      }, text);
    for (const [index, text] of xssPayloads.entries()) {
      // A marker in between, because a payload that renders as nothing looks like one that has not rendered yet.
      await type('the marker');
      await expect(prose).toHaveText('the marker');
      seen.payload = index;
      await type(text);
      await expect.poll(isMarked, { message: `payload ${index} is shown`, intervals: [10] }).toBe(false);
      expect(await page.evaluate(foreignParts), text.slice(0, 200)).toEqual([]);
    }
    // Delayed payloads have run by then.
    await page.evaluate(() => new Promise((resolve) => requestIdleCallback(resolve)));
    await expect(page.getByRole('heading', { level: 1, name: 'Create a project' })).toBeVisible();
    expect(seen.fired).toEqual([]);

    // Checks the detection itself: without the sanitizer the last payload runs and is reported.
    await prose.evaluate((each) => {
      each.innerHTML = '<img src=x onerror=alert(1)>';
    });
    await expect.poll(() => seen.fired.join()).toContain('alert by payload');
  });
});
