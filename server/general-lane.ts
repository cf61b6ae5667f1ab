import http, { type IncomingMessage, type ServerResponse } from 'node:http';
import https from 'node:https';
import { createProxyMiddleware, type Plugin } from 'http-proxy-middleware';
import type { Call } from './call.ts';
import { UpstreamFault } from './upstream-fault.ts';
import {
  headerObject,
  isChunked,
  type UpstreamHeaderRules,
  type UpstreamOrigin,
  upstreamHeaders,
} from './upstream-origin.ts';
import { type ReplyRules, UpstreamReply } from './upstream-reply.ts';

export interface LaneOptions {
  origin: UpstreamOrigin;
  headerRules: UpstreamHeaderRules;
  replyRules: ReplyRules;
  timeoutMs: number;
  /** Called once when a call could not be answered by the upstream. */
  onFault(call: Call, fault: UpstreamFault): void;
}

export interface Lane {
  forward(call: Call): void;
  close(): void;
}

/**
 * The path for every kind of call: http-proxy-middleware with its own connections, without its default plugins, and
 * with the answer written by us, so that headers, faults and back-pressure are the same in every lane.
 */
export function createGeneralLane(options: LaneOptions): Lane {
  const { origin, headerRules, replyRules, timeoutMs, onFault } = options;
  const calls = new WeakMap<IncomingMessage, Call>();
  const agent = new (origin.protocol === 'https:' ? https : http).Agent({
    keepAlive: true,
    // Long polls hold a connection each; a limit here would make every other call wait behind them.
    maxSockets: Number.POSITIVE_INFINITY,
    maxFreeSockets: 256,
  });

  const events: Plugin<IncomingMessage, ServerResponse> = (proxy) => {
    proxy.on('proxyReq', (proxyReq) => {
      proxyReq.setTimeout(timeoutMs, () => proxyReq.destroy(new UpstreamFault('timeout')));
    });
    proxy.on('proxyRes', (proxyRes, req) => {
      const call = calls.get(req);
      if (call === undefined) return;
      const reply = new UpstreamReply(call, replyRules);
      if (!reply.head(proxyRes.statusCode ?? 0, proxyRes.rawHeaders)) {
        proxyRes.destroy();
        return;
      }
      proxyRes.on('data', (chunk: Buffer) => {
        if (!reply.write(chunk, () => proxyRes.resume())) proxyRes.pause();
      });
      proxyRes.on('end', () => reply.end());
    });
    proxy.on('error', (error, req) => {
      const call = req === undefined ? undefined : calls.get(req);
      if (call !== undefined) onFault(call, UpstreamFault.from(error));
    });
    // The client went away; the upstream request is cancelled by the library, and there is nobody to answer.
    proxy.on('econnreset', () => {});
  };

  const middleware = createProxyMiddleware<IncomingMessage, ServerResponse>({
    target: { protocol: origin.protocol, host: origin.hostname, port: origin.port },
    agent,
    ejectPlugins: true,
    plugins: [events],
    selfHandleResponse: true,
  });

  return {
    forward(call) {
      const { req, res } = call;
      calls.set(req, call);
      const headers = headerObject(upstreamHeaders(call, headerRules));
      if (isChunked(req)) headers['transfer-encoding'] = 'chunked';
      req.headers = headers as http.IncomingHttpHeaders;
      req.url = call.upstreamPath;
      void middleware(req, res, (error) => onFault(call, UpstreamFault.from(error)));
    },
    close() {
      agent.destroy();
    },
  };
}
