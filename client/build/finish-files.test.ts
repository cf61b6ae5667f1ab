import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { expect, it } from 'vitest';
import { compileHint, finishFilesOf } from './finish-files.ts';

it('scripts of the build start with the hint, and its larger files have compressed copies of what is sent', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'dotcode-build-'));
  try {
    const write = (file: string, content: string) => writeFileSync(join(folder, file), content);
    const read = (file: string) => readFileSync(join(folder, file));
    mkdirSync(join(folder, 'assets'));
    mkdirSync(join(folder, '.vite'));
    const code = `import"./a.js";${'run();'.repeat(200)}`;
    write('assets/b.js', code);
    write('assets/small.js', 'run()');
    write('theme.js', code);
    write('.vite/facts.json', JSON.stringify([code]));
    await finishFilesOf(folder);
    const hinted = `${compileHint}\n${code}`;
    expect(String(read('assets/b.js'))).toBe(hinted);
    expect(String(brotliDecompressSync(read('assets/b.js.br')))).toBe(hinted);
    expect(String(gunzipSync(read('assets/b.js.gz')))).toBe(hinted);
    expect(String(read('assets/small.js'))).toBe(`${compileHint}\nrun()`);
    expect(existsSync(join(folder, 'assets/small.js.br'))).toBe(false);
    expect(String(read('theme.js')), 'the page holds this script by its hash').toBe(code);
    expect(String(brotliDecompressSync(read('theme.js.br')))).toBe(code);
    expect(existsSync(join(folder, '.vite/facts.json.br'))).toBe(false);
  } finally {
    rmSync(folder, { recursive: true });
  }
});
