import type { Plugin } from 'vite';

/**
 * Socket.IO's client contains three transports and ours uses WebSocket and polling. WebTransport needs an HTTP/3
 * server, which the gateway is not, so its code is left out of the bundle.
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
