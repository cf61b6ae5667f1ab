// Makes a checkout ready, with nothing but Node 18 or later: `npm start` and `npm test` run it first.
//   node scripts/setup.mjs start   dependencies and the built client
//   node scripts/setup.mjs test    the same, and a browser for the journeys: the headless one where apt has it
//   node scripts/setup.mjs build   the built client, of the dependencies that are there: before tests that run by hand
// What is already done is skipped.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { findChromium } from './find-chromium.mjs';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
process.chdir(root);

const purpose = process.argv[2];
try {
  if (!isInstalled()) installDependencies();
  buildClient();
  if (purpose === 'test') findOrInstallBrowser();
} catch (error) {
  console.error(error instanceof Error ? error.message : String(error));
  process.exitCode = 1;
}

/** Whether npm has noted in node_modules what the lock asks for; packages for other systems are optional. */
function isInstalled() {
  const there = packagesIn(join('node_modules', '.package-lock.json'));
  const isThere = Object.entries(packagesIn('package-lock.json')).every(
    ([path, { version, optional }]) => path === '' || optional || there[path]?.version === version,
  );
  return isThere && existsSync(ownNode());
}

function installDependencies() {
  if (purpose === 'build') {
    throw new Error(
      'The dependencies are not those of package-lock.json: run `npm ci`, `npm start` or `npm test` first.',
    );
  }
  console.log('Installing dependencies ...');
  // --include=dev: NODE_ENV=production must not leave out the Node binary that runs everything else.
  run(
    npm(),
    ['ci', '--include=dev', '--no-audit', '--no-fund', '--loglevel=error'],
    'The dependencies could not be installed.',
  );
}

/** A stamp holds the hash of what the build was made from. */
function buildClient() {
  const stamp = join('dist', 'client.built-from');
  const wanted = hashOf(['client', 'shared', ...withImports('vite.config.ts'), 'package-lock.json']);
  if (readIfThere(stamp) === wanted && existsSync(join('dist', 'client', 'index.html'))) return;
  console.log('Building the client ...');
  run(
    ownNode(),
    [join('node_modules', 'vite', 'bin', 'vite.js'), 'build', '--logLevel', 'warn'],
    'The client could not be built.',
  );
  mkdirSync('dist', { recursive: true });
  writeFileSync(stamp, wanted);
}

/** The headless shell where it can be had, for it takes two thirds of the time; else whatever Chromium there is. */
function findOrInstallBrowser() {
  if (!process.env.CHROMIUM_PATH && !hasHeadlessShell()) installBrowser();
  if (!findChromium()) {
    throw new Error('The browser tests need Chromium: install it, or set CHROMIUM_PATH to its program file.');
  }
}

function hasHeadlessShell() {
  return findChromium()?.endsWith('headless-shell') === true;
}

/** Debian's packages. What could not be had is not asked for again as long as another Chromium is there. */
function installBrowser() {
  const stamp = join('node_modules', '.headless-shell-tried');
  if (findChromium() && existsSync(stamp)) return;
  const canInstall = process.getuid?.() === 0 && spawnSync('apt-get', ['--version']).status === 0;
  if (!canInstall) return;
  console.log('Looking for a headless Chromium to install ...');
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  // Without a network this ends soon, and nothing that is there is removed.
  const patience = ['-o', 'Acquire::http::Timeout=10', '-o', 'Acquire::https::Timeout=10'];
  /** @param {string} name */
  const install = (name) =>
    spawnSync('apt-get', ['install', '-y', '-qq', '--no-remove', ...patience, name], {
      // Where there is none at all, what apt has to say matters.
      stdio: ['ignore', 'ignore', findChromium() ? 'ignore' : 'inherit'],
      env,
    });
  install('chromium-headless-shell');
  if (hasHeadlessShell()) return;
  // Its lists may be old, or not there yet.
  spawnSync('apt-get', ['update', '-qq', ...patience], { stdio: 'ignore', env, timeout: 60_000 });
  install('chromium-headless-shell');
  if (!findChromium()) install('chromium');
  if (!hasHeadlessShell()) writeFileSync(stamp, '');
}

/** @param {string} command @param {string[]} args @param {string} problem */
function run(command, args, problem) {
  const { status, error } = spawnSync(command, args, { stdio: 'inherit', shell: process.platform === 'win32' });
  if (error) throw new Error(`${problem} ${error.message}`);
  if (status !== 0) throw new Error(`${problem} See the output above.`);
}

function npm() {
  return process.platform === 'win32' ? 'npm.cmd' : 'npm';
}

function ownNode() {
  return join('node_modules', '.bin', 'node');
}

/** @param {string} lock @returns {Record<string, { version?: string, optional?: boolean }>} */
function packagesIn(lock) {
  return JSON.parse(readIfThere(lock) ?? '{}').packages ?? {};
}

/** @param {string} path */
function readIfThere(path) {
  return existsSync(path) ? readFileSync(path, 'utf8') : undefined;
}

/** One hash over the names and contents of files and, recursively, folders, their tests aside. @param {string[]} paths */
function hashOf(paths) {
  const hash = createHash('sha256');
  for (const path of paths.flatMap(filesUnder)) hash.update(path).update('\0').update(readFileSync(path)).update('\0');
  return hash.digest('hex');
}

/** A file of ours, what it imports of ours, and so on. @param {string} path */
function withImports(path) {
  const found = new Set([path]);
  for (const script of found)
    for (const [, imported = ''] of readFileSync(script, 'utf8').matchAll(
      /^(?:import|export|\}).* from '(\.[^']+)';$/gm,
    ))
      found.add(join(dirname(script), imported));
  return [...found];
}

/** @param {string} path @returns {string[]} */
function filesUnder(path) {
  if (!existsSync(path)) return [];
  if (!statSync(path).isDirectory()) return [path];
  return readdirSync(path)
    .filter((name) => !/\.test\.tsx?$/.test(name))
    .sort()
    .flatMap((name) => filesUnder(join(path, name)));
}
