import { createHash } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import type { Limits } from '#server/limits/limits.ts';
import type { AskUpstream } from '#server/request/ask-upstream.ts';
import { GatewayError } from '#server/request/errors.ts';
import type { Middleware, RequestFacts } from '#server/request/facts.ts';
import { permissionsPolicy } from '#server/security/permissions-policy.ts';
import { makePage, type Page, sendPage } from '#server/site/pages.ts';
import type { ShareSource } from '#server/site/share-source.ts';
import type { Shared } from '#shared/shared-page.ts';
import { sharedOf } from './shared-of.ts';
import { tryAgainSoon } from './try-again-soon.ts';

export interface ShareDeps {
  readonly source: ShareSource;
  readonly ask: AskUpstream;
  readonly limits: Pick<Limits, 'read'>;
  /** PUBLIC_URL. */
  readonly origin: string | undefined;
}

const sharePattern = /^\/share\/(project|profile)\/([^/]{1,100})$/;
/** How many bytes of rendered pages are kept. */
const bytesKept = 10 * 1024 * 1024;

/**
 * `/share/project/:id` and `/share/profile/:id`. The upstream is asked each time, so that what is switched off is gone at
 * once; what was rendered of the same facts is kept. Whatever is not public is the 404 of any unknown path.
 */
export function createSharePages({ source, ask, limits, origin = '' }: ShareDeps): Middleware {
  // Requests that come while a page is being made wait for the same promise; a failure is not kept.
  const pages = new LRUCache<string, Page, { shared: Shared }>({
    maxSize: bytesKept,
    sizeCalculation: (page) => [...page.values()].reduce((sum, { body }) => sum + body.length, 0),
    fetchMethod: async (_facts, _stale, { context: { shared } }) => {
      const { drawSharePage } = await source.drawings();
      return makePage(drawSharePage(shared, { origin, styles: source.styles }), 5);
    },
  });

  async function read(kind: Shared['kind'], id: string, facts: RequestFacts): Promise<Shared> {
    const path = `public/${kind}/${id}`;
    const refusal = limits.read({ path, address: facts.client.ip, session: undefined });
    if (refusal !== undefined) throw new GatewayError('rate_limited', refusal);
    const { status, body } = await ask(path, { asker: facts });
    if (status >= 500 || status === 429) throw tryAgainSoon();
    const shared = status === 200 ? sharedOf(kind, body) : undefined;
    if (shared === undefined) throw new GatewayError('not_found');
    return shared;
  }

  return async (req, res, next) => {
    const [, kind, id] = sharePattern.exec(res.locals.path) ?? [];
    if ((kind !== 'project' && kind !== 'profile') || id === undefined) return next();
    if (req.method !== 'GET' && req.method !== 'HEAD') return next();
    const shared = await read(kind, id, res.locals);
    const facts = createHash('sha256').update(JSON.stringify(shared)).digest('base64url');
    const page = await pages.forceFetch(facts, { context: { shared } });
    return sendPage(page, req, res, 200, pageHeaders);
  };
}

const pageHeaders = [
  ...['Permissions-Policy', permissionsPolicy],
  ...['Cache-Control', 'public, max-age=60', 'Vary', 'Accept-Encoding'],
];
