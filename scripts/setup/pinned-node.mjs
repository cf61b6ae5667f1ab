import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** The Node that package.json pins (npm's `node` package); before the dependencies are installed, there is none. */
export const pinnedNode = fileURLToPath(
  new URL(`../../node_modules/node/bin/${process.platform === 'win32' ? 'node.exe' : 'node'}`, import.meta.url),
);

/** The pinned Node, or the running one in a checkout without it. */
export const nodeToRun = () => (existsSync(pinnedNode) ? pinnedNode : process.execPath);
