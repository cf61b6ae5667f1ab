import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { keepPreviousBuild } from './keep-previous-build.ts';

let dist: string;
beforeEach(() => {
  dist = mkdtempSync(join(tmpdir(), 'dotcode-dist-'));
});
afterEach(() => rmSync(dist, { recursive: true }));

/** Calls the plugin's hooks as a Vite build does, and writes the new files between them. */
function build(...files: string[]): void {
  const plugin = keepPreviousBuild(dist) as unknown as Record<'buildStart' | 'closeBundle', () => void>;
  plugin.buildStart();
  const assets = join(dist, 'client', 'assets');
  rmSync(assets, { recursive: true, force: true });
  mkdirSync(assets, { recursive: true });
  for (const file of files) writeFileSync(join(assets, file), file);
  plugin.closeBundle();
}

const kept = (): string[] => (existsSync(join(dist, 'previous')) ? readdirSync(join(dist, 'previous', 'assets')) : []);

describe('keepPreviousBuild', () => {
  it('has nothing to keep at first', () => {
    build('app-1.js');
    expect(kept()).toEqual([]);
  });

  it('keeps the files of the build that is replaced, for one release', () => {
    build('app-1.js');
    build('app-2.js');
    expect(kept()).toEqual(['app-1.js']);
    build('app-3.js');
    expect(kept()).toEqual(['app-2.js']);
  });

  it('keeps what it kept when the same is built again', () => {
    build('app-1.js');
    build('app-2.js');
    build('app-2.js');
    expect(kept()).toEqual(['app-1.js']);
    expect(readdirSync(dist).sort()).toEqual(['client', 'previous']);
  });
});
