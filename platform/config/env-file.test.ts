import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, vi } from 'vitest';
import { loadEnvFile } from './env-file.ts';

it.each([
  ['UTF-8', Buffer.from('FIRST_OF_FILE=one\nSECOND_OF_FILE=two\n')],
  ['UTF-8 with a byte order mark', Buffer.from('\ufeffFIRST_OF_FILE=one\r\nSECOND_OF_FILE=two\r\n')],
])('.env in %s: every line is read, and variables that are set win', (_encoding, bytes) => {
  const folder = mkdtempSync(join(tmpdir(), 'dotcode-env-'));
  writeFileSync(join(folder, '.env'), bytes);
  vi.spyOn(process, 'cwd').mockReturnValue(folder);
  vi.stubEnv('FIRST_OF_FILE', undefined);
  vi.stubEnv('SECOND_OF_FILE', 'set');
  try {
    loadEnvFile();
    expect([process.env.FIRST_OF_FILE, process.env.SECOND_OF_FILE]).toEqual(['one', 'set']);
  } finally {
    vi.restoreAllMocks();
    vi.unstubAllEnvs();
    rmSync(folder, { recursive: true });
  }
});
