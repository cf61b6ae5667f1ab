import { chmodSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { deriveKey, missingSecret, secretOf } from './secret.ts';

let folder: string;
let databaseUrl: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'dotcode-test-'));
  databaseUrl = `sqlite:${join(folder, 'dotcode.db')}`;
  const made = folder;
  onTestFinished(() => rmSync(made, { recursive: true }));
});

describe('secretOf', () => {
  it('is what SECRET says, and then makes no file', () => {
    const secret = 's'.repeat(32);
    expect(secretOf(secret, databaseUrl)).toBe(secret);
    expect(() => statSync(join(folder, 'secret'))).toThrow('ENOENT');
  });

  it('is made once in the data folder, for its owner alone', () => {
    const secret = secretOf(undefined, databaseUrl);
    expect(secret).toHaveLength(43);
    expect(secretOf(undefined, databaseUrl)).toBe(secret);
    expect(readFileSync(join(folder, 'secret'), 'utf8').trim()).toBe(secret);
    expect(statSync(join(folder, 'secret')).mode & 0o777).toBe(0o600);
  });

  it('closes a file that others may read', () => {
    const secret = secretOf(undefined, databaseUrl);
    chmodSync(join(folder, 'secret'), 0o644);
    expect(secretOf(undefined, databaseUrl)).toBe(secret);
    expect(statSync(join(folder, 'secret')).mode & 0o777).toBe(0o600);
  });

  it.each(['sqlite::memory:', undefined])('is another one with each start without a database that is kept: %s', (url) =>
    expect(secretOf(undefined, url)).not.toBe(secretOf(undefined, url)),
  );

  it('refuses a damaged file with one sentence', () => {
    writeFileSync(join(folder, 'secret'), 'short');
    expect(() => secretOf(undefined, databaseUrl)).toThrow(/^The file .* holds no secret: remove it/);
  });
});

it('production with PostgreSQL needs a SECRET, and is told how to make one; nothing else does', () => {
  const production = { isProduction: true, databaseUrl: 'postgres://h/d' };
  expect(missingSecret(production)).toContain('openssl rand -hex 32');
  for (const other of [{ secret: 's' }, { databaseUrl: 'sqlite:x' }, { isProduction: false }])
    expect(missingSecret({ ...production, ...other })).toBeUndefined();
});

it('a derived key differs by purpose and secret, and is the same each time', () => {
  const keys = ['ax', 'ay', 'bx', 'ax'].map(([secret = '', purpose = '']) =>
    deriveKey(secret, purpose).toString('hex'),
  );
  expect(new Set(keys).size).toBe(3);
  expect(keys[3]).toBe(keys[0]);
});
