import { LRUCache } from 'lru-cache';
import type { AskUpstream } from '#server/proxy/upstream.ts';
import { UpstreamFault } from '#server/proxy/upstream-fault.ts';
import { isRead } from '#server/request/call-kind.ts';
import { unavailable } from '#server/request/errors.ts';
import type { Middleware, RequestFacts } from '#server/request/facts.ts';
import { day } from '#shared/durations.ts';
import { apiPaths } from '#shared/paths.ts';
import { clientRoutes, listedRoutes, to } from '#shared/routes.ts';
import { publicKinds, sharePath } from '#shared/share-page.ts';
import type { PublicPagesDeps } from './share-pages.ts';

/** Readers must not keep what `security.txt` says for longer (RFC 9116 wants less than a year). */
const securityTxtDays = 90;

/**
 * `/.well-known/change-password` leads password managers to the settings. `/.well-known/security.txt` says where to write
 * about a vulnerability: to `contact` (CONTACT). Without it there is no such file: the product does not
 * know who runs it.
 */
export function answerWellKnown(contact: string | undefined): Middleware {
  return (req, res, next) => {
    if (!isRead(req.method)) return next();
    if (req.path === '/change-password') {
      return res.set('Cache-Control', 'no-store').redirect(302, to.setting());
    }
    if (req.path !== '/security.txt' || contact === undefined) return next();
    const expires = new Date(Math.floor(Date.now() / day) * day + securityTxtDays * day).toISOString();
    return res
      .set('Cache-Control', 'public, max-age=86400')
      .type('text/plain')
      .send(`Contact: ${contact}\nExpires: ${expires}\nPreferred-Languages: en\n`);
  };
}

/** `/robots.txt`: crawlers may read everything but the API, and of the API the pictures. `origin` is PUBLIC_URL. */
export function answerRobots(origin: string | undefined): Middleware {
  const lines = ['User-agent: *', 'Allow: /api/media/', 'Disallow: /api/'];
  if (origin !== undefined) lines.push('', `Sitemap: ${origin}${sitemapPath}`);
  const text = `${lines.join('\n')}\n`;
  return (req, res, next) => {
    if (!isRead(req.method) || res.locals.path !== '/robots.txt') return next();
    return res.set('Cache-Control', 'public, max-age=86400').type('text/plain').send(text);
  };
}

/** The pages that everybody can read, as search engines may list them. */
const openPaths = listedRoutes.map((name) => clientRoutes[name].path);
/** How many calls one sitemap may take for each kind: 10,000 addresses each, of the 50,000 that a sitemap may have. */
const mostCalls = 10;
const keptMs = 600_000;

const sitemapPath = '/sitemap.xml';

/**
 * `/sitemap.xml`, where PUBLIC_URL is set: a sitemap consists of whole addresses, and a sender can write any host into a
 * request. It lists the open pages and the newest public ones.
 */
export function answerSitemap({ origin, ask, limits }: PublicPagesDeps): Middleware {
  const kept = new LRUCache<'', string[], RequestFacts>({
    max: 1,
    ttl: keptMs,
    async fetchMethod(_key, _stale, { context }) {
      limits.read({ path: apiPaths.publicPages, client: context.client });
      return (await Promise.all(publicKinds.map((kind) => pathsOf(kind, ask, context)))).flat();
    },
  });

  return async (req, res, next) => {
    if (!isRead(req.method) || res.locals.path !== sitemapPath || origin === undefined) return next();
    const paths = [...openPaths, ...(await kept.forceFetch('', { context: res.locals }).catch(notComplete))];
    return res
      .set('Cache-Control', `public, max-age=${keptMs / 1000}`)
      .type('application/xml')
      .send(sitemapOf(paths.map((each) => origin + each)));
  };
}

/** A sitemap without the public pages would tell search engines that they are gone. */
function notComplete(error: unknown): never {
  throw error instanceof UpstreamFault ? unavailable(60) : error;
}

/** None where the upstream has no public pages. */
async function pathsOf(kind: (typeof publicKinds)[number], ask: AskUpstream, facts: RequestFacts): Promise<string[]> {
  const paths: string[] = [];
  let cursor = '';
  for (let calls = 0; calls < mostCalls; calls += 1) {
    const { status, body } = await ask(`${apiPaths.publicPages}?kind=${kind}${cursor && `&cursor=${cursor}`}`, {
      asker: facts,
    });
    if (status >= 500 || status === 429) throw unavailable(60);
    if (status !== 200 || typeof body !== 'object' || body === null || !('items' in body)) break;
    const ids = Array.isArray(body.items) ? body.items.flatMap((item: { _id?: unknown } | null) => item?._id) : [];
    paths.push(...ids.filter((id) => typeof id === 'string').map((id) => sharePath[kind](id)));
    const next = 'nextCursor' in body ? body.nextCursor : null;
    if (typeof next !== 'string' || !/^[\w-]{1,200}$/.test(next)) break;
    cursor = next;
  }
  return paths;
}

function sitemapOf(addresses: readonly string[]): string {
  const rows = addresses.map((address) => `<url><loc>${escapeXml(address)}</loc></url>\n`);
  return `<?xml version="1.0" encoding="UTF-8"?>
<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">
${rows.join('')}</urlset>
`;
}

/** encodeURIComponent leaves an apostrophe, which is the only one of the five that an address here can have. */
function escapeXml(text: string): string {
  return text.replace(/&/g, '&amp;').replace(/'/g, '&apos;');
}
