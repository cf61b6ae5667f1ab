import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { readOwnText } from './own-text.ts';

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'dotcode-own-text-'));
});
afterAll(() => rmSync(folder, { recursive: true }));

it('reads a text of up to 64 kB', () => {
  const file = join(folder, 'privacy.md');
  writeFileSync(file, 'Ünser Text'.padEnd(64 * 1024 - 1));
  expect(readOwnText(file).length).toBe(64 * 1024);
});

it.each([
  ['that is missing', undefined, 'ENOENT'],
  ['that is empty', '', 'empty'],
  ['that is too large', 'x'.repeat(64 * 1024 + 1), 'larger than 64 kB'],
  ['that is not UTF-8', Buffer.from([0x48, 0xff]), 'not UTF-8'],
])('says of a file %s why it cannot be shown', (_, content, reason) => {
  const file = join(folder, `${reason.replace(/\W/g, '')}.md`);
  if (content !== undefined) writeFileSync(file, content);
  expect(() => readOwnText(file)).toThrow(`${file} cannot be shown as a page (${reason})`);
});

it('refuses a folder', () => {
  expect(() => readOwnText(folder)).toThrow('not a file');
});
