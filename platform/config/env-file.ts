import { existsSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseEnv } from 'node:util';

/**
 * Adds the lines of the file `.env` to the environment: that of the working folder, then that of the product's own
 * folder. Variables that are set already win.
 */
export function loadEnvFile(): void {
  const files = new Set([resolve('.env'), fileURLToPath(new URL('../../.env', import.meta.url))]);
  for (const file of files) {
    if (!existsSync(file)) continue;
    for (const [name, value] of Object.entries(readEnvFile(file))) process.env[name] ??= value;
  }
}

/** Instead of `process.loadEnvFile`, which takes a byte order mark, as editors on Windows write one, for a part of the first name. */
function readEnvFile(file: string): NodeJS.Dict<string> {
  return parseEnv(new TextDecoder().decode(readFileSync(file)));
}
