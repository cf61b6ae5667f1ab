import { existsSync } from 'node:fs';
import { enableCompileCache } from 'node:module';
import { fileURLToPath } from 'node:url';

// Before anything else is loaded: what this saves is most of the start. The embedded upstream and workers inherit it.
// Not in the temporary folder, where other users could put code for us to run.
process.env.NODE_COMPILE_CACHE ??= fileURLToPath(new URL('../node_modules/.cache/compile', import.meta.url));
enableCompileCache();

// Variables that are set already win over the file.
const envFile = fileURLToPath(new URL('../.env', import.meta.url));
if (existsSync(envFile)) process.loadEnvFile(envFile);

const { run } = await import('./process/run.ts');
await run(process.argv.slice(2), process.env);
