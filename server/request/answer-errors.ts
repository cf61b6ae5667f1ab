import type { IncomingMessage } from 'node:http';
import type { NextFunction, Request } from 'express';
import type { Logger } from 'pino';
import { errorStatus } from '#shared/errors.ts';
import { GatewayError, sendApiError, sendApiErrorAndWait } from './errors.ts';
import type { GatewayResponse, Middleware } from './facts.ts';
import { isComplete, type LingerTimes, readOut } from './read-out.ts';

/** Shows an error as a page; false when the request is no navigation, and nothing was sent. */
export type ShowErrorPage = (req: IncomingMessage, res: GatewayResponse, status: number) => boolean;

/** The last middleware of the walk: no other one had an answer. */
export const noRoute: Middleware = () => {
  throw new GatewayError('not_found');
};

/** Express tells an error handler by its four parameters. */
export type ErrorMiddleware = (thrown: unknown, req: Request, res: GatewayResponse, next: NextFunction) => void;

/** The one error handler: every refusal and failure that has a response object is answered here. */
export function answerErrors(
  log: Logger,
  linger: LingerTimes,
  showErrorPage: ShowErrorPage = () => false,
): ErrorMiddleware {
  return (thrown, req, res, _next) => {
    const { requestId } = res.locals;
    const error = thrown instanceof GatewayError ? thrown : unexpected(thrown);
    if (error !== thrown) log.error({ requestId, err: thrown }, 'unexpected error');
    if (error.details.close && !res.headersSent) res.shouldKeepAlive = false;
    if (!res.headersSent && isComplete(req) && showErrorPage(req, res, errorStatus[error.code])) return;
    if (res.headersSent || isComplete(req)) sendApiError(res, error, requestId);
    else readOut(req, linger, sendApiErrorAndWait(res, error, requestId));
  };
}

function unexpected(cause: unknown): GatewayError {
  return new GatewayError('internal', {}, { cause });
}
