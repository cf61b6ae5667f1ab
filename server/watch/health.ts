import type { IncomingMessage, ServerResponse } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';

const livenessWaitMs = 100;

interface UpstreamHealth {
  /** Unknown while it has not answered for the first time. */
  readonly status: 'up' | 'down' | 'unknown';
  /** How long it took to answer, when it did. */
  readonly latencyMs?: number;
}

export interface HealthDeps {
  readonly version: string;
  /** Asks the upstream; it may take its time, the result is bounded and shared here. */
  readonly probe: (signal: AbortSignal) => Promise<void>;
  readonly isDraining: () => boolean;
  readonly probeTimeoutMs?: number;
  /** How long one answer of the upstream serves every question. */
  readonly cacheMs?: number;
  readonly now?: () => number;
}

export interface Health {
  /** Answers /health and /health/ready; false for any other path, and nothing was sent. */
  readonly serve: (req: IncomingMessage, res: ServerResponse, path: string) => boolean;
}

/**
 * Alive and ready are two questions: an orchestrator restarts what is not alive and only stops sending traffic to
 * what is not ready, so that a dead upstream must never make the gateway look dead.
 */
export function createHealth(deps: HealthDeps): Health {
  const { version, isDraining, now = () => performance.now() } = deps;
  const startedAt = now();
  const { ask, last } = createProbe(deps, now);

  const report = async (res: ServerResponse, isHead: boolean, isReadiness: boolean): Promise<void> => {
    // Whether we are alive is no question for the upstream: it is only mentioned, and never waited for long.
    const seen = isReadiness ? await ask() : await Promise.race([ask(), pause(livenessWaitMs).then(last)]);
    const draining = isDraining();
    const ready = seen.status === 'up' && !draining;
    const status = draining ? 'draining' : seen.status === 'up' ? 'ok' : 'degraded';
    const uptime = Math.round((now() - startedAt) / 1000);
    const body = JSON.stringify({ status, version, uptime, upstream: seen });
    if (res.destroyed || res.headersSent) return;
    res.writeHead(isReadiness && !ready ? 503 : 200, {
      'Content-Type': 'application/json; charset=utf-8',
      'Content-Length': Buffer.byteLength(body),
      'Cache-Control': 'no-store',
      'X-Content-Type-Options': 'nosniff',
    });
    res.end(isHead ? undefined : body);
  };

  return {
    serve: (req, res, path) => {
      if (path !== '/health' && path !== '/health/ready') return false;
      if (req.method !== 'GET' && req.method !== 'HEAD') {
        res.writeHead(405, { Allow: 'GET, HEAD', 'Cache-Control': 'no-store', 'Content-Length': 0 }).end();
        return true;
      }
      void report(res, req.method === 'HEAD', path === '/health/ready');
      return true;
    },
  };
}

interface Probe {
  readonly ask: () => Promise<UpstreamHealth>;
  readonly last: () => UpstreamHealth;
}

/** However often health is asked for, the upstream is asked once at a time and not more than once per `cacheMs`. */
function createProbe(deps: HealthDeps, now: () => number): Probe {
  const { probe, probeTimeoutMs = 1000, cacheMs = 1000 } = deps;
  let last: { at: number; result: UpstreamHealth } | undefined;
  let running: Promise<UpstreamHealth> | undefined;

  const askUpstream = async (): Promise<UpstreamHealth> => {
    const startedAt = now();
    let result: UpstreamHealth;
    try {
      await probe(AbortSignal.timeout(probeTimeoutMs));
      result = { status: 'up', latencyMs: Math.round((now() - startedAt) * 10) / 10 };
    } catch {
      result = { status: 'down' };
    }
    last = { at: now(), result };
    running = undefined;
    return result;
  };

  return {
    last: () => last?.result ?? { status: 'unknown' },
    ask() {
      if (last !== undefined && now() - last.at < cacheMs) return Promise.resolve(last.result);
      running ??= askUpstream();
      return running;
    },
  };
}
