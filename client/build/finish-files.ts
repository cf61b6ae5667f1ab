import { readdirSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, gzip } from 'node:zlib';
import type { Plugin } from 'vite';

/** V8 looks for this comment before the first statement of a file, and compiles every function of the file at once. */
export const compileHint = '//# allFunctionsCalledOnLoad';

const compressible = /\.(html|css|js|json|svg)$/;
const script = /^assets[\\/].*\.js$/;
/** Smaller files are sent as they are. */
const leastBytes = 512;

const encodings = [
  ['.br', promisify(brotliCompress)],
  ['.gz', promisify(gzip)],
] as const;

/** The last step of a build, on the files that it has written. */
export function finishFiles(): Plugin {
  let folder = '';
  return {
    name: 'finish-files',
    apply: 'build',
    configResolved({ root, build }) {
      folder = join(root, build.outDir);
    },
    writeBundle: { order: 'post', sequential: true, handler: () => finishFilesOf(folder) },
  };
}

/**
 * Starts every script with V8's compile hint: it is then compiled on another thread while it downloads, and not function by
 * function on the main thread (docs/performance.md). Other browsers read a comment. Then writes the compressed copies, which the
 * gateway serves from memory: made by each gateway, they would lengthen its start.
 */
export async function finishFilesOf(folder: string): Promise<void> {
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    // The folder with a dot is for the gateway, which serves none of it.
    .filter((file) => compressible.test(file) && !file.startsWith('.'));
  await Promise.all(files.map((file) => finish(folder, file)));
}

async function finish(folder: string, file: string): Promise<void> {
  const path = join(folder, file);
  let content = await readFile(path);
  if (script.test(file) && !content.toString().startsWith(compileHint)) {
    content = Buffer.concat([Buffer.from(`${compileHint}\n`), content]);
    await writeFile(path, content);
  }
  if (content.length < leastBytes) return;
  for (const [extension, compress] of encodings) {
    const compressed = await compress(content);
    if (compressed.length < content.length) await writeFile(path + extension, compressed);
  }
}
