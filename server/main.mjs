// How the gateway is started: `node server/main.mjs`. The rest of the program is TypeScript, which an old Node cannot load.
import module from 'node:module';
import { fileURLToPath } from 'node:url';
import { requireNode } from '../platform/config/require-node.mjs';

requireNode();
// Before any module of ours is loaded, because compiling them is most of the start. The embedded upstream inherits the
// variable. Not in the system's temporary folder, where other users could put code for us to run.
process.env.NODE_COMPILE_CACHE ??= fileURLToPath(new URL('../node_modules/.cache/compile', import.meta.url));
module.enableCompileCache();
await import('./main.ts');
