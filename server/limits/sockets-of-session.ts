import type { KnownCapabilities } from '#server/watch/known-capabilities.ts';
import type { openSockets } from './budgets.ts';

type Bounds = { readonly [Name in Exclude<keyof typeof openSockets, 'perNetwork'>]: number };

/**
 * How many live connections a session may hold, by how many it has. Clients made for an upstream without capabilities
 * open one for every message, and each hears all messages: closing some would leave a page deaf.
 */
export function createSocketsOfSession(capabilities: KnownCapabilities, { perSession, perPlainSession }: Bounds) {
  let isPlain = false;
  return (open: number): number => {
    // Known in time: long before the smaller bound is reached.
    if (open >= perSession / 2) {
      void capabilities().then((known) => {
        if (known !== undefined) isPlain = known.length === 0;
      });
    }
    return isPlain ? perPlainSession : perSession;
  };
}
