import type { RequestHandler } from 'express';
import { ApiError } from './api-error.ts';

const safeMethods = new Set(['GET', 'HEAD', 'OPTIONS']);

/**
 * CORS for `allowedOrigins` (Vite's, in development) and the methods of the table of routes, and a refusal of changes that a browser marks as cross-site.
 * Behind the gateway everything is same-origin and neither applies.
 */
export function originRules(allowedOrigins: readonly string[], methods: readonly string[]): RequestHandler {
  return (req, res, next) => {
    const origin = req.get('origin');
    const allowed = origin !== undefined && allowedOrigins.includes(origin);
    if (allowedOrigins.length > 0) res.vary('Origin');
    if (allowed) {
      res.set({
        'Access-Control-Allow-Origin': origin,
        'Access-Control-Allow-Credentials': 'true',
        'Access-Control-Expose-Headers': 'X-Next-Cursor, X-Request-Id, Retry-After',
      });
      if (req.method === 'OPTIONS' && req.get('access-control-request-method') !== undefined) {
        res
          .set({
            'Access-Control-Allow-Methods': [...new Set(['HEAD', ...methods])].join(),
            'Access-Control-Allow-Headers': 'content-type',
            'Access-Control-Max-Age': '600',
          })
          .status(204)
          .end();
        return;
      }
    }
    if (!allowed && !safeMethods.has(req.method) && req.get('sec-fetch-site') === 'cross-site')
      throw new ApiError('cross_site', 'This call came from another site.');
    next();
  };
}
