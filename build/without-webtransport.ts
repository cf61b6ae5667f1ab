import type { Plugin } from 'vite';

/**
 * Socket.IO's client brings three transports, and ours asks for WebSocket and polling only. The third needs an HTTP/3
 * server, which the gateway is not; left out, it is nothing that a phone has to load.
 */
export function withoutWebTransport(): Plugin {
  return {
    name: 'without-webtransport',
    apply: 'build',
    enforce: 'pre',
    load: (id) =>
      id.endsWith('/engine.io-client/build/esm/transports/webtransport.js') ? 'export class WT {}' : undefined,
  };
}
