import { mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { dataFolderOf, proveDataFolder } from './data-folder.ts';

const root = mkdtempSync(join(tmpdir(), 'dotcode-test-'));
afterAll(() => rmSync(root, { recursive: true }));

describe('proveDataFolder', () => {
  it('makes the folder for its owner alone, and leaves nothing in it', () => {
    const folder = join(root, 'made', 'deep');
    expect(proveDataFolder(`sqlite:${join(folder, 'x.db')}`)).toBeUndefined();
    expect(readdirSync(folder)).toEqual([]);
    expect(statSync(folder).mode & 0o777).toBe(0o700);
  });

  it.each([
    ['/proc/nowhere/x.db', /\w+/],
    ['/dev/null/data/x.db', /\w+/],
    [join(root, 'file', 'x.db'), /ENOTDIR/],
  ])('says that the folder of %s cannot be written', (file, code) => {
    writeFileSync(join(root, 'file'), '');
    expect(proveDataFolder(`sqlite:${file}`)).toMatch(
      new RegExp(`^the data folder .* cannot be written \\(${code.source}\\): change its owner`),
    );
  });

  it('has nothing to prove for other databases', () => {
    mkdirSync(join(root, 'untouched'));
    for (const url of ['sqlite::memory:', 'postgres://db/dotcode']) {
      expect(proveDataFolder(url)).toBeUndefined();
      expect(dataFolderOf(url)).toBeUndefined();
    }
  });
});
