import { fileURLToPath } from 'node:url';

/** For NODE_COMPILE_CACHE, as server/main.ts has it: half of a start is the compiling of what was compiled before. */
export const compileCache = fileURLToPath(new URL('../../node_modules/.cache/compile', import.meta.url));
