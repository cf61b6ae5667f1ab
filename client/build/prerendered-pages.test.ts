import { expect, it } from 'vitest';
import { composePage, stylesByScript } from './prerendered-pages.ts';

const html = `<html><head><title>DotCode</title>
    <link rel="stylesheet" crossorigin href="/assets/start-01234567.css">
  </head><body><div id="root">
      <div class="full-screen-spinner"><span>Loading</span></div>
    </div><noscript></noscript></body></html>`;

it('a pre-rendered page has its screen and its styles in place, and the whole stylesheet after them', () => {
  const page = composePage(html, { title: 'Login - DotCode', markup: '<main>$& stays</main>' }, 'main{color:red}');
  expect(page).toBe(`<html><head><title>Login - DotCode</title>
  <style>main{color:red}</style></head><body><div id="root" data-prerendered><main>$& stays</main></div><link rel="stylesheet" crossorigin href="/assets/start-01234567.css"><noscript></noscript></body></html>`);
});

it('refuses markup with a style attribute, which the policy of the page forbids', () => {
  const markup = '<p style="color:red"></p>';
  expect(() => composePage(html, { title: 'Login', markup }, '')).toThrow('style attribute');
});

it('refuses a page that has no place for the screen', () => {
  expect(() => composePage('<html><head></head></html>', { title: 'Login', markup: '' }, '')).toThrow(
    'The page has no',
  );
});

it('the styles that sonner adds by script are named for the policy, and no document is left behind', async () => {
  const source = expect.stringMatching(/^'sha256-[\w+/]{43}='$/);
  expect(await stylesByScript()).toEqual([source, source]);
  expect('document' in globalThis).toBe(false);
});
