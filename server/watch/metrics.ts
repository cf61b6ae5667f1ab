import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import { allowedMethods } from '#server/request/errors.ts';
import type { ReportKind } from './browser-reports.ts';
import type { RecordRequest } from './request-record.ts';

/** The gateway's gauges. */
export interface GatewayState {
  readonly liveSockets: number;
  readonly running: number;
  readonly isDraining: boolean;
}

export type Metrics = ReturnType<typeof createMetrics>;

const secondsBuckets = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30];
const methods = new Set(allowedMethods);

/** Counts for Prometheus. Every label has a fixed, small set of values: routes are patterns, never paths. */
export function createMetrics() {
  const registry = new Registry();
  const registers = [registry];
  collectDefaultMetrics({ register: registry });
  const requests = new Counter({
    name: 'gateway_requests_total',
    help: 'Requests that are over, by route pattern, method and status',
    labelNames: ['route', 'method', 'status'],
    registers,
  });
  const seconds = new Histogram({
    name: 'gateway_request_seconds',
    help: 'From the request’s head to the end of its answer',
    labelNames: ['route'],
    buckets: secondsBuckets,
    registers,
  });
  const upstreamSeconds = new Histogram({
    name: 'gateway_upstream_seconds',
    help: 'Until the upstream’s answer began',
    labelNames: ['route'],
    buckets: secondsBuckets,
    registers,
  });
  const reports = new Counter({
    name: 'gateway_browser_reports_total',
    help: 'Errors of the client (error) and refusals of its policy (csp) that browsers reported',
    labelNames: ['kind'],
    registers,
  });
  const aborted = new Counter({ name: 'gateway_aborted_total', help: 'Answers cut short', registers });
  const refusals = new Counter({
    name: 'gateway_refused_total',
    help: 'Calls that a budget refused',
    labelNames: ['budget'],
    registers,
  });

  return {
    countReport: (kind: ReportKind) => reports.inc({ kind }),
    record: (({ route, method, status, ms, upstreamMs, aborted: isAborted }) => {
      requests.inc({ route, method: methods.has(method) ? method : 'OTHER', status: String(status) });
      seconds.observe({ route }, ms / 1000);
      if (upstreamMs !== undefined) upstreamSeconds.observe({ route }, upstreamMs / 1000);
      if (isAborted) aborted.inc();
    }) as RecordRequest,
    /** A budget has refused a call. */
    refused: (budget: string) => refusals.inc({ budget }),
    /** Connects the gauges to a gateway; called once. */
    watch(state: () => GatewayState): void {
      const gauge = (name: string, help: string, read: (now: GatewayState) => number) =>
        new Gauge({
          name,
          help,
          registers,
          collect() {
            this.set(read(state()));
          },
        });
      gauge('gateway_open_sockets', 'Upgraded connections (WebSocket)', ({ liveSockets }) => liveSockets);
      gauge('gateway_running_requests', 'Requests without a complete answer yet', ({ running }) => running);
      gauge('gateway_draining', '1 while shutting down', ({ isDraining }) => Number(isDraining));
    },
    /** Prometheus' text format. */
    text: () => registry.metrics(),
  };
}
