import { execFile } from 'node:child_process';
import {
  cpSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, relative, resolve } from 'node:path';
import { promisify } from 'node:util';
import { expect, it, onTestFinished } from 'vitest';

const run = promisify(execFile);
const tsc = resolve('node_modules/.bin/tsc');
const { references } = JSON.parse(readFileSync('tsconfig.json', 'utf8')) as { references: { path: string }[] };

/** One file for each program and each kind of file that `npm run typecheck` must not overlook. */
const planted = [
  'client/planted.tsx',
  'client/features/feed/planted.test.tsx',
  'client/service-worker/planted.ts',
  'server/planted.ts',
  'server/planted.mjs',
  'upstream/features/planted.ts',
  'shared/planted.ts',
  'platform/config/planted.ts',
  'platform/telemetry/planted.ts',
  'build/planted.ts',
  'scripts/planted.ts',
  'scripts/planted.mjs',
  'bench/planted.ts',
  'tests/gateway/planted.test.ts',
  'tests/support/planted.ts',
  'tests/e2e/planted.e2e.ts',
  'planted.config.ts',
];

it('npm run typecheck fails on an error in each program, in tests and in scripts', async () => {
  // Only the configuration and the planted files: checking the whole product again would take as long as the check itself.
  const copy = mkdtempSync(join(tmpdir(), 'dotcode-types-'));
  onTestFinished(() => rmSync(copy, { recursive: true }));
  const configurations = globSync('{tsconfig*.json,package.json,client/**/tsconfig.json}');
  for (const name of configurations) cpSync(name, join(copy, name));
  linkPackages(copy);
  for (const file of planted) {
    mkdirSync(dirname(join(copy, file)), { recursive: true });
    writeFileSync(join(copy, file), "/** @type {number} */\nexport const planted = 'text';\n");
    if (!file.endsWith('.mjs')) writeFileSync(join(copy, file), "export const planted: number = 'text';\n");
  }
  const failed = await run('npm', ['run', '--silent', 'typecheck', '--', '--pretty', 'false'], { cwd: copy }).then(
    () => ({ code: 0, stdout: '' }),
    (error: { code: number; stdout: string }) => error,
  );
  const reported = failed.stdout.match(/^\S+(?=\(\d+,\d+\): error TS2322)/gm) ?? [];
  expect([...new Set(reported)].sort()).toEqual(planted.toSorted());
  expect(failed.code).not.toBe(0);
});

it('every source file of the repository belongs to a project that npm run typecheck checks', async () => {
  const lists = await Promise.all(references.map(({ path }) => run(tsc, ['-p', path, '--listFilesOnly'])));
  const checked = new Set(lists.flatMap(({ stdout }) => stdout.split('\n').map((file) => relative('.', file.trim()))));
  const ignored = readFileSync('.gitignore', 'utf8')
    .split('\n')
    .map((line) => line.replaceAll('/', ''));
  const folders = readdirSync('.', { withFileTypes: true }).filter(
    (entry) => entry.isDirectory() && !entry.name.startsWith('.') && !ignored.includes(entry.name),
  );
  const sources = folders.flatMap(({ name }) => globSync(`${name}/**/*.{ts,tsx,mjs,js}`));
  sources.push(...globSync('*.{ts,tsx,mjs,js}'));
  expect(sources.length).toBeGreaterThan(500);
  expect(sources.filter((file) => !checked.has(file))).toEqual([]);
});

/** Links each package, but not the cache beside them, in which the real check keeps its state. */
function linkPackages(copy: string): void {
  mkdirSync(join(copy, 'node_modules'));
  for (const name of readdirSync('node_modules').filter((entry) => entry !== '.cache')) {
    symlinkSync(resolve('node_modules', name), join(copy, 'node_modules', name));
  }
}
