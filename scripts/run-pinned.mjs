// `npm start`, `test`, `sweep` and `dev`: node scripts/run-pinned.mjs <what setup.mjs makes ready> <program> [its arguments].
// One process for both, because a shell that has found `node` once does not look for the pinned one that was just installed,
// and no npm `prestart`, which does not run where npm is told to ignore scripts. Plain JavaScript for Node 18 and later,
// because the machine's own Node runs this file.
import { spawn } from 'node:child_process';
import { constants } from 'node:os';
import { pinnedNode, setUp } from './setup.mjs';

const [purpose, ...args] = process.argv.slice(2);
const parent = process.ppid;
await setUp(purpose);
// npm was stopped during the build; its shell dies of a signal without passing it on.
if (process.ppid !== parent) process.exit(143);
// glibc reads it once, when a process begins. Two malloc arenas return about 3 MB more to the system than the default.
const env = purpose === 'start' ? { MALLOC_ARENA_MAX: '2', ...process.env } : process.env;
// Replacing this process spares the memory of a second Node, and signals reach the program directly. Windows and older
// Nodes cannot do it.
if (process.execve && process.platform !== 'win32') process.execve(pinnedNode, [pinnedNode, ...args], env);

const child = spawn(pinnedNode, args, { stdio: 'inherit', env });
for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP']))
  process.on(signal, () => child.kill(signal));
setInterval(() => process.ppid === parent || child.killed || child.kill('SIGTERM'), 1000);
child.once('exit', (status, signal) => process.exit(status ?? 128 + constants.signals[signal ?? 'SIGTERM']));
