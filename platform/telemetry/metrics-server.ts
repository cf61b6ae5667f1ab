import http, { type Server } from 'node:http';
import { Registry } from 'prom-client';

/** Serves Prometheus' text at /metrics, on a server of its own: what it tells never reaches a public port. */
export function createMetricsServer({ text }: { readonly text: () => Promise<string> }): Server {
  return http.createServer((req, res) => {
    if (req.url !== '/metrics' || req.method !== 'GET') {
      res.writeHead(404, { 'Content-Length': 0 }).end();
      return;
    }
    text().then(
      (body) => res.writeHead(200, { 'Content-Type': Registry.PROMETHEUS_CONTENT_TYPE }).end(body),
      () => res.writeHead(503, { 'Content-Length': 0 }).end(),
    );
  });
}
