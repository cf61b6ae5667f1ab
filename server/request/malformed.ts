import type { IncomingMessage } from 'node:http';
import { isHost } from './client-address.ts';
import { allowedMethods, GatewayError, type GatewayErrorCode } from './errors.ts';
import type { Middleware } from './facts.ts';
import { parseTarget } from './target.ts';

const methods = new Set(allowedMethods);
const mostHeaders = 100;
/** The same test as Node's for what it hands over as an expectation that it does not know. */
const continueExpectation = /(?:^|\W)100-continue(?:$|\W)/i;

/** Refuses what Node's parser accepts and a proxy must not forward, and closes the connection. */
export const refuseMalformed: Middleware = (req, _res, next) => {
  const problem = problemOf(req);
  if (problem === undefined) next();
  else next(new GatewayError(problem, { close: true }));
};

/**
 * What is wrong with a request, if anything: two readers of such a request could disagree about its host, its length or
 * its path.
 */
export function problemOf(req: IncomingMessage): GatewayErrorCode | undefined {
  if (!methods.has(req.method ?? '')) return 'method_not_allowed';
  if (req.httpVersionMajor !== 1) return 'invalid_request';
  const target = parseTarget(req.url ?? '');
  if (target === 'too-long') return 'uri_too_long';
  if (target === 'bad') return 'bad_target';
  const { expect } = req.headers;
  if (expect !== undefined && !continueExpectation.test(expect)) return 'expectation_failed';
  return headerProblem(req);
}

function headerProblem({ rawHeaders, headers, httpVersionMinor }: IncomingMessage): GatewayErrorCode | undefined {
  if (rawHeaders.length > mostHeaders * 2) return 'headers_too_large';
  // Node joins repeated headers, so that two codings are refused too. Of several hosts it keeps the first.
  const { 'transfer-encoding': coding, host } = headers;
  if (coding !== undefined && coding.toLowerCase() !== 'chunked') return 'invalid_request';
  const hosts = rawHeaders.filter(
    (name, i) => i % 2 === 0 && name.length === 4 && name.toLowerCase() === 'host',
  ).length;
  // HTTP/1.0 has no Host.
  if (hosts > 1 || (hosts === 0 && httpVersionMinor === 1)) return 'invalid_request';
  return host === undefined || isHost(host) ? undefined : 'invalid_request';
}
