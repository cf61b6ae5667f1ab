// How the upstream is started: `node upstream/main.mjs`. The rest of the program is TypeScript, which an old Node cannot load.
import { requireNode } from '../platform/config/require-node.mjs';

requireNode();
await import('./main.ts');
