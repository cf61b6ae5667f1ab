import { fileURLToPath } from 'node:url';

/**
 * The value of NODE_COMPILE_CACHE, as in server/main.mjs: half of the time of a start is compiling modules that were
 * compiled before.
 */
export const compileCache = fileURLToPath(new URL('../../node_modules/.cache/compile', import.meta.url));
