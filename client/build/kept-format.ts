import { createHash } from 'node:crypto';
import { globSync, readFileSync } from 'node:fs';
import type { Plugin } from 'vite';

/** The files that decide the shape of the answers of which browsers keep copies. */
const sources = ['shared/api/**/*.ts', 'client/{api,state,live}/**/*.ts'];

/**
 * Tells the client in which format it keeps copies of answers (client/lib/device/kept-storage.ts): a build whose calls or
 * store differ drops what an older one has kept, instead of meeting a shape that it does not know.
 */
export function keptFormat(): Plugin {
  return {
    name: 'kept-format',
    config: () => ({ define: { 'import.meta.env.KEPT_FORMAT': JSON.stringify(formatOf(sources)) } }),
  };
}

export function formatOf(patterns: readonly string[], folder = process.cwd()): string {
  const hash = createHash('sha256');
  for (const file of globSync(patterns, { cwd: folder }).toSorted()) {
    if (!file.includes('.test.')) hash.update(file).update(readFileSync(`${folder}/${file}`));
  }
  return hash.digest('hex').slice(0, 12);
}
