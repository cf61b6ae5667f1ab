// `npm start`: makes the checkout ready, then runs server/main.mjs on the pinned Node, with the variables that must be set
// before a process begins. Not an npm `prestart`, which does not run where npm is told to ignore scripts. Plain JavaScript for Node 18 and later, because the machine's own Node runs this file.
import { fileURLToPath } from 'node:url';
import { runPinned } from './run-pinned.mjs';
import { setUp } from './setup.mjs';

const fromRoot = (/** @type {string} */ path) => fileURLToPath(new URL(`../${path}`, import.meta.url));

await setUp('start');
runPinned([fromRoot('server/main.mjs'), ...process.argv.slice(2)], {
  // glibc reads it once, when a process begins. Two malloc arenas return about 3 MB more to the system than the default.
  MALLOC_ARENA_MAX: '2',
  NODE_COMPILE_CACHE: fromRoot('node_modules/.cache/compile'),
  ...process.env,
});
