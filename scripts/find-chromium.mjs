import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';

// The headless shell comes first: without windows, the tests take two thirds of the time.
const names = ['chromium-headless-shell', 'chromium', 'chromium-browser', 'google-chrome-stable', 'google-chrome'];

/**
 * The path of an installed Chromium (CHROMIUM_PATH wins), or undefined. The headless shell has no notifications:
 * `withNotifications` leaves it out.
 *
 * @returns {string | undefined}
 */
export function findChromium({ withNotifications = false } = {}) {
  const isShell = (/** @type {string} */ path) => withNotifications && path.includes('headless-shell');
  const own = process.env.CHROMIUM_PATH;
  if (own && !isShell(own)) return own;
  for (const name of names.filter((one) => !isShell(one))) {
    for (const folder of (process.env.PATH ?? '').split(delimiter)) {
      const path = join(folder, name);
      try {
        accessSync(path, constants.X_OK);
        return path;
      } catch {
        // Not in this folder.
      }
    }
  }
  return undefined;
}
