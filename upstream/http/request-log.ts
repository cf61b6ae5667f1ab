import type { RequestHandler } from 'express';
import type { Logger } from 'pino';
import { requestIdOf } from './request-id.ts';

/** One line per call, at debug: the gateway has its own. The route's pattern, not the path: no ids of people. */
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
