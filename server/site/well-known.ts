import { isRead } from '#server/request/call-kind.ts';
import type { Middleware } from '#server/request/facts.ts';
import { day } from '#shared/durations.ts';
import { to } from '#shared/routes.ts';
import { sitemapPath } from './sitemap.ts';

/** Readers must not keep what `security.txt` says for longer (RFC 9116 wants less than a year). */
const securityTxtDays = 90;

/**
 * `/.well-known/change-password` leads password managers to the settings. `/.well-known/security.txt` says where to write
 * about a vulnerability: to `contact` (CONTACT). Without it there is no such file: the product does not
 * know who runs it.
 */
export function answerWellKnown(contact: string | undefined): Middleware {
  return (req, res, next) => {
    if (req.method !== 'GET' && req.method !== 'HEAD') return next();
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
