import type { ErrorRequestHandler, RequestHandler } from 'express';
import type { Logger } from 'pino';
import type { Trouble } from '#platform/log/trouble-log.ts';
import type { ErrorBody } from '#shared/api/errors.ts';
import { isStorageFault } from '#upstream/db/faults.ts';
import { ApiError, notFound, storageUnavailable, unknownCall } from './api-error.ts';
import { unsupportedMedia } from './json-body.ts';
import { requestIdOf } from './request-id.ts';

export const unknownRoute: RequestHandler = (_req, _res, next) => next(unknownCall());

/** Turns every failure into a response, for all routes. */
export function errorSink(log: Logger, trouble: Trouble): ErrorRequestHandler {
  return (thrown: unknown, req, res, _next) => {
    const error = toApiError(thrown);
    if (isStorageFault(thrown)) trouble('database', thrown);
    else if (!(thrown instanceof ApiError) && error.status >= 500)
      log.error({ err: thrown, requestId: requestIdOf(res) }, 'a call failed');
    if (res.headersSent) {
      req.socket.destroy();
      return;
    }
    const body: ErrorBody = { code: error.code, message: error.message, ...error.details };
    if (error.fields) body.fields = error.fields;
    body.requestId = requestIdOf(res);
    res.status(error.status).set(error.headers).json(body);
  };
}

function toApiError(thrown: unknown): ApiError {
  if (thrown instanceof ApiError) return thrown;
  switch (typeOf(thrown)) {
    case 'entity.parse.failed':
      return new ApiError('malformed_json', 'The body is not valid JSON.');
    case 'entity.too.large':
      return new ApiError('too_large', 'The body is too large.');
    case 'charset.unsupported':
    case 'encoding.unsupported':
      return unsupportedMedia();
    case 'request.aborted':
    case 'request.size.invalid':
    case 'stream.encoding.set':
      return new ApiError('invalid_request', 'The body did not arrive whole.');
  }
  // Express throws this for an invalid percent sequence in the path. No such resource can exist.
  if (thrown instanceof URIError || statusOf(thrown) === 400) return notFound();
  if (isStorageFault(thrown)) return storageUnavailable();
  return new ApiError('internal', 'Something went wrong on our side. Please try again.');
}

function typeOf(thrown: unknown): string {
  return thrown instanceof Error && 'type' in thrown && typeof thrown.type === 'string' ? thrown.type : '';
}

function statusOf(thrown: unknown): unknown {
  return thrown instanceof Error && 'status' in thrown ? thrown.status : undefined;
}
