import { type IncomingMessage, type OutgoingHttpHeaders, type ServerResponse, validateHeaderValue } from 'node:http';
import { callRules } from '#server/request/call-kind.ts';
import type { ApiCall } from '#server/request/facts.ts';
import type { ReplyHeaders } from './reply-headers.ts';
import { addHeader, type HeaderObject } from './request-headers.ts';
import { UpstreamFault } from './upstream-fault.ts';

/** The headers of an answer as they may leave. Throws an UpstreamFault for a head that cannot be passed on. */
export function responseHead(
  call: ApiCall,
  { statusCode: status = 0, rawHeaders }: IncomingMessage,
  res: ServerResponse,
  replyHeaders: ReplyHeaders,
): HeaderObject {
  if (status < 200 || status > 599) throw new UpstreamFault('invalid');
  const isRewritten = callRules[call.kind].replyMayHoldPassword;
  const list = replyHeaders(call, status, rawHeaders);
  const headers: HeaderObject = {};
  for (let i = 0; i < list.length; i += 2) {
    const name = (list[i] as string).toLowerCase();
    const value = list[i + 1] as string;
    if (isRewritten && describesBody.has(name)) continue;
    try {
      // The library leaves out in silence what Node refuses to write.
      validateHeaderValue(name, value);
    } catch (error) {
      throw new UpstreamFault('invalid', { cause: error });
    }
    // The library replaces what the response has already.
    if (!Object.hasOwn(headers, name) && res.hasHeader(name)) addHeader(headers, name, String(res.getHeader(name)));
    addHeader(headers, name, value);
  }
  return headers;
}

/** Headers about a body as the upstream sent it: of an answer without its passwords they are no longer true. */
const describesBody = new Set([
  ...['content-length', 'content-encoding', 'etag', 'content-md5', 'digest', 'content-digest', 'accept-ranges'],
]);

/** The library would copy the client's own `Connection`, or keep the connection of a gateway that shuts down. */
export function connectionHeaders({ shouldKeepAlive }: ServerResponse, keepAliveMs: number): OutgoingHttpHeaders {
  if (!shouldKeepAlive) return { connection: 'close' };
  return { connection: 'keep-alive', 'keep-alive': `timeout=${Math.floor(keepAliveMs / 1000)}` };
}
