import type { NextFunction, Request } from 'express';
import type { Logger } from 'pino';
import { errorStatus } from '#shared/errors.ts';
import { GatewayError, sendApiError } from './errors.ts';
import type { GatewayResponse, Middleware } from './facts.ts';

/** Shows an error as a page; false when the request is no navigation, and nothing was sent. */
export type ShowErrorPage = (req: Request, res: GatewayResponse, status: number) => boolean;

/** The last middleware of the walk: no other one had an answer. */
export const noRoute: Middleware = () => {
  throw new GatewayError('not_found');
};

/** Express tells an error handler by its four parameters. */
export type ErrorMiddleware = (thrown: unknown, req: Request, res: GatewayResponse, next: NextFunction) => void;

/**
 * The one error handler: every refusal and failure that has a response object is answered here. What is left of a refused
 * body is read and dropped, for at most the time that a request may take, so that a client that is still sending it gets
 * the answer and not a reset.
 */
export function handleErrors(log: Logger, showErrorPage: ShowErrorPage = () => false): ErrorMiddleware {
  return (thrown, req, res, _next) => {
    const { requestId } = res.locals;
    const error = thrown instanceof GatewayError ? thrown : new GatewayError('internal', {}, { cause: thrown });
    if (error !== thrown) log.error({ requestId, err: thrown }, 'unexpected error');
    if (error.details.close && !res.headersSent) res.shouldKeepAlive = false;
    // Node drops the rest of a body by itself only where nobody has begun to read it.
    if (!req.complete) req.resume();
    if (!res.headersSent && showErrorPage(req, res, errorStatus[error.code])) return;
    sendApiError(res, error, requestId);
  };
}
