// Makes a checkout ready, with nothing but Node 18 or later. npm runs it before `npm start`, `npm test` and others.
//   node scripts/setup/setup.mjs dev     installs the dependencies
//   node scripts/setup/setup.mjs start   the same, and builds the client
//   node scripts/setup/setup.mjs test    the same, and installs a browser for the journeys where apt has one
//   node scripts/setup/setup.mjs build   builds the client with the dependencies that are installed: for one test file by hand
// Steps that are already done are skipped.
import { spawn, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { findChromium } from './find-chromium.mjs';
import { pinnedNode } from './pinned-node.mjs';

process.chdir(fileURLToPath(new URL('../..', import.meta.url)));

const purpose = process.argv[2];
try {
  if (!isInstalled()) await installDependencies();
  if (purpose !== 'dev') await buildClient();
  if (purpose === 'test') await findOrInstallBrowser();
} catch (error) {
  console.error(error instanceof Error ? error.message : String(error));
  process.exitCode = 1;
}

/** Compares the lock file with the list that npm leaves in node_modules. Optional packages may be for other systems. */
function isInstalled() {
  const installed = packagesIn(join('node_modules', '.package-lock.json'));
  const isComplete = Object.entries(packagesIn('package-lock.json')).every(
    ([path, { version, optional }]) => path === '' || optional || installed[path]?.version === version,
  );
  return isComplete && existsSync(pinnedNode);
}

async function installDependencies() {
  if (purpose === 'build') {
    throw new Error(
      'The dependencies are not those of package-lock.json: run `npm ci`, `npm start` or `npm test` first.',
    );
  }
  // --include=dev: NODE_ENV=production must not leave out the pinned Node.
  await step('Installing the dependencies', process.platform === 'win32' ? 'npm.cmd' : 'npm', [
    ...['ci', '--include=dev', '--no-audit', '--no-fund', '--loglevel=error'],
  ]);
}

/** Builds unless dist/client.built-from holds the hash of today's sources. */
async function buildClient() {
  const stamp = join('dist', 'client.built-from');
  const wanted = hashOf(['client', 'shared', 'build', 'vite.config.ts', 'package-lock.json']);
  if (readIfThere(stamp) === wanted && existsSync(join('dist', 'client', 'index.html'))) return;
  const vite = join('node_modules', 'vite', 'bin', 'vite.js');
  await step('Building the client', pinnedNode, [vite, 'build', '--logLevel', 'warn']);
  mkdirSync('dist', { recursive: true });
  writeFileSync(stamp, wanted);
}

/** Prefers the headless shell, in which the journeys take two thirds of the time. */
async function findOrInstallBrowser() {
  if (!process.env.CHROMIUM_PATH && !hasHeadlessShell()) await installBrowser();
  if (!findChromium()) {
    throw new Error('The browser tests need Chromium: install it, or set CHROMIUM_PATH to its program file.');
  }
}

function hasHeadlessShell() {
  return findChromium()?.endsWith('headless-shell') === true;
}

/** Installs Debian's package as root. A failed attempt is not repeated while another Chromium is there. */
async function installBrowser() {
  const stamp = join('node_modules', '.headless-shell-tried');
  if (findChromium() && existsSync(stamp)) return;
  const canInstall = process.getuid?.() === 0 && spawnSync('apt-get', ['--version']).status === 0;
  if (!canInstall) return;
  // Without a network, apt-get gives up after ten seconds; it must not remove other packages.
  const options = ['-qq', '-o', 'Acquire::http::Timeout=10', '-o', 'Acquire::https::Timeout=10'];
  /** @param {string[]} args */
  const apt = (...args) =>
    step('Installing a headless Chromium', 'apt-get', [...args, ...options], {
      DEBIAN_FRONTEND: 'noninteractive',
    }).catch((error) => {
      // The reason matters only when there is no other browser to fall back to.
      if (!findChromium()) console.error(error.message);
    });
  await apt('install', '-y', '--no-remove', 'chromium-headless-shell');
  if (hasHeadlessShell()) return;
  // A fresh image has no package lists yet.
  await apt('update');
  await apt('install', '-y', '--no-remove', 'chromium-headless-shell');
  if (!findChromium()) await apt('install', '-y', '--no-remove', 'chromium');
  if (!hasHeadlessShell()) writeFileSync(stamp, '');
}

/**
 * Runs a program and shows how long it takes: a line that counts the seconds on a terminal, else one line at the start
 * and one at the end. The program's output is shown when it fails.
 *
 * @param {string} title @param {string} command @param {string[]} args @param {Record<string, string>} env
 */
async function step(title, command, args, env = {}) {
  const startedAt = Date.now();
  const seconds = () => `${Math.round((Date.now() - startedAt) / 1000)} s`;
  const isTerminal = process.stdout.isTTY;
  let output = '';
  process.stdout.write(isTerminal ? `${title} ...` : `${title} ...\n`);
  const ticking = setInterval(() => isTerminal && process.stdout.write(`\r${title} ... ${seconds()}`), 1000);
  const child = spawn(command, args, {
    stdio: ['ignore', 'pipe', 'pipe'],
    // Windows starts npm.cmd only through a shell.
    shell: process.platform === 'win32' && command.endsWith('.cmd'),
    env: { ...process.env, ...env },
  });
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (text) => (output += text));
  /** @type {number | null} */
  const status = await new Promise((resolve) => {
    child.once('close', resolve).once('error', (error) => {
      output += error.message;
      resolve(1);
    });
  });
  clearInterval(ticking);
  process.stdout.write(isTerminal ? `\r${title} ... ${status === 0 ? 'done' : 'failed'} in ${seconds()}\n` : '');
  if (status !== 0) throw new Error(`${title} failed:\n${output.trim()}`);
  if (!isTerminal) console.log(`${title} took ${seconds()}.`);
  // Warnings of a build that worked.
  if (output.trim() !== '' && command !== 'apt-get') console.log(output.trimEnd());
}

/** @param {string} lock @returns {Record<string, { version?: string, optional?: boolean }>} */
function packagesIn(lock) {
  return JSON.parse(readIfThere(lock) ?? '{}').packages ?? {};
}

/** @param {string} path */
function readIfThere(path) {
  return existsSync(path) ? readFileSync(path, 'utf8') : undefined;
}

/** One hash over the names and contents of files and of folders with their subfolders. @param {string[]} paths */
function hashOf(paths) {
  const hash = createHash('sha256');
  for (const path of paths.flatMap(filesUnder)) hash.update(path).update('\0').update(readFileSync(path)).update('\0');
  return hash.digest('hex');
}

/** Every file below a path, tests left out. @param {string} path @returns {string[]} */
function filesUnder(path) {
  if (!existsSync(path)) return [];
  if (!statSync(path).isDirectory()) return [path];
  return readdirSync(path)
    .filter((name) => !/\.test\.tsx?$/.test(name))
    .sort()
    .flatMap((name) => filesUnder(join(path, name)));
}
