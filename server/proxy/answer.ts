import { type IncomingMessage, validateHeaderValue } from 'node:http';
import { callRules } from '#server/request/call-kind.ts';
import { errorBody, errorHeaders } from '#server/request/errors.ts';
import type { CallFacts, GatewayResponse } from '#server/request/facts.ts';
import { type ErrorCode, errorStatus } from '#shared/errors.ts';
import type { Call } from './exchange.ts';
import { withoutPasswords } from './password-filter.ts';
import { headerOf } from './reply-headers.ts';
import { addHeader, type HeaderObject } from './request-headers.ts';
import { UpstreamFault } from './upstream-fault.ts';

/** Whether the answer to a call is read whole, because its body may be replaced. */
export function isRead({ kind }: CallFacts): boolean {
  const { replyMayHoldPassword, withoutRoute } = callRules[kind];
  return replyMayHoldPassword || withoutRoute !== undefined;
}

/**
 * Puts the headers that may leave in the place of the upstream's; the library copies them to the response. Throws an
 * UpstreamFault for a head that cannot be passed on.
 */
export function cleanHead(call: Call, proxyRes: IncomingMessage, isPiped: boolean): void {
  const { facts, res } = call;
  const { statusCode: status = 0, rawHeaders } = proxyRes;
  if (status < 200 || status > 599) throw new UpstreamFault('invalid');
  const isReplaced = replacementFor(facts, status) !== undefined;
  const list = call.replyHeaders(facts, status, isReplaced ? [] : rawHeaders);
  for (const line of facts.ownCookies?.(status, rawHeaders) ?? []) list.push('Set-Cookie', line);
  const headers: HeaderObject = {};
  for (let i = 0; i < list.length; i += 2) {
    const name = (list[i] as string).toLowerCase();
    if (!isPiped && describesBody(name, facts)) continue;
    addChecked(headers, name, list[i + 1] as string, res);
  }
  if (isPiped) Object.assign(headers, connectionHeaders(res, call.keepAliveMs));
  proxyRes.headers = headers as IncomingMessage['headers'];
  // The library would pass on the upstream's words, which may be bytes that Node refuses to write.
  proxyRes.statusMessage = '';
  call.answered(status);
}

/** The library leaves out in silence what Node refuses to write, and replaces what the response has already. */
function addChecked(headers: HeaderObject, name: string, value: string, res: GatewayResponse): void {
  try {
    validateHeaderValue(name, value);
  } catch (error) {
    throw new UpstreamFault('invalid', { cause: error });
  }
  if (!Object.hasOwn(headers, name) && res.hasHeader(name)) addHeader(headers, name, String(res.getHeader(name)));
  addHeader(headers, name, value);
}

/** The library would copy the client's own `Connection`, or keep the connection of a gateway that shuts down. */
function connectionHeaders({ shouldKeepAlive }: GatewayResponse, keepAliveMs: number): HeaderObject {
  if (!shouldKeepAlive) return { connection: 'close' };
  return { connection: 'keep-alive', 'keep-alive': `timeout=${Math.floor(keepAliveMs / 1000)}` };
}

/**
 * Headers about the body as the upstream sent it: of an answer without its passwords they are no longer true. Without
 * `content-encoding` the interceptor leaves the body as it is, so that it is unpacked within a bound.
 */
function describesBody(name: string, { kind }: CallFacts): boolean {
  if (name === 'content-length' || name === 'content-encoding') return true;
  return callRules[kind].replyMayHoldPassword && bodyHeaders.has(name);
}

const bodyHeaders = new Set(['etag', 'content-md5', 'digest', 'content-digest', 'accept-ranges']);

/** The body of our own in place of the 404 of an upstream that does not have this call. */
function replacementFor({ kind }: CallFacts, status: number): string | undefined {
  return status === 404 ? callRules[kind].withoutRoute : undefined;
}

/** The body that leaves for one that was read whole. Must not throw: the interceptor could not answer then. */
export function rewrittenBody(call: Call, body: Buffer, proxyRes: IncomingMessage): Buffer | string {
  const { facts, res } = call;
  const { statusCode: status = 0, rawHeaders } = proxyRes;
  const replacement = replacementFor(facts, status);
  if (replacement !== undefined) {
    res.statusCode = 200;
    res.setHeader('Content-Type', 'application/json; charset=utf-8');
    return replacement;
  }
  const encoding = headerOf(rawHeaders, 'content-encoding');
  if (!callRules[facts.kind].replyMayHoldPassword) {
    if (encoding !== undefined) res.setHeader('Content-Encoding', encoding);
    return body;
  }
  try {
    const cleaned = withoutPasswords(body, encoding, status < 300);
    if (cleaned === undefined) throw new UpstreamFault('invalid');
    if (status === 401) facts.asksForCode = asksForCode(cleaned);
    return cleaned;
  } catch (error) {
    return unreadable(call, error, Object.keys(proxyRes.headers));
  }
}

/** An error in the place of an answer whose headers the library has copied already. */
function unreadable({ facts, res, faulted }: Call, cause: unknown, copied: readonly string[]): string {
  const fault = cause instanceof UpstreamFault ? cause : new UpstreamFault('invalid', { cause });
  faulted(fault);
  takeBack(res, copied);
  const body = errorBody(fault.code, facts.requestId);
  const headers = errorHeaders(fault.code, body, {});
  for (let i = 0; i < headers.length; i += 2) res.setHeader(headers[i] as string, headers[i + 1] as string);
  res.statusCode = errorStatus[fault.code];
  return body;
}

/** Removes what the library has copied to a response that will be another one. */
export function takeBack(res: GatewayResponse, copied: readonly string[]): void {
  for (const name of copied) res.removeHeader(name);
  res.sendDate = true;
}

function asksForCode(body: Buffer): boolean {
  try {
    return JSON.parse(body.toString('utf8'))?.code === ('second_factor_required' satisfies ErrorCode);
  } catch {
    return false;
  }
}
