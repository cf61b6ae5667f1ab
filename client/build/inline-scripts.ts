import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { minify, type Plugin } from 'vite';

const files = ['theme.js', 'early-press.js'];

/**
 * Writes these files of public/ into the page, minified: they must run before the first paint and before the first press,
 * which would wait a round trip for a file. The gateway allows them by their hashes. The files stay, minified too, for
 * pages that the gateway draws.
 */
export function inlineScripts(): Plugin {
  let from = '';
  let to = '';
  const minified = async (file: string) => (await minify(file, readFileSync(join(from, file), 'utf8'))).code.trim();
  return {
    name: 'inline-scripts',
    apply: 'build',
    configResolved({ root, publicDir, build }) {
      from = publicDir;
      to = join(root, build.outDir);
    },
    async transformIndexHtml(html) {
      let written = html;
      for (const file of files) {
        const tag = `<script src="/${file}"></script>`;
        if (!written.includes(tag)) throw new Error(`The page has no ${tag}.`);
        const code = await minified(file);
        written = written.replace(tag, () => `<script>${code}</script>`);
      }
      return written;
    },
    // After the copy of the public files and before their compression.
    async writeBundle() {
      for (const file of files) writeFileSync(join(to, file), await minified(file));
    },
  };
}
