import type { RequestHandler } from 'express';
import type { Logger } from 'pino';
import { requestIdOf } from '../http/request-id.ts';

/**
 * One line per call, at level debug because the gateway logs each call too. Logs the route's pattern instead of the
 * path, which contains ids of people.
 */
export function requestLog(log: Logger): RequestHandler {
  return (req, res, next) => {
    if (!log.isLevelEnabled('debug')) return next();
    const start = performance.now();
    res.once('close', () => {
      log.debug({
        requestId: requestIdOf(res),
        method: req.method,
        route: res.locals.route ?? 'unknown',
        status: res.statusCode,
        ms: Math.round((performance.now() - start) * 10) / 10,
        aborted: !res.writableFinished,
      });
    });
    next();
  };
}
