import { readFileSync } from 'node:fs';

/**
 * Ends the process with one sentence when the running Node is older than package.json asks for. Plain JavaScript without
 * imports of ours, because an old Node cannot load TypeScript: it would end with ERR_UNKNOWN_FILE_EXTENSION.
 */
export function requireNode() {
  const { engines } = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8'));
  const running = process.versions.node;
  if (isAtLeast(running, engines.node.replace(/^>=/, ''))) return;
  process.stderr.write(
    `DotCode needs Node ${engines.node.replace(/^>=/, '')} or later, and this is Node ${running}. ` +
      'Install a newer one, or use `npm start`, which brings its own.\n',
  );
  process.exit(1);
}

/** @param {string} version @param {string} least Two versions such as 24.7 or 24.21.0. */
function isAtLeast(version, least) {
  const [major = 0, minor = 0] = version.split('.').map(Number);
  const [leastMajor = 0, leastMinor = 0] = least.split('.').map(Number);
  return major > leastMajor || (major === leastMajor && minor >= leastMinor);
}
