// `npm test`, `npm run sweep` and `npm run dev`: node scripts/run-pinned.mjs <what setup.mjs makes ready> <script> [its arguments].
// One process for both, because a shell that has found `node` once does not look for the pinned one that was just installed.
// Plain JavaScript for Node 18 and later, because the machine's own Node runs this file.
import { spawn } from 'node:child_process';
import { constants } from 'node:os';
import { fileURLToPath } from 'node:url';
import { pinnedNode, setUp } from './setup.mjs';

/** Goes on as the pinned Node with these arguments, and ends as that process ends. */
export function runPinned(/** @type {string[]} */ args, env = process.env) {
  // Replacing this process spares the memory of a second Node, and signals reach the program directly. Windows and older
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
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const [purpose, ...args] = process.argv.slice(2);
  await setUp(purpose);
  runPinned(args);
}
