// `npm start`: makes the checkout ready, then runs server/main.mjs on the pinned Node, with the variables that must be set
// before a process begins. Not an npm `prestart`, which does not run where npm is told to ignore scripts. Plain JavaScript for Node 18 and later, because the machine's own Node runs this file.
import { spawn } from 'node:child_process';
import { constants } from 'node:os';
import { fileURLToPath } from 'node:url';
import { pinnedNode, setUp } from './setup.mjs';

const fromRoot = (/** @type {string} */ path) => fileURLToPath(new URL(`../${path}`, import.meta.url));

await setUp('start');
const args = [fromRoot('server/main.mjs'), ...process.argv.slice(2)];
const env = {
  // glibc reads it once, when a process begins. Two malloc arenas return about 3 MB more to the system than the default.
  MALLOC_ARENA_MAX: '2',
  NODE_COMPILE_CACHE: fromRoot('node_modules/.cache/compile'),
  ...process.env,
};

// Replacing this process spares the memory of a second Node, and signals reach the gateway directly. Windows and older
// Nodes cannot do it.
if (process.execve && process.platform !== 'win32') process.execve(pinnedNode, [pinnedNode, ...args], env);

const child = spawn(pinnedNode, args, { stdio: 'inherit', env });
for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP'])) {
  process.on(signal, () => child.kill(signal));
}
child.once('error', (error) => {
  console.error(`Node could not be started: ${error.message}`);
  process.exit(1);
});
child.once('exit', (status, signal) => process.exit(status ?? 128 + constants.signals[signal ?? 'SIGTERM']));
