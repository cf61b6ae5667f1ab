import { enableCompileCache } from 'node:module';
import { fileURLToPath } from 'node:url';

// Before any module of ours is loaded, because compiling them is most of the start. The embedded upstream and the workers
// inherit the variable. Not in the system's temporary folder, where other users could put code for us to run.
process.env.NODE_COMPILE_CACHE ??= fileURLToPath(new URL('../node_modules/.cache/compile', import.meta.url));
enableCompileCache();

const { loadEnvFile } = await import('#platform/config/env-file.ts');
loadEnvFile();
const { run } = await import('./process/run.ts');
await run(process.argv.slice(2), process.env);
