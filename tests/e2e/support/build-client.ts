import { spawnSync } from 'node:child_process';
import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../../../', import.meta.url));

/** Before all browser tests: builds the client when its sources are newer than what is built. */
// biome-ignore lint/style/noDefaultExport: Playwright wants a global setup to be one.
export default function buildClient(): void {
  const sources = ['client', 'shared', 'vite.config.ts', 'package-lock.json'];
  const newest = Math.max(...sources.map((source) => newestIn(join(root, source))));
  if (builtAt() > newest) return;
  const { status, stdout, stderr } = spawnSync('npx', ['vite', 'build'], { cwd: root, encoding: 'utf8' });
  if (status !== 0) throw new Error(`The client does not build:\n${stdout}\n${stderr}`);
}

function builtAt(): number {
  try {
    return statSync(join(root, 'dist/client/index.html')).mtimeMs;
  } catch {
    return 0;
  }
}

function newestIn(path: string): number {
  const stats = statSync(path);
  if (!stats.isDirectory()) return stats.mtimeMs;
  return Math.max(0, ...readdirSync(path).map((name) => newestIn(join(path, name))));
}
