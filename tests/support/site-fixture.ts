import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { loadSite, type Site, type SiteOptions } from '#server/site/site.ts';

export const script = `export const answer = ${'42; // '.repeat(200)}\n`;
export const picture = Buffer.from([0x89, 0x50, 0x4e, 0x47, 1, 2, 3, 4, 5, 6]);
/** Too large to be written together with the response head. */
export const photo = Buffer.from(Array.from({ length: 20_000 }, (_, i) => (i * 7) % 256));
const inlineScript = 'document.documentElement.dataset.theme = "dark";';
export const inlineScriptSource = `'sha256-${createHash('sha256').update(inlineScript).digest('base64')}'`;
const page = `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="description" content="Developers connect."><title>DotCode</title><script>${inlineScript}</script><script type="module" src="/assets/index-01234567.js"></script><script type="module" src="/assets/app-Abc_123-.js"></script></head><body>Loading, please wait...</body></html>`;

const prerenderedPage = (words: string) => page.replace('Loading, please wait...', words);
export const prerenderedStyleSource = `'sha256-${createHash('sha256').update('body{color:red}').digest('base64')}'`;

export interface SiteFixture {
  site: Site;
  folder: string;
  remove: () => void;
}

/** A small built client with the accompanying files of a real build. */
export function makeSite(options: Partial<SiteOptions> = {}): SiteFixture {
  const root = mkdtempSync(join(tmpdir(), 'dotcode-site-'));
  const write = (path: string, content: string | Buffer): void => {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), content);
  };
  write('secret.txt', 'outside the build');
  write('client/index.html', page);
  write('client/index.html.br', brotliCompressSync(page));
  write('client/.vite/manifest.json', '{}');
  write(
    'client/.vite/route-preloads.json',
    JSON.stringify({
      feed: ['/assets/feed-page-01234567.js', '/assets/signed-in-01234567.css'],
    }),
  );
  write(
    'client/.vite/prerendered-pages.json',
    JSON.stringify({
      styleSources: [prerenderedStyleSource],
      pages: {
        privacy: {
          demo: prerenderedPage('The text of the product'),
          plain: prerenderedPage('The text of the product'),
        },
        landing: {
          demo: prerenderedPage('Rendered with the sample credentials'),
          plain: prerenderedPage('Rendered without them'),
        },
      },
    }),
  );
  write('client/sw.js', 'self.addEventListener("fetch", () => undefined);');
  write('client/sw-retired.js', 'self.registration.unregister();');
  write('client/manifest.webmanifest', '{"name":"DotCode"}');
  write('client/theme.js', 'document.documentElement.dataset.theme = "dark";');
  // Too short to have a compressed copy.
  write('client/assets/index-01234567.js', 'import "./app-Abc_123-.js";');
  write('client/assets/vendor-01234567.js', 'export {};');
  write('client/assets/app-Abc_123-.js', script);
  write('client/assets/app-Abc_123-.js.br', brotliCompressSync(script));
  write('client/assets/app-Abc_123-.js.gz', gzipSync(script));
  write('client/assets/logo-01234567.png', picture);
  write('client/assets/photo-01234567.png', photo);
  const folder = join(root, 'client');
  const site = loadSite({
    folder,
    demo: true,
    offline: true,
    ...options,
  });
  return { site, folder, remove: () => rmSync(root, { recursive: true }) };
}
