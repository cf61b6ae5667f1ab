import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const setup = fileURLToPath(new URL('../../scripts/setup.mjs', import.meta.url));

/** Builds the client before the tests that serve it, unless the build is up to date. */
// biome-ignore lint/style/noDefaultExport: Vitest and Playwright want a global setup to be one.
export default function buildClient(): void {
  const { status, stderr } = spawnSync(process.execPath, [setup, 'build'], {
    stdio: ['ignore', 'inherit', 'pipe'],
    encoding: 'utf8',
  });
  if (status !== 0) throw new Error(stderr.trim());
}
