import type { IncomingMessage } from 'node:http';
import type { ErrorCode } from '#shared/errors.ts';
import { isHost } from './client-address.ts';
import { allowedMethods } from './errors.ts';
import { parseTarget } from './target.ts';

const methods = new Set(allowedMethods);
const mostHeaders = 100;

/** The path is as it was written. */
export type CheckedRequest = { problem: ErrorCode } | { problem: undefined; path: string };

/**
 * What Node's parser lets through and a proxy must not: two readers of such a request could disagree about its host,
 * its length or its path. The connection is closed after a refusal.
 */
export function checkRequest(req: IncomingMessage): CheckedRequest {
  if (!methods.has(req.method ?? '')) return { problem: 'method_not_allowed' };
  if (req.httpVersionMajor !== 1) return { problem: 'invalid_request' };
  const target = parseTarget(req.url ?? '');
  if (target.kind === 'too-long') return { problem: 'uri_too_long' };
  if (target.kind === 'bad') return { problem: 'bad_target' };
  const problem = headerProblem(req);
  return problem === undefined ? { problem, path: target.path } : { problem };
}

function headerProblem(req: IncomingMessage): ErrorCode | undefined {
  const { rawHeaders } = req;
  if (rawHeaders.length > mostHeaders * 2) return 'headers_too_large';
  let hosts = 0;
  let codings = 0;
  for (let i = 0; i < rawHeaders.length; i += 2) {
    const name = rawHeaders[i] as string;
    if (name.length === 4) {
      if (name.toLowerCase() === 'host') hosts += 1;
    } else if (name.length === 17 && name.toLowerCase() === 'transfer-encoding') {
      codings += 1;
      if (codings > 1 || (rawHeaders[i + 1] as string).toLowerCase() !== 'chunked') return 'invalid_request';
    }
  }
  // HTTP/1.0 had no Host yet.
  if (hosts > 1 || (hosts === 0 && req.httpVersionMinor === 1)) return 'invalid_request';
  if (hosts === 1 && !isHost(req.headers.host ?? '')) return 'invalid_request';
  return undefined;
}
