import type { ServerResponse } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import type { Logger } from 'pino';
import type { AskUpstream } from '#server/proxy/upstream.ts';
import type { Middleware } from '#server/request/facts.ts';
import type { Tuning } from '#server/tuning.ts';
import { apiPaths } from '#shared/paths.ts';

interface UpstreamHealth {
  /** `unknown` until the upstream's first answer. */
  readonly status: 'up' | 'down' | 'unknown';
  /** How long the upstream's answer took. */
  readonly latencyMs?: number;
}

export interface HealthDeps {
  readonly version: string;
  readonly ask: AskUpstream;
  readonly isDraining: () => boolean;
  readonly log: Logger;
  readonly times: Tuning['health'];
}

/**
 * Answers /health (alive) and /health/ready. An orchestrator restarts a program that is not alive, and only stops sending
 * traffic to one that is not ready: a dead upstream must never make the gateway look dead.
 */
export function answerHealth(deps: HealthDeps): Middleware {
  const { version, isDraining, times } = deps;
  const startedAt = performance.now();
  const { ask, last } = createProbe(deps);

  const report = async (res: ServerResponse, isHead: boolean, isReadiness: boolean): Promise<void> => {
    // Liveness does not depend on the upstream: its state is only mentioned, and never waited for long.
    const seen = isReadiness ? await ask() : await Promise.race([ask(), pause(times.livenessWaitMs).then(last)]);
    const draining = isDraining();
    const ready = seen.status === 'up' && !draining;
    const status = draining ? 'draining' : seen.status === 'up' ? 'ok' : 'degraded';
    const uptime = Math.round((performance.now() - startedAt) / 1000);
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
function createProbe({ ask, log, times }: HealthDeps): Probe {
  const probe = createUpstreamProbe(ask);
  let last: { at: number; result: UpstreamHealth } | undefined;
  let running: Promise<UpstreamHealth> | undefined;

  const askUpstream = async (): Promise<UpstreamHealth> => {
    const startedAt = performance.now();
    let result: UpstreamHealth;
    try {
      await probe(AbortSignal.timeout(times.probeTimeoutMs));
      result = { status: 'up', latencyMs: Math.round((performance.now() - startedAt) * 10) / 10 };
      if (last?.result.status === 'down') log.info('the upstream is ready');
    } catch (error) {
      result = { status: 'down' };
      if (last?.result.status === 'up') log.warn({ reason: reasonOf(error) }, 'the upstream is not ready');
      else if (last === undefined) log.info({ reason: reasonOf(error) }, 'the upstream is not ready yet');
    }
    last = { at: performance.now(), result };
    running = undefined;
    return result;
  };

  return {
    last: () => last?.result ?? { status: 'unknown' },
    ask() {
      if (last !== undefined && performance.now() - last.at < times.cacheMs) return Promise.resolve(last.result);
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

/**
 * Asks the upstream whether it is there: the returned function resolves when it is, and
 * rejects with the reason when it is not. Ready is an upstream whose /health answers 200 with `{"status":"ok"}`. An
 * upstream without that route (404) is ready when it refuses a profile without a session, with 400 or 401: a server that
 * happens to listen at a wrong address redirects, answers 404, or shows a page.
 */
export function createUpstreamProbe(ask: AskUpstream): (signal: AbortSignal) => Promise<void> {
  return async (signal) => {
    const health = await ask('health', { signal });
    if (health.status === 200 && isOk(health.body)) return;
    if (health.status !== 404)
      throw new Error(health.status === 200 ? '/health is not an upstream’s' : `/health answered ${health.status}`);
    const { status } = await ask(apiPaths.profileView, { signal });
    if (status !== 400 && status !== 401)
      throw new Error(`/health answered 404, and ${apiPaths.profileView} ${status} instead of 400 or 401`);
  };
}

function isOk(body: unknown): boolean {
  return (body as { status?: unknown } | null | undefined)?.status === 'ok';
}
