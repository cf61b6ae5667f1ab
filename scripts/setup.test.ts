import { spawnSync } from 'node:child_process';
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';

/** Stand-ins for npm and Vite: each notes its call and leaves behind the files by which `setup.mjs` sees its work. */
const npm = `#!/bin/sh
echo "npm $1" >>calls
mkdir -p node_modules/node/bin node_modules/vite/bin
[ "$npm_config_ignore_scripts" = true ] && [ "$1" != rebuild ] || ln -sf '${process.execPath}' node_modules/node/bin/node
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
  write('client/build/plugin.ts', 'export const plugin = {};');
  write('scripts/seed.ts', 'seed();');
  write('vite.config.ts', "import { defineConfig } from 'vite';");
  write('client/app/main.tsx', 'start();');
  write('package.json', '{}');
  write('package-lock.json', lockOf('8.0.0'));
  write('bin/vite.js', vite);
  write('bin/npm', npm);
  chmodSync(join(checkout, 'bin/npm'), 0o755);
  write('server/main.mjs', "console.log('started', process.argv[2]);");
  for (const name of ['setup.mjs', 'run-pinned.mjs', 'find-chromium.mjs'])
    write(`scripts/${name}`, readFileSync(new URL(name, import.meta.url), 'utf8'));
});
afterEach(() => rmSync(checkout, { recursive: true }));

function write(path: string, content: string): void {
  mkdirSync(dirname(join(checkout, path)), { recursive: true });
  writeFileSync(join(checkout, path), content);
}

function run(command: string, ...args: string[]) {
  return runWith({}, command, ...args);
}

function runWith(settings: Record<string, string>, command: string, ...args: string[]) {
  write('calls', '');
  const env = { PATH: `${join(checkout, 'bin')}:${process.env.PATH}`, ...settings };
  const { status, stdout, stderr } = spawnSync(command, args, { cwd: checkout, encoding: 'utf8', env });
  const calls = readFileSync(join(checkout, 'calls'), 'utf8').split('\n').filter(Boolean);
  return { status, stdout, stderr, calls };
}

/** Runs `setup.mjs`; the programs that it called. */
function setUp(purpose = 'start'): string[] {
  const { status, stderr, calls } = run(process.execPath, 'scripts/setup.mjs', purpose);
  expect(status, stderr).toBe(0);
  return calls;
}

describe('a checkout', () => {
  it('is installed and built once, and built again only when a file that the build uses has changed', () => {
    expect(setUp()).toEqual(['npm ci', 'vite build']);
    expect(setUp()).toEqual([]);
    for (const path of ['client/app/main.tsx', 'vite.config.ts', 'client/build/plugin.ts']) {
      write(path, `${readFileSync(join(checkout, path), 'utf8')}\n`);
      expect(setUp(), path).toEqual(['vite build']);
    }
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

  it('is not installed again after `npm install` by hand, nor for missing packages of other systems', () => {
    run('npm', 'install');
    const { packages } = JSON.parse(lockOf('8.0.0'));
    const forOthers = { 'node_modules/fsevents': { version: '2.3.3', optional: true } };
    write('package-lock.json', JSON.stringify({ packages: { ...packages, ...forOthers } }));
    expect(setUp()).toEqual(['vite build']);
  });
});

it('`npm start` makes a fresh clone ready where npm ignores all scripts, those that run before others too', () => {
  const ignoring = { npm_config_ignore_scripts: 'true' };
  const command = ['scripts/run-pinned.mjs', 'start', 'server/main.mjs', '--help'];
  const { status, stdout, stderr, calls } = runWith(ignoring, process.execPath, ...command);
  expect(status, stderr).toBe(0);
  expect(calls).toEqual(['npm ci', 'npm rebuild', 'vite build']);
  expect(stdout).toContain('started --help');
});

it('a step that fails shows its output and ends the set-up', () => {
  run('npm', 'install');
  write('node_modules/vite/bin/vite.js', "console.error('app/main.tsx: no such export'); process.exit(2);");
  const { status, stderr } = run(process.execPath, 'scripts/setup.mjs', 'start');
  expect(status).toBe(1);
  expect(stderr).toBe('Building the client failed:\napp/main.tsx: no such export\n');
});

it('setup.mjs dev installs, and builds the page that the gateway needs once', () => {
  expect(setUp('dev')).toEqual(['npm ci', 'vite build']);
  write('client/app/main.tsx', 'stop();');
  expect(setUp('dev')).toEqual([]);
});

it('setup.mjs build builds the client, but installs nothing, because programs may be running: it says what to do', () => {
  const { status, stderr, calls } = run(process.execPath, 'scripts/setup.mjs', 'build');
  expect([status, calls]).toEqual([1, []]);
  expect(stderr).toBe('The dependencies are not those of package-lock.json: run `npm ci` first.\n');
  run('npm', 'install');
  expect(setUp('build')).toEqual(['vite build']);
  expect(setUp('build')).toEqual([]);
});
