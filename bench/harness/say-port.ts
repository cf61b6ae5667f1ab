import { flushCompileCache } from 'node:module';
import type { AddressInfo, Server } from 'node:net';

/** Tells whoever started this script where it listens. */
export function sayPort(server: Server): void {
  process.stdout.write(`${(server.address() as AddressInfo).port}\n`);
  // It is going to be ended by a signal, which leaves nothing of what was compiled to the next start.
  flushCompileCache();
}
