import { randomUUID } from 'node:crypto';
import type { RequestHandler, Response } from 'express';

/** Uses a trusted peer's X-Request-Id, otherwise creates one, and returns it in the response. */
export const requestId: RequestHandler = (req, res, next) => {
  const given = req.get('x-request-id');
  const trusted = (req.app.get('trust proxy fn') as (address: string | undefined, hop: number) => boolean)(
    req.socket.remoteAddress,
    0,
  );
  const id = trusted && given !== undefined && /^[\w.:-]{1,100}$/.test(given) ? given : randomUUID();
  res.locals.requestId = id;
  res.set('X-Request-Id', id);
  next();
};

export function requestIdOf(res: Response): string {
  return String(res.locals.requestId);
}
