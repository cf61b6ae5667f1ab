import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';

const names = ['chromium', 'chromium-browser', 'google-chrome-stable', 'google-chrome'];

/**
 * The path of an installed Chromium (CHROMIUM_PATH wins), or undefined.
 *
 * @returns {string | undefined}
 */
export function findChromium() {
  const own = process.env.CHROMIUM_PATH;
  if (own) return own;
  for (const folder of (process.env.PATH ?? '').split(delimiter)) {
    for (const name of names) {
      const path = join(folder, name);
      try {
        accessSync(path, constants.X_OK);
        return path;
      } catch {
        // Not here: look on.
      }
    }
  }
  return undefined;
}
