import { flushCompileCache } from 'node:module';
import type { AddressInfo, Server } from 'node:net';

/** Tells whoever started this script where it listens. */
export function sayPort(server: Server): void {
  process.stdout.write(`${(server.address() as AddressInfo).port}\n`);
  // Written now, because the signal that ends this script would leave the next start nothing of the compiled code.
  flushCompileCache();
}
