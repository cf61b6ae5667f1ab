import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { minify, type Plugin, type Rollup, transformWithOxc } from 'vite';
import { clientRoutes } from '#shared/routes.ts';
import { fileHolding, filesLoadedWith } from './bundle-files.ts';

/** Modules that open without a network, beside those that the page names. Their imports are kept too. */
const opensOffline = [
  'client/app/start/start-app.tsx',
  'client/features/landing/landing-page.tsx',
  'client/features/auth/login-page.tsx',
  'client/app/errors/route-error-view.tsx',
];

/** The facts of the build that the workers of client/service-worker read. */
export interface Kept {
  version: string;
  entry: string;
  files: string[];
  /** The client's screens, to which notifications may lead. */
  paths: string[];
}

const screenPaths = Object.values(clientRoutes).map(({ path }) => path);

/** Writes /sw.js, which caches the start files of this build, and the worker that OFFLINE=off serves in its place. */
export function serviceWorker(): Plugin {
  let root = '';
  let publicDir = '';
  return {
    name: 'service-worker',
    apply: 'build',
    enforce: 'post',
    configResolved(config) {
      root = config.root;
      publicDir = config.publicDir;
    },
    async generateBundle(_options, bundle) {
      const html = bundle['index.html'];
      if (html?.type !== 'asset') throw new Error('The build has no page, so there is nothing to keep.');
      const read = (name: string) => readFileSync(join(root, 'service-worker', name), 'utf8');
      const worker = [read('worker.ts'), read('push-messages.ts')];
      const page = String(html.source);
      const { entry, files } = startFiles(page, bundle);
      const digest = createHash('sha256').update(page).update(worker.join()).update(files.join());
      for (const path of files.filter((file) => !(file.slice(1) in bundle))) {
        digest.update(readFileSync(join(publicDir, path)));
      }
      const version = digest.digest('base64url').slice(0, 12);
      this.emitFile({
        type: 'asset',
        fileName: 'sw.js',
        source: await workerProgram(worker, { version, entry, files, paths: screenPaths }),
      });
      this.emitFile({
        type: 'asset',
        fileName: 'sw-retired.js',
        source: await workerProgram([read('retired-worker.ts')]),
      });
    },
  };
}

/** The paths of the files that the page names, and of those that its offline screens need. */
export function startFiles(page: string, bundle: Rollup.OutputBundle): Pick<Kept, 'entry' | 'files'> {
  const entry = /<script type="module"[^>]* src="([^"]+)"/.exec(page)?.[1];
  if (entry === undefined) throw new Error('The page starts no program.');
  // Icons for home screens (.png) are not needed to open a page.
  const named = [...page.matchAll(/(?:src|href)="(\/[^"]+)(?<!\.png)"/g)].map(([, path = '']) => path);
  const roots = opensOffline.map((source) => fileHolding(source, bundle));
  const found = filesLoadedWith([entry.slice(1), ...roots], bundle);
  return { entry, files: [...new Set([...named, ...[...found].map((fileName) => `/${fileName}`)])].sort() };
}

/** Compiles the parts of a worker to one plain script, with what they know of the build in front. */
export async function workerProgram(parts: readonly string[], kept?: Kept): Promise<string> {
  const codes = await Promise.all(parts.map((part) => transformWithOxc(part, 'worker.ts', { target: 'es2022' })));
  const functions = codes.map(({ code }) => `(() => {${code.replace(/^export\s*\{\s*\};?$/m, '')}})();`);
  const known = kept === undefined ? '' : `const kept = ${JSON.stringify(kept)};\n`;
  // Inside a function, because the minifier does not rename globals.
  return (await minify('sw.js', `(() => {${known}${functions.join('\n')}})();`)).code;
}
