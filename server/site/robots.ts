import { isRead } from '#server/request/call-kind.ts';
import type { Middleware } from '#server/request/facts.ts';
import { sitemapPath } from './sitemap.ts';

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
