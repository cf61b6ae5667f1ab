import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

/**
 * Adds the lines of the file `.env` to the environment: that of the working folder, then that of the product's own
 * folder. Variables that are set already win.
 */
export function loadEnvFile(): void {
  const files = new Set([resolve('.env'), fileURLToPath(new URL('../../.env', import.meta.url))]);
  for (const file of files) if (existsSync(file)) process.loadEnvFile(file);
}
