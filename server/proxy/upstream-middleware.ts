import type { IncomingMessage } from 'node:http';
import { createProxyMiddleware, type Options, type Plugin } from 'http-proxy-middleware';
import type { GatewayResponse } from '#server/request/facts.ts';
import type { UpstreamOrigin } from './upstream-origin.ts';

export type ProxyPlugin = Plugin<IncomingMessage, GatewayResponse>;

type ProxyOptions = Options<IncomingMessage, GatewayResponse>;

/**
 * http-proxy-middleware for our upstream. There are three instances: calls whose answer is piped, calls whose answer is
 * read whole, and upgrades (decision 021). Its default plugins answer errors with text of their own, so ours replace them.
 */
export function createUpstreamMiddleware(
  { protocol, hostname, port, prefix }: UpstreamOrigin,
  options: Required<Pick<ProxyOptions, 'agent' | 'plugins'>> & Pick<ProxyOptions, 'selfHandleResponse' | 'pathRewrite'>,
) {
  return createProxyMiddleware<IncomingMessage, GatewayResponse>({
    target: { protocol, host: hostname, port, pathname: prefix },
    ejectPlugins: true,
    ...options,
  });
}
