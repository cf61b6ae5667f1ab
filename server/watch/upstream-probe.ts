import http from 'node:http';
import https from 'node:https';

/**
 * Asks an upstream whether it is there, over a connection of its own. Any answer counts: an upstream that we did not
 * write has no /health and answers 404, and that is as alive as any.
 */
export function createUpstreamProbe(base: URL): (signal: AbortSignal) => Promise<void> {
  const client = base.protocol === 'https:' ? https : http;
  const url = new URL(`${base.pathname.replace(/\/$/, '')}/health`, base);
  return (signal) =>
    new Promise((resolve, reject) => {
      const request = client.get(url, { signal, agent: false, headers: { accept: 'application/json' } }, (response) => {
        response.resume();
        response.once('end', resolve);
        response.once('error', reject);
        if ((response.statusCode ?? 500) >= 502) reject(new Error(`answered ${response.statusCode}`));
      });
      request.once('error', reject);
    });
}
