import type { IncomingMessage, ServerResponse } from 'node:http';
import { announcedBody } from '#server/proxy/call.ts';
import type { ErrorCode } from '#shared/errors.ts';
import { type ErrorDetails, endErrorLater, sendApiError } from './errors.ts';

const lingerMs = 2000;
const lingerBytes = 8 * 1024 * 1024;

/**
 * Refuses a request, together with the body that it may have. The answer goes out at once, but what the client is
 * still sending is read and thrown away for a moment before the connection closes: closing with unread bytes would
 * reset it, and the client would often lose the answer.
 */
export function refuseRequest(req: IncomingMessage, res: ServerResponse, code: ErrorCode, details: ErrorDetails): void {
  if (req.complete || res.headersSent || announcedBody(req).kind === 'none') {
    sendApiError(res, code, details);
    return;
  }
  const end = endErrorLater(res, code, details);
  let thrownAway = 0;
  const finish = (): void => {
    clearTimeout(timer);
    end();
  };
  const timer = setTimeout(finish, lingerMs).unref();
  req.on('data', (chunk: Buffer) => {
    thrownAway += chunk.length;
    if (thrownAway > lingerBytes) finish();
  });
  req.once('end', finish);
  req.once('close', finish);
  req.resume();
}
