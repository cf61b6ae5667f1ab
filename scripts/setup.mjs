// Makes a checkout ready for `npm start`, `npm test` and `npm run dev`, with nothing but Node 18 or later. Steps that are
// already done are skipped.
//   node scripts/setup.mjs dev     installs the dependencies, and builds the client once: the gateway needs a page
//   node scripts/setup.mjs start   the same, and builds the client again when it has changed
//   node scripts/setup.mjs test    the same, and installs a browser for the journeys where apt has one
//   node scripts/setup.mjs build   builds the client with the dependencies that are installed: for one test file by hand
import { spawn, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { findChromium } from './find-chromium.mjs';

process.chdir(fileURLToPath(new URL('..', import.meta.url)));

const isWindows = process.platform === 'win32';
const npm = isWindows ? 'npm.cmd' : 'npm';

/** The Node that package.json pins (npm's `node` package). */
export const pinnedNode = join(process.cwd(), 'node_modules', 'node', 'bin', isWindows ? 'node.exe' : 'node');

const page = join('dist', 'client', 'index.html');

/** Ends the process with one message when a step fails. @param {string | undefined} purpose */
export async function setUp(purpose) {
  try {
    await installDependencies(purpose === 'build');
    if (purpose !== 'dev' || !existsSync(page)) await buildClient();
    if (purpose === 'test') await installBrowser();
  } catch (error) {
    console.error(error instanceof Error ? error.message : String(error));
    process.exit(1);
  }
}

/** @param {boolean} isForbidden programs of the checkout may be running */
async function installDependencies(isForbidden) {
  // Compares the lock file with the list that npm leaves in node_modules. Optional packages may be for other systems.
  const installed = packagesIn(join('node_modules', '.package-lock.json'));
  const isInstalled = Object.entries(packagesIn('package-lock.json')).every(
    ([path, { version, optional }]) => path === '' || optional || installed[path]?.version === version,
  );
  if (isInstalled && existsSync(pinnedNode)) return;
  if (isForbidden) throw new Error('The dependencies are not those of package-lock.json: run `npm ci` first.');
  // --include=dev: NODE_ENV=production must not leave out the pinned Node.
  const options = ['--include=dev', '--no-audit', '--no-fund', '--loglevel=error'];
  if (!isInstalled) await step('Installing the dependencies', npm, ['ci', ...options]);
  // Where npm is told to ignore the scripts of packages (ignore-scripts), this one is still needed: it fetches Node.
  if (!existsSync(pinnedNode))
    await step('Installing Node', npm, ['rebuild', 'node', '--ignore-scripts=false', '--loglevel=error']);
  if (existsSync('.git')) spawnSync('git', ['config', 'core.hooksPath', 'scripts/git-hooks'], { stdio: 'ignore' });
}

/** Builds unless dist/client.built-from holds the hash of today's sources. */
async function buildClient() {
  const stamp = join('dist', 'client.built-from');
  const wanted = hashOf(['client', 'shared', 'vite.config.ts', 'package-lock.json']);
  if (readIfThere(stamp) === wanted && existsSync(page)) return;
  const vite = join('node_modules', 'vite', 'bin', 'vite.js');
  await step('Building the client', pinnedNode, [vite, 'build', '--logLevel', 'warn']);
  mkdirSync('dist', { recursive: true });
  writeFileSync(stamp, wanted);
}

/** As root, installs Debian's headless shell, in which the journeys take two thirds of the time, else its Chromium. */
async function installBrowser() {
  const triedBefore = join('node_modules', '.headless-shell-tried');
  const hasShell = () => findChromium()?.endsWith('headless-shell') === true;
  const isNeeded = !process.env.CHROMIUM_PATH && !hasShell() && !(findChromium() && existsSync(triedBefore));
  if (isNeeded && process.getuid?.() === 0 && spawnSync('apt-get', ['--version']).status === 0) {
    // Without a network, apt-get gives up after ten seconds; it must not remove other packages.
    const options = ['-qq', '-o', 'Acquire::http::Timeout=10', '-o', 'Acquire::https::Timeout=10'];
    /** @param {string[]} args */
    const apt = (...args) => step('Installing a headless Chromium', 'apt-get', [...args, ...options]).catch(() => {});
    process.env.DEBIAN_FRONTEND = 'noninteractive';
    await apt('install', '-y', '--no-remove', 'chromium-headless-shell');
    // A fresh image has no package lists yet.
    if (!hasShell()) await apt('update');
    if (!hasShell()) await apt('install', '-y', '--no-remove', 'chromium-headless-shell');
    if (!findChromium()) await apt('install', '-y', '--no-remove', 'chromium');
    if (!hasShell()) writeFileSync(triedBefore, '');
  }
  if (!findChromium())
    throw new Error('The browser tests need Chromium: install it, or set CHROMIUM_PATH to its program file.');
}

/** Runs a program and shows how long it takes; its output is shown when it fails. @param {string} title @param {string} command @param {string[]} args */
async function step(title, command, args) {
  const startedAt = Date.now();
  let output = '';
  console.log(`${title} ...`);
  // Windows starts npm.cmd only through a shell.
  const child = spawn(command, args, { stdio: ['ignore', 'pipe', 'pipe'], shell: isWindows && command === npm });
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (text) => (output += text));
  /** @type {number | string | null} */
  const status = await new Promise((done) => child.once('close', done).once('error', (error) => done(error.message)));
  if (status !== 0) throw new Error(`${title} failed:\n${output.trim() || status}`);
  console.log(`${title} took ${Math.round((Date.now() - startedAt) / 1000)} s.`);
}

/** @returns {Record<string, { version?: string, optional?: boolean }>} */
const packagesIn = (/** @type {string} */ lock) => JSON.parse(readIfThere(lock) ?? '{}').packages ?? {};

const readIfThere = (/** @type {string} */ path) => (existsSync(path) ? readFileSync(path, 'utf8') : undefined);

/** One hash over the names and contents of files and of folders with their subfolders. @param {string[]} paths */
function hashOf(paths) {
  const hash = createHash('sha256');
  for (const path of paths.flatMap(filesUnder)) hash.update(path).update('\0').update(readFileSync(path)).update('\0');
  return hash.digest('hex');
}

/** Every file below a path, tests left out. @param {string} path @returns {string[]} */
function filesUnder(path) {
  if (!statSync(path, { throwIfNoEntry: false })?.isDirectory()) return existsSync(path) ? [path] : [];
  const names = readdirSync(path).filter((name) => !/\.test\.tsx?$/.test(name));
  return names.sort().flatMap((name) => filesUnder(join(path, name)));
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await setUp(process.argv[2]);
