import type { AskUpstream } from '#server/proxy/upstream.ts';
import { apiPaths } from '#shared/paths.ts';

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
