import { firstOf, headerIs, headerIsAbsent, type PromiseGroup, promise, statusIs } from './promise.ts';
import type { Answer, Target } from './target.ts';

const navigation = { Accept: 'text/html', 'Sec-Fetch-Mode': 'navigate' };

const page =
  (path = '/') =>
  (target: Target): Promise<Answer> =>
    target.ask(`GET ${path}`, navigation);

/** The hashed files that the page names. */
async function assetPaths(target: Target): Promise<string[]> {
  const { body } = await page()(target);
  // An attribute holds one path, or the list of a screen's files.
  return Array.from(body.matchAll(/["\s](\/assets\/[^"\s]+\.(?:js|css))(?=["\s])/g), ([, path = '']) => path);
}

async function assetPath(target: Target): Promise<string> {
  return (await assetPaths(target))[0] ?? '/assets/none';
}

/** The largest of the files: there is no compressed copy of a few bytes. */
async function longestAssetPath(target: Target): Promise<string> {
  let longest = { path: '/assets/none', length: 0 };
  for (const path of await assetPaths(target)) {
    const answer = await target.ask(`HEAD ${path}`, { 'Accept-Encoding': 'identity' });
    const length = Number(answer.header('Content-Length'));
    if (length > longest.length) longest = { path, length };
  }
  return longest.path;
}

function directive(answer: Answer, name: string): string {
  const parts = answer.header('Content-Security-Policy').split(/[;,]/);
  return parts.map((part) => part.trim()).find((part) => part === name || part.startsWith(`${name} `)) ?? '';
}

export const pageHeaders: PromiseGroup = {
  name: 'Headers of the page',
  promises: [
    promise('a content security policy without inline scripts or eval', page(), (answer) => {
      const scripts = directive(answer, 'script-src') || directive(answer, 'default-src');
      if (scripts === '') return 'no script-src';
      return /'unsafe-|\*|data:|(^|\s)https?:(\s|$)/.test(scripts) ? scripts : undefined;
    }),
    promise('no plugins, no foreign base, no foreign form target', page(), (answer) => {
      const missing = ['object-src', 'base-uri', 'form-action'].filter((name) => directive(answer, name) === '');
      return missing.length === 0 ? undefined : `no ${missing.join(', ')}`;
    }),
    promise('no framing by others', page(), (answer) =>
      directive(answer, 'frame-ancestors') === "frame-ancestors 'none'" ? undefined : 'framing is allowed',
    ),
    promise('content types are not guessed', page(), (answer) =>
      headerIs(answer, 'X-Content-Type-Options', /^nosniff$/),
    ),
    promise('the referrer is limited', page(), (answer) =>
      headerIs(answer, 'Referrer-Policy', /^(no-referrer|same-origin|strict-origin(-when-cross-origin)?)$/),
    ),
    promise('the page has its own browsing context group', page(), (answer) =>
      headerIs(answer, 'Cross-Origin-Opener-Policy', /^same-origin$/),
    ),
    promise('resources are for this origin only', page(), (answer) =>
      headerIs(answer, 'Cross-Origin-Resource-Policy', /^same-(origin|site)$/),
    ),
    promise('features that are not used are off', page(), (answer) =>
      headerIs(answer, 'Permissions-Policy', /camera=\(\)/),
    ),
    promise('Strict-Transport-Security over https, and only there', page(), (answer, { isHttps }) =>
      isHttps
        ? headerIs(answer, 'Strict-Transport-Security', /max-age=\d{8,}/)
        : headerIsAbsent(answer, 'Strict-Transport-Security'),
    ),
    promise('nothing about what the server is made of', page(), (answer) =>
      firstOf(headerIsAbsent(answer, 'X-Powered-By'), headerIsAbsent(answer, 'Server')),
    ),
  ],
};

const missingAsset = '/assets/no-such-12345678.js';

export const files: PromiseGroup = {
  name: 'Pages and files',
  promises: [
    promise(
      'the page is asked for again each time, and is 304 while it is the same',
      async (target) => {
        const first = await page()(target);
        const again = await target.ask('GET /', { ...navigation, 'If-None-Match': first.header('ETag') || '"none"' });
        return { first, again };
      },
      ({ first, again }) => firstOf(headerIs(first, 'Cache-Control', /no-cache|no-store/), statusIs(again, 304)),
    ),
    promise(
      'hashed files are kept for a year',
      async (target) => target.ask(`GET ${await assetPath(target)}`),
      (answer) => headerIs(answer, 'Cache-Control', /max-age=31536000.*immutable/),
    ),
    promise(
      'files are sent as brotli to who accepts it, and not to who refuses it',
      async (target) => {
        const path = await longestAssetPath(target);
        const wanted = await target.ask(`GET ${path}`, { 'Accept-Encoding': 'gzip, br' });
        const refused = await target.ask(`GET ${path}`, { 'Accept-Encoding': 'gzip, br;q=0' });
        return { wanted, refused };
      },
      ({ wanted, refused }) =>
        firstOf(
          headerIs(wanted, 'Content-Encoding', /^br$/),
          headerIs(wanted, 'Vary', /accept-encoding/i),
          refused.header('Content-Encoding') === 'br' ? 'br although it was refused' : undefined,
        ),
    ),
    promise(
      'a part of a file is sent with 206',
      async (target) => target.ask(`GET ${await assetPath(target)}`, { Range: 'bytes=0-3' }),
      (answer) => statusIs(answer, 206),
    ),
    promise(
      'HEAD answers like GET, without a body',
      (target) => target.ask('HEAD /', navigation),
      (answer) => firstOf(statusIs(answer, 200), answer.body === '' ? undefined : 'a body'),
    ),
    promise('an unknown page is 404', page('/no-such-page'), (answer) => statusIs(answer, 404)),
    ...[missingAsset, '/.env', '/.git/config', '/package.json', '/server/main.ts', '/metrics'].map((path) =>
      promise(
        `${path} is 404 without HTML`,
        (target) => target.ask(`GET ${path}`, { Accept: '*/*' }),
        (answer) =>
          firstOf(statusIs(answer, 404), /text\/html/.test(answer.header('Content-Type')) ? 'HTML' : undefined),
      ),
    ),
    promise(
      'a missing file is stored by nobody',
      (target) => target.ask(`GET ${missingAsset}`),
      (answer) => headerIs(answer, 'Cache-Control', /no-store/),
    ),
    promise('a visitor without a session is sent home from a guarded page', page('/feed'), (answer) =>
      firstOf(statusIs(answer, 302), headerIs(answer, 'Location', /^\/$/)),
    ),
    promise(
      'alive: /health is 200, stored by nobody',
      (target) => target.ask('GET /health'),
      (answer) => firstOf(statusIs(answer, 200), headerIs(answer, 'Cache-Control', /no-store/)),
    ),
  ],
};
