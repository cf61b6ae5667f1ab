import { spawnSync } from 'node:child_process';
import { chmodSync, copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';

/** Each notes that it was called, and leaves behind what tells that it was. */
const npm = `#!/bin/sh
echo "npm $1" >>calls
mkdir -p node_modules/.bin node_modules/vite/bin
ln -sf '${process.execPath}' node_modules/.bin/node
cp bin/vite.js node_modules/vite/bin/
cp package-lock.json node_modules/.package-lock.json
`;
const vite = `const { appendFileSync, mkdirSync, writeFileSync } = require('node:fs');
appendFileSync('calls', 'vite ' + process.argv[2] + '\\n');
mkdirSync('dist/client', { recursive: true });
writeFileSync('dist/client/index.html', '');
`;

const lockOf = (version: string) =>
  JSON.stringify({ packages: { '': { name: 'dotcode' }, 'node_modules/vite': { version } } });

let checkout: string;
beforeEach(() => {
  checkout = mkdtempSync(join(tmpdir(), 'dotcode-setup-'));
  write('scripts/step.ts', "import { part } from './part.ts';");
  write('scripts/part.ts', "import { step } from './step.ts';");
  write('scripts/seed.ts', 'seed();');
  write('vite.config.ts', "import { defineConfig } from 'vite';\nimport { step } from './scripts/step.ts';");
  write('client/app/main.tsx', 'start();');
  write('package.json', '{}');
  write('package-lock.json', lockOf('8.0.0'));
  write('bin/vite.js', vite);
  write('bin/npm', npm);
  chmodSync(join(checkout, 'bin/npm'), 0o755);
  for (const name of ['setup.mjs', 'find-chromium.mjs'])
    copyFileSync(fileURLToPath(new URL(name, import.meta.url)), join(checkout, 'scripts', name));
});
afterEach(() => rmSync(checkout, { recursive: true }));

function write(path: string, content: string): void {
  mkdirSync(dirname(join(checkout, path)), { recursive: true });
  writeFileSync(join(checkout, path), content);
}

function run(command: string, ...args: string[]) {
  write('calls', '');
  const env = { PATH: `${join(checkout, 'bin')}:${process.env.PATH}` };
  const { status, stderr } = spawnSync(command, args, { cwd: checkout, encoding: 'utf8', env });
  const calls = readFileSync(join(checkout, 'calls'), 'utf8').split('\n').filter(Boolean);
  return { status, stderr, calls };
}

/** What `setup.mjs` calls to make the checkout ready. */
function setUp(purpose = 'start'): string[] {
  const { status, stderr, calls } = run(process.execPath, 'scripts/setup.mjs', purpose);
  expect(status, stderr).toBe(0);
  return calls;
}

describe('a checkout', () => {
  it('is installed and built once', () => {
    expect(setUp()).toEqual(['npm ci', 'vite build']);
    expect(setUp()).toEqual([]);
  });

  it.for([
    ['a source of the client', 'client/app/main.tsx'],
    ['the configuration of the build', 'vite.config.ts'],
    ['a script that this imports', 'scripts/step.ts'],
    ['a script that only that one imports', 'scripts/part.ts'],
  ] as const)('is built again when %s has changed', ([, path]) => {
    setUp();
    write(path, `${readFileSync(join(checkout, path), 'utf8')}\n`);
    expect(setUp()).toEqual(['vite build']);
    expect(setUp()).toEqual([]);
  });

  it('is not built again when a test has changed, or a script that the build does not use', () => {
    setUp();
    write('client/app/main.test.tsx', "it('starts');");
    write('scripts/seed.ts', 'plant();');
    expect(setUp()).toEqual([]);
  });

  it('is installed again when the lock asks for something else, and built of that', () => {
    setUp();
    write('package-lock.json', lockOf('8.0.1'));
    expect(setUp()).toEqual(['npm ci', 'vite build']);
    expect(setUp()).toEqual([]);
  });

  it('is not installed again when that was done by hand, nor for want of what suits other systems', () => {
    run('npm', 'install');
    const { packages } = JSON.parse(lockOf('8.0.0'));
    const forOthers = { 'node_modules/fsevents': { version: '2.3.3', optional: true } };
    write('package-lock.json', JSON.stringify({ packages: { ...packages, ...forOthers } }));
    expect(setUp()).toEqual(['vite build']);
  });
});

describe('before tests that are run by hand', () => {
  it('the client is built when it is not', () => {
    run('npm', 'install');
    expect(setUp('build')).toEqual(['vite build']);
    expect(setUp('build')).toEqual([]);
  });

  it('nothing is installed under what runs already: it is said what to do', () => {
    const { status, stderr, calls } = run(process.execPath, 'scripts/setup.mjs', 'build');
    expect(status).toBe(1);
    expect(stderr).toBe(
      'The dependencies are not those of package-lock.json: run `npm ci`, `npm start` or `npm test` first.\n',
    );
    expect(calls).toEqual([]);
  });
});
