import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { minify, type Plugin } from 'vite';

/** Minifies public/theme.js, which blocks the first paint. Vite copies public files without minifying them. */
export function minifyTheme(): Plugin {
  let file = '';
  return {
    name: 'minify-theme',
    apply: 'build',
    configResolved({ root, build }) {
      file = join(root, build.outDir, 'theme.js');
    },
    // After the copy of the public files and before their compression.
    async writeBundle() {
      const { code } = await minify('theme.js', readFileSync(file, 'utf8'));
      writeFileSync(file, code);
    },
  };
}
