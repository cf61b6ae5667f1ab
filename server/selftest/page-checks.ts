import { type CheckGroup, firstOf, headerIs, headerIsAbsent, statusIs } from './check.ts';
import type { Answer, Target } from './exchange.ts';

const navigation = { Accept: 'text/html', 'Sec-Fetch-Mode': 'navigate' };

function page(target: Target, path = '/'): Promise<Answer> {
  return target.ask(`GET ${path}`, navigation);
}

/** The hashed files that the page names. */
async function assetPaths(target: Target): Promise<string[]> {
  const { body } = await page(target);
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

const directive = (policy: string, name: string): string =>
  policy
    .split(/[;,]/)
    .map((part) => part.trim())
    .find((part) => part === name || part.startsWith(`${name} `)) ?? '';

async function policyOf(target: Target): Promise<string> {
  return (await page(target)).header('Content-Security-Policy');
}

export const pageHeaders: CheckGroup = {
  name: 'Headers of the page',
  checks: [
    {
      promise: 'a content security policy without inline scripts or eval',
      async look(target) {
        const policy = await policyOf(target);
        const scripts = directive(policy, 'script-src') || directive(policy, 'default-src');
        if (scripts === '') return 'no script-src';
        return /'unsafe-|\*|data:|(^|\s)https?:(\s|$)/.test(scripts) ? scripts : undefined;
      },
    },
    {
      promise: 'no plugins, no foreign base, no foreign form target',
      async look(target) {
        const policy = await policyOf(target);
        const missing = ['object-src', 'base-uri', 'form-action'].filter((name) => directive(policy, name) === '');
        return missing.length === 0 ? undefined : `no ${missing.join(', ')}`;
      },
    },
    {
      promise: 'no framing by others',
      look: async (target) =>
        directive(await policyOf(target), 'frame-ancestors') === "frame-ancestors 'none'"
          ? undefined
          : 'framing is allowed',
    },
    ...(
      [
        ['content types are not guessed', 'X-Content-Type-Options', /^nosniff$/],
        [
          'the referrer is limited',
          'Referrer-Policy',
          /^(no-referrer|same-origin|strict-origin(-when-cross-origin)?)$/,
        ],
        ['the page has its own browsing context group', 'Cross-Origin-Opener-Policy', /^same-origin$/],
        ['resources are for this origin only', 'Cross-Origin-Resource-Policy', /^same-(origin|site)$/],
        ['features that are not used are off', 'Permissions-Policy', /camera=\(\)/],
      ] as const
    ).map(([promise, name, pattern]) => ({
      promise,
      look: async (target: Target) => headerIs(await page(target), name, pattern),
    })),
    {
      promise: 'Strict-Transport-Security over https, and only there',
      look: async (target) =>
        target.isHttps
          ? headerIs(await page(target), 'Strict-Transport-Security', /max-age=\d{8,}/)
          : headerIsAbsent(await page(target), 'Strict-Transport-Security'),
    },
    {
      promise: 'nothing about what the server is made of',
      async look(target) {
        const answer = await page(target);
        return firstOf(headerIsAbsent(answer, 'X-Powered-By'), headerIsAbsent(answer, 'Server'));
      },
    },
  ],
};

export const files: CheckGroup = {
  name: 'Pages and files',
  checks: [
    {
      promise: 'the page is asked for again each time, and is 304 while it is the same',
      async look(target) {
        const first = await page(target);
        const again = await target.ask('GET /', { ...navigation, 'If-None-Match': first.header('ETag') || '"none"' });
        return firstOf(headerIs(first, 'Cache-Control', /no-cache|no-store/), statusIs(again, 304));
      },
    },
    {
      promise: 'hashed files are kept for a year',
      look: async (target) =>
        headerIs(await target.ask(`GET ${await assetPath(target)}`), 'Cache-Control', /max-age=31536000.*immutable/),
    },
    {
      promise: 'files are sent as brotli to who accepts it, and not to who refuses it',
      async look(target) {
        const path = await longestAssetPath(target);
        const wanted = await target.ask(`GET ${path}`, { 'Accept-Encoding': 'gzip, br' });
        const refused = await target.ask(`GET ${path}`, { 'Accept-Encoding': 'gzip, br;q=0' });
        return firstOf(
          headerIs(wanted, 'Content-Encoding', /^br$/),
          headerIs(wanted, 'Vary', /accept-encoding/i),
          refused.header('Content-Encoding') === 'br' ? 'br although it was refused' : undefined,
        );
      },
    },
    {
      promise: 'a part of a file is sent with 206',
      look: async (target) => statusIs(await target.ask(`GET ${await assetPath(target)}`, { Range: 'bytes=0-3' }), 206),
    },
    {
      promise: 'HEAD answers like GET, without a body',
      async look(target) {
        const answer = await target.ask('HEAD /', navigation);
        return firstOf(statusIs(answer, 200), answer.body === '' ? undefined : 'a body');
      },
    },
    {
      promise: 'an unknown page is 404',
      look: async (target) => statusIs(await page(target, '/no-such-page'), 404),
    },
    ...['/assets/no-such-12345678.js', '/.env', '/.git/config', '/package.json', '/server/main.ts', '/metrics'].map(
      (path) => ({
        promise: `${path} is 404 without HTML`,
        async look(target: Target) {
          const answer = await target.ask(`GET ${path}`, { Accept: '*/*' });
          return firstOf(statusIs(answer, 404), /text\/html/.test(answer.header('Content-Type')) ? 'HTML' : undefined);
        },
      }),
    ),
    {
      promise: 'a missing file is stored by nobody',
      look: async (target) =>
        headerIs(await target.ask('GET /assets/no-such-12345678.js'), 'Cache-Control', /no-store/),
    },
    {
      promise: 'a visitor without a session is sent home from a guarded page',
      async look(target) {
        const answer = await page(target, '/feed');
        return firstOf(statusIs(answer, 302), headerIs(answer, 'Location', /^\/$/));
      },
    },
    {
      promise: 'alive: /health is 200, stored by nobody',
      async look(target) {
        const answer = await target.ask('GET /health');
        return firstOf(statusIs(answer, 200), headerIs(answer, 'Cache-Control', /no-store/));
      },
    },
  ],
};
