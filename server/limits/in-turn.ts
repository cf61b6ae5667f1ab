import type { Middleware } from '#server/request/facts.ts';
import { Tally } from './tally.ts';

/** A waiting request takes up to 8 kB: this is 2 MB for each network. */
const mostWaiting = 250;

/**
 * Handles pipelined requests one after the other: each waits for the answer before it on its connection. Node hands over
 * all requests of a chunk at once, and a chunk of 64 kB may hold 2,000, which would stop every other client for the time
 * that they take. No browser pipelines; where more of a network wait, the connection is closed.
 */
export function handleInTurn(most = mostWaiting): Middleware {
  const waiting = new Tally();
  return (req, res, next) => {
    const { client, behind } = res.locals;
    if (behind === undefined) return next();
    const { network } = client;
    if (waiting.of(network) >= most) {
      req.socket.destroy();
      return;
    }
    waiting.add(network);
    behind.once('close', () => {
      waiting.add(network, -1);
      // Otherwise each answer of a client that always pipelines would keep all those before it in memory.
      res.locals.behind = undefined;
      // Without a socket the answer before was the last of the connection.
      if (res.socket !== null && !res.socket.destroyed && !res.locals.isBroken) next();
    });
  };
}
