import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { minify, type Plugin } from 'vite';

/** Browsers get public/theme.js, for which the first paint waits, without its comments and long names. */
export function minifyTheme(): Plugin {
  let file = '';
  return {
    name: 'minify-theme',
    apply: 'build',
    configResolved({ root, build }) {
      file = join(root, build.outDir, 'theme.js');
    },
    // Public files are copied as they are; before they are compressed, this one gets shorter.
    async writeBundle() {
      const { code } = await minify('theme.js', readFileSync(file, 'utf8'));
      writeFileSync(file, code);
    },
  };
}
