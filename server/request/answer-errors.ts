import type { IncomingMessage, ServerResponse } from 'node:http';
import type { NextFunction, Request } from 'express';
import type { Logger } from 'pino';
import { errorStatus } from '#shared/errors.ts';
import { announcedBody } from './body.ts';
import { GatewayError, sendApiError, sendApiErrorAndWait } from './errors.ts';
import type { GatewayResponse, Middleware } from './identify.ts';

const lingerMs = 2000;
const lingerBytes = 8 * 1024 * 1024;

/** Shows an error as a page; false when the request is no navigation, and nothing was sent. */
export type ShowErrorPage = (req: IncomingMessage, res: ServerResponse, status: number) => boolean;

/** The last middleware of the walk: no other one had an answer. */
export const noRoute: Middleware = () => {
  throw new GatewayError('not_found');
};

/** Express tells an error handler by its four parameters. */
export type ErrorMiddleware = (thrown: unknown, req: Request, res: GatewayResponse, next: NextFunction) => void;

/** The one error handler: every refusal and failure that has a response object is answered here. */
export function answerErrors(log: Logger, showErrorPage: ShowErrorPage = () => false): ErrorMiddleware {
  return (thrown, req, res, _next) => {
    const { requestId } = res.locals;
    const error = thrown instanceof GatewayError ? thrown : unexpected(thrown);
    if (error !== thrown) log.error({ requestId, err: thrown }, 'unexpected error');
    if (error.details.close && !res.headersSent) res.shouldKeepAlive = false;
    if (!res.headersSent && isComplete(req) && showErrorPage(req, res, errorStatus[error.code])) return;
    if (res.headersSent || isComplete(req)) sendApiError(res, error, requestId);
    else refuseUnread(req, res, error, requestId);
  };
}

function unexpected(cause: unknown): GatewayError {
  return new GatewayError('internal', {}, { cause });
}

function isComplete(req: IncomingMessage): boolean {
  return req.complete || announcedBody(req).kind === 'none';
}

/**
 * Answers at once, but reads and drops the rest of the body for a moment before the connection closes: closing with
 * unread bytes would reset the connection, and the client would often lose the answer.
 */
function refuseUnread(req: IncomingMessage, res: ServerResponse, error: GatewayError, requestId: string): void {
  const end = sendApiErrorAndWait(res, error, requestId);
  let dropped = 0;
  const finish = (): void => {
    clearTimeout(timer);
    end();
  };
  const timer = setTimeout(finish, lingerMs).unref();
  req.on('data', (chunk: Buffer) => {
    dropped += chunk.length;
    if (dropped > lingerBytes) finish();
  });
  req.once('end', finish);
  req.once('close', finish);
  req.resume();
}
