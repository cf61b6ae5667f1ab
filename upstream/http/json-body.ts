import { isUtf8 } from 'node:buffer';
import express, { type Request, type RequestHandler } from 'express';
import { ApiError } from './api-error.ts';

/**
 * Middleware that reads a JSON body of at most so many bytes. Only plain UTF-8 without compression or a byte order mark is accepted, because the
 * gateway counts logins by the account it reads in the same bytes, and must not read another text than the upstream.
 */
export function jsonBody(limit: number): RequestHandler[] {
  return [
    (req, _res, next) => {
      // Without a body, the schema reports the fields as missing.
      const empty = req.get('transfer-encoding') === undefined && Number(req.get('content-length') ?? 0) === 0;
      if (!empty && !(req.is('application/json') && /^(?:utf-?8)?$/i.test(charsetOf(req)))) throw unsupportedMedia();
      next();
    },
    express.json({
      limit,
      inflate: false,
      verify: (_req, _res, bytes) => {
        // body-parser changes the error that is thrown here, which an ApiError does not allow; the error handler knows
        // this type as one of body-parser's own.
        if (!isPlainUtf8(bytes)) throw Object.assign(new Error('not UTF-8'), { type: 'charset.unsupported' });
      },
    }),
  ];
}

export function unsupportedMedia(): ApiError {
  return new ApiError(
    'unsupported_media',
    'The body must be JSON (Content-Type: application/json), in UTF-8 and without compression.',
  );
}

/** The charset of the Content-Type header, or an empty text. */
function charsetOf(req: Request): string {
  return /;\s*charset\s*=\s*"?([^";\s]*)/i.exec(req.get('content-type') ?? '')?.[1] ?? '';
}

function isPlainUtf8(bytes: Buffer): boolean {
  const hasMark = bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf;
  return !hasMark && isUtf8(bytes);
}
