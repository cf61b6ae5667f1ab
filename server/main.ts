import { enableCompileCache } from 'node:module';

// Before anything else is loaded: what this saves is most of the start.
enableCompileCache();

const { run } = await import('./run.ts');
await run(process.argv.slice(2), process.env);
