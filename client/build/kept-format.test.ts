import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { formatOf } from './kept-format.ts';

let folder = '';

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'kept-format-'));
  writeFileSync(join(folder, 'users.ts'), 'export interface User {}');
});
afterEach(() => rmSync(folder, { recursive: true }));

it('the format of kept copies changes with what gives them their shape, and with nothing else', () => {
  const before = formatOf(['*.ts'], folder);
  writeFileSync(join(folder, 'users.test.ts'), 'a test');
  writeFileSync(join(folder, 'notes.md'), 'a text');
  expect(formatOf(['*.ts'], folder)).toBe(before);
  writeFileSync(join(folder, 'users.ts'), 'export interface User { firstName: string }');
  expect(formatOf(['*.ts'], folder)).not.toBe(before);
});
