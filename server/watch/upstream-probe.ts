import http, { type IncomingMessage } from 'node:http';
import https from 'node:https';
import { apiPaths } from '#shared/paths.ts';

/** Far more than a health answer needs; a foreign page is not read to its end. */
const mostBytes = 16 * 1024;

/**
 * Asks the upstream, over a connection of its own, whether it is there: the returned function resolves when it is, and
 * rejects with the reason when it is not. Ready is an upstream whose /health answers 200 with `{"status":"ok"}`. An
 * upstream without that route (404) is ready when it refuses a profile without a session, with 400 or 401: a server that
 * happens to listen at a wrong address redirects, answers 404, or shows a page.
 */
export function createUpstreamProbe(base: URL): (signal: AbortSignal) => Promise<void> {
  const ask = createAsk(base);
  return async (signal) => {
    const health = await ask('health', signal);
    if (health.status === 200 && isOk(health.body)) return;
    if (health.status !== 404)
      throw new Error(health.status === 200 ? '/health is not an upstream’s' : `/health answered ${health.status}`);
    const { status } = await ask(apiPaths.profileView, signal);
    if (status !== 400 && status !== 401)
      throw new Error(`/health answered 404, and ${apiPaths.profileView} ${status} instead of 400 or 401`);
  };
}

function isOk(body: string): boolean {
  try {
    return (JSON.parse(body) as { status?: unknown } | null)?.status === 'ok';
  } catch {
    return false;
  }
}

interface Answer {
  readonly status: number;
  readonly body: string;
}

function createAsk(base: URL): (path: string, signal: AbortSignal) => Promise<Answer> {
  const client = base.protocol === 'https:' ? https : http;
  const prefix = base.pathname.replace(/\/$/, '');
  return async (path, signal) => {
    const url = new URL(`${prefix}/${path}`, base);
    const response = await new Promise<IncomingMessage>((resolve, reject) => {
      client.get(url, { signal, agent: false, headers: { accept: 'application/json' } }, resolve).once('error', reject);
    });
    let body = '';
    for await (const part of response.setEncoding('utf8')) {
      body += part;
      if (body.length > mostBytes) break;
    }
    return { status: response.statusCode ?? 0, body };
  };
}
