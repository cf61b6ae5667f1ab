import http, { type Server } from 'node:http';
import { Registry } from 'prom-client';

/** How long a scrape may take, whatever has stopped: a worker of the gateway, or the database of the upstream. */
export const longestScrapeMs = 1900;

/**
 * Serves Prometheus' text at /metrics, on a server of its own, so that the figures never reach a public port. A text that
 * does not come in time is answered 503, which Prometheus counts as `up 0`.
 */
export function createMetricsServer({ text }: { readonly text: () => Promise<string> }): Server {
  return http.createServer((req, res) => {
    if (req.url !== '/metrics' || req.method !== 'GET') {
      res.writeHead(404, { 'Content-Length': 0 }).end();
      return;
    }
    const fail = (): void => {
      if (!res.headersSent) res.writeHead(503, { 'Content-Length': 0 }).end();
    };
    const late = setTimeout(fail, longestScrapeMs);
    text()
      .then((body) => {
        if (!res.headersSent) res.writeHead(200, { 'Content-Type': Registry.PROMETHEUS_CONTENT_TYPE }).end(body);
      }, fail)
      .finally(() => clearTimeout(late));
  });
}
