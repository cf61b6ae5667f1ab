import { setTimeout as pause } from 'node:timers/promises';
import type { Logger } from 'pino';
import type { AskUpstream } from '#server/proxy/upstream.ts';
import { isRead } from '#server/request/call-kind.ts';
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
  readonly probe: Probe;
  readonly isDraining: () => boolean;
  readonly times: Tuning['health'];
}

/**
 * Answers /health (alive) and /health/ready. An orchestrator restarts a program that is not alive, and only stops sending
 * traffic to one that is not ready: a dead upstream must never make the gateway look dead.
 */
export function answerHealth(deps: HealthDeps): Middleware {
  const { version, isDraining, times } = deps;
  const startedAt = performance.now();
  const { ask, last } = deps.probe;

  return async (req, res, next) => {
    const { path } = res.locals;
    const isReadiness = path === '/health/ready';
    if (path !== '/health' && !isReadiness) return next();
    if (!isRead(req.method)) return res.set({ Allow: 'GET, HEAD', 'Cache-Control': 'no-store' }).status(405).end();
    // Liveness does not depend on the upstream: its state is only mentioned, and never waited for long.
    const seen = isReadiness ? await ask() : await Promise.race([ask(), pause(times.livenessWaitMs).then(last)]);
    const isUp = seen.status === 'up';
    const status = isDraining() ? 'draining' : isUp ? 'ok' : 'degraded';
    const uptime = Math.round((performance.now() - startedAt) / 1000);
    if (res.destroyed || res.headersSent) return;
    res
      .status(isReadiness && status !== 'ok' ? 503 : 200)
      .set('Cache-Control', 'no-store')
      .json({ status, version, uptime, upstream: seen });
  };
}

type Probe = ReturnType<typeof createProbe>;

/** Asks the upstream not more than once per `cacheMs`, however often health is asked for. */
export function createProbe(ask: AskUpstream, log: Logger, times: Tuning['health']) {
  let last: UpstreamHealth = { status: 'unknown' };
  let asked = { at: Number.NEGATIVE_INFINITY, answer: Promise.resolve(last) };

  async function askUpstream(): Promise<UpstreamHealth> {
    const startedAt = performance.now();
    const before = last.status;
    try {
      await proveReady(ask, AbortSignal.timeout(times.probeTimeoutMs));
      last = { status: 'up', latencyMs: Math.round((performance.now() - startedAt) * 10) / 10 };
      if (before === 'down') log.info('the upstream is ready');
    } catch (error) {
      last = { status: 'down' };
      if (before === 'up') log.warn({ reason: reasonOf(error) }, 'the upstream is not ready');
      else if (before === 'unknown') log.info({ reason: reasonOf(error) }, 'the upstream is not ready yet');
    }
    return last;
  }

  return {
    last: () => last,
    ask(): Promise<UpstreamHealth> {
      const now = performance.now();
      if (now - asked.at >= times.cacheMs) asked = { at: now, answer: askUpstream() };
      return asked.answer;
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
 * Resolves when the upstream is ready, and rejects with the reason when it is not. Ready is an upstream whose /health
 * answers 200 with `{"status":"ok"}`. An upstream without that route (404) is ready when it refuses a profile without a
 * session, with 400 or 401: a server that happens to listen at a wrong address redirects, answers 404, or shows a page.
 */
async function proveReady(ask: AskUpstream, signal: AbortSignal): Promise<void> {
  const health = await ask('health', { signal });
  if (health.status === 200 && (health.body as { status?: unknown } | null | undefined)?.status === 'ok') return;
  if (health.status !== 404)
    throw new Error(health.status === 200 ? '/health is not an upstream’s' : `/health answered ${health.status}`);
  const { status } = await ask(apiPaths.profileView, { signal });
  if (status !== 400 && status !== 401)
    throw new Error(`/health answered 404, and ${apiPaths.profileView} ${status} instead of 400 or 401`);
}
