import { flushCompileCache } from 'node:module';
import type { AddressInfo, Server } from 'node:net';

/** Prints the port, which the process that started this script reads. */
export function sayPort(server: Server): void {
  process.stdout.write(`${(server.address() as AddressInfo).port}\n`);
  // Write the compile cache now: the signal that ends this script leaves no time for it.
  flushCompileCache();
}
