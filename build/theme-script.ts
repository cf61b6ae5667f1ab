import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { minify, type Plugin } from 'vite';

const tag = '<script src="/theme.js"></script>';

/**
 * Writes public/theme.js into the page, minified: it must run before the first paint, which would wait a round trip for a
 * file. The gateway allows it by its hash. The file stays, minified too, for pages that the gateway draws.
 */
export function themeScript(): Plugin {
  let source = '';
  let built = '';
  const minified = async () => (await minify('theme.js', readFileSync(source, 'utf8'))).code.trim();
  return {
    name: 'theme-script',
    apply: 'build',
    configResolved({ root, publicDir, build }) {
      source = join(publicDir, 'theme.js');
      built = join(root, build.outDir, 'theme.js');
    },
    async transformIndexHtml(html) {
      if (!html.includes(tag)) throw new Error(`The page has no ${tag}.`);
      const code = await minified();
      return html.replace(tag, () => `<script>${code}</script>`);
    },
    // After the copy of the public files and before their compression.
    async writeBundle() {
      writeFileSync(built, await minified());
    },
  };
}
