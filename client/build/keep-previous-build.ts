import { cpSync, existsSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { Plugin } from 'vite';

/**
 * Keeps the hashed files of the build that this one replaces, for pages that are open while a new version is deployed.
 * A build with the same result leaves the kept files alone.
 */
export function keepPreviousBuild(dist: string): Plugin {
  const current = join(dist, 'client', 'assets');
  const outgoing = join(dist, 'outgoing');
  const previous = join(dist, 'previous');
  return {
    name: 'keep-previous-build',
    apply: 'build',
    buildStart() {
      rmSync(outgoing, { recursive: true, force: true });
      if (existsSync(current)) cpSync(current, outgoing, { recursive: true });
    },
    closeBundle() {
      if (!existsSync(outgoing) || !existsSync(current)) return;
      const kept = new Set(readdirSync(current));
      const isReplaced = readdirSync(outgoing).some((file) => !kept.has(file));
      if (!isReplaced) return rmSync(outgoing, { recursive: true });
      rmSync(previous, { recursive: true, force: true });
      cpSync(outgoing, join(previous, 'assets'), { recursive: true });
      rmSync(outgoing, { recursive: true });
    },
  };
}
