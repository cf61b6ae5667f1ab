import type { IncomingMessage } from 'node:http';
import { announcedBody } from './announced-body.ts';

/** How long the rest of a refused body is read and dropped, in milliseconds. */
export interface LingerTimes {
  /** A client that sends nothing for so long has no more to send, or is gone. */
  readonly lingerMs: number;
  /** The longest time in all, for a client that goes on sending. */
  readonly longestLingerMs: number;
}

/** Whether nothing more of the request comes. */
export function isComplete(req: IncomingMessage): boolean {
  return req.complete || announcedBody(req).kind === 'none';
}

/**
 * Reads and drops the rest of a body before `end` closes the connection of an answer that is sent: closing with unread
 * bytes would reset the connection, and a client that reads only after it has sent everything would lose the answer.
 */
export function readOut(req: IncomingMessage, { lingerMs, longestLingerMs }: LingerTimes, end: () => void): void {
  const finish = (): void => {
    clearTimeout(idle);
    clearTimeout(longest);
    end();
  };
  const idle = setTimeout(finish, lingerMs).unref();
  const longest = setTimeout(finish, longestLingerMs).unref();
  req.on('data', () => idle.refresh());
  req.once('end', finish);
  req.once('close', finish);
  req.resume();
}
