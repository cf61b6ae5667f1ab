import type { ServerResponse } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import type { Middleware } from '#server/request/facts.ts';

/** In milliseconds; tests choose others. */
export interface HealthTimes {
  /** How long /health waits for the upstream, which it only mentions. */
  readonly livenessWaitMs: number;
  /** How long the upstream may take to answer. */
  readonly probeTimeoutMs: number;
  /** How long one answer of the upstream is used again. */
  readonly cacheMs: number;
  /** How long after the gateway's start the upstream may still be starting. */
  readonly upstreamStartMs: number;
}

const defaultTimes: HealthTimes = {
  livenessWaitMs: 100,
  probeTimeoutMs: 1000,
  cacheMs: 1000,
  upstreamStartMs: 30_000,
};

/** `starting`: it has not been ready yet, which is no fault while the gateway itself has just been started. */
export type Readiness = 'ready' | 'starting' | 'not-ready';

interface UpstreamHealth {
  /** `unknown` until the upstream's first answer. */
  readonly status: 'up' | 'down' | 'unknown';
  /** How long the upstream's answer took. */
  readonly latencyMs?: number;
}

export interface HealthDeps {
  readonly version: string;
  /** Asks the upstream. The time it may take is bounded here, and its result is shared. */
  readonly probe: (signal: AbortSignal) => Promise<void>;
  readonly isDraining: () => boolean;
  /** Told when the upstream stops being ready, or is not yet, with the reason, and when it is ready afterwards. */
  readonly onChange?: (readiness: Readiness, reason: string | undefined) => void;
  readonly times?: Partial<HealthTimes> | undefined;
  readonly now?: () => number;
}

/**
 * Answers /health (alive) and /health/ready. An orchestrator restarts a program that is not alive, and only stops sending
 * traffic to one that is not ready: a dead upstream must never make the gateway look dead.
 */
export function answerHealth(deps: HealthDeps): Middleware {
  const { version, isDraining, now = () => performance.now() } = deps;
  const startedAt = now();
  const times = { ...defaultTimes, ...deps.times };
  const { ask, last } = createProbe(deps, times, now);

  const report = async (res: ServerResponse, isHead: boolean, isReadiness: boolean): Promise<void> => {
    // Liveness does not depend on the upstream: its state is only mentioned, and never waited for long.
    const seen = isReadiness ? await ask() : await Promise.race([ask(), pause(times.livenessWaitMs).then(last)]);
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
    });
    res.end(isHead ? undefined : body);
  };

  return async (req, res, next) => {
    const { path } = res.locals;
    if (path !== '/health' && path !== '/health/ready') return next();
    if (req.method === 'GET' || req.method === 'HEAD')
      return report(res, req.method === 'HEAD', path === '/health/ready');
    res.writeHead(405, { Allow: 'GET, HEAD', 'Cache-Control': 'no-store', 'Content-Length': 0 }).end();
  };
}

interface Probe {
  readonly ask: () => Promise<UpstreamHealth>;
  readonly last: () => UpstreamHealth;
}

/** Asks the upstream once at a time and not more than once per `cacheMs`, however often health is asked for. */
function createProbe(deps: HealthDeps, times: HealthTimes, now: () => number): Probe {
  const { probe, onChange } = deps;
  const { probeTimeoutMs, cacheMs } = times;
  const mayStartUntil = now() + times.upstreamStartMs;
  let hasBeenReady = false;
  let told: Readiness = 'ready';
  let last: { at: number; result: UpstreamHealth } | undefined;
  let running: Promise<UpstreamHealth> | undefined;

  const askUpstream = async (): Promise<UpstreamHealth> => {
    const startedAt = now();
    let result: UpstreamHealth;
    let reason: string | undefined;
    try {
      await probe(AbortSignal.timeout(probeTimeoutMs));
      result = { status: 'up', latencyMs: Math.round((now() - startedAt) * 10) / 10 };
    } catch (error) {
      result = { status: 'down' };
      reason = reasonOf(error);
    }
    hasBeenReady ||= result.status === 'up';
    const isStarting = !hasBeenReady && now() < mayStartUntil;
    const readiness = result.status === 'up' ? 'ready' : isStarting ? 'starting' : 'not-ready';
    if (readiness !== told) onChange?.(readiness, reason);
    told = readiness;
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

/** The cause of a fault, where it has one: the fault's own sentence is written for users, and this one for the log. */
function reasonOf(error: unknown): string {
  const { cause } = error instanceof Error ? error : {};
  const reason = cause instanceof Error ? cause : error;
  return reason instanceof Error ? reason.message : String(reason);
}
