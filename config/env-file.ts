import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** Adds the lines of the file `.env` at the root to the environment; variables that are set already win. */
export function loadEnvFile(): void {
  const file = fileURLToPath(new URL('../.env', import.meta.url));
  if (existsSync(file)) process.loadEnvFile(file);
}
