import type { Middleware } from '#server/request/identify.ts';
import { clientRoutes } from '#shared/routes.ts';

/** The pages that everybody can read, as search engines may list them. */
const openPaths = [clientRoutes.landing.path, clientRoutes.login.path];

/**
 * `/robots.txt`, and `/sitemap.xml` where PUBLIC_URL is set: a sitemap consists of whole addresses, and the host of a
 * request is whatever its sender wrote.
 */
export function answerCrawlers(origin: string | undefined): Middleware {
  const robots = ['User-agent: *', 'Allow: /api/media/', 'Disallow: /api/'];
  if (origin !== undefined) robots.push('', `Sitemap: ${origin}/sitemap.xml`);
  return (req, res, next) => {
    const { path } = res.locals;
    if (req.method !== 'GET' && req.method !== 'HEAD') return next();
    if (path === '/robots.txt')
      return res
        .set(forADay)
        .type('text/plain')
        .send(`${robots.join('\n')}\n`);
    if (path !== '/sitemap.xml' || origin === undefined) return next();
    return res
      .set(forADay)
      .type('application/xml')
      .send(sitemapOf(openPaths.map((each) => origin + each)));
  };
}

const forADay = { 'Cache-Control': 'public, max-age=86400' };

function sitemapOf(addresses: readonly string[]): string {
  const rows = addresses.map((address) => `<url><loc>${address}</loc></url>\n`);
  return `<?xml version="1.0" encoding="UTF-8"?>
<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">
${rows.join('')}</urlset>
`;
}
