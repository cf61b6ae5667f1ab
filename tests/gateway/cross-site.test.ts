// @module-tag once
import { describe, expect, it } from 'vitest';
import { storePeople } from '#tests/support/chat-people.ts';
import { describeGateway, head } from '#tests/support/gateway-suite.ts';
import { answer } from '#tests/support/misbehaving-upstream.ts';
import { rawRequest } from '#tests/support/raw-exchange.ts';
import { startGateway } from '#tests/support/start-gateway.ts';
import { startUpstream } from '#tests/support/start-upstream.ts';

const own = 'http://gateway.test';
const unsafe = ['POST', 'PUT', 'PATCH', 'DELETE'];

/** The headers of a browser about the origin of a request, and whether a change is let through with them. */
const matrix: [what: string, headers: string[], allowed: boolean][] = [
  ['our own page', ['Sec-Fetch-Site: same-origin', `Origin: ${own}`], true],
  ['the person, by typing or a bookmark', ['Sec-Fetch-Site: none'], true],
  ['another site', ['Sec-Fetch-Site: cross-site', 'Origin: https://evil.test'], false],
  ['another site that claims our origin', ['Sec-Fetch-Site: cross-site', `Origin: ${own}`], false],
  ['a sibling domain', ['Sec-Fetch-Site: same-site', 'Origin: http://other.gateway.test'], false],
  ['a word that no browser says', ['Sec-Fetch-Site: whatever'], false],
  ['an older browser on our page', [`Origin: ${own}`], true],
  ['an older browser behind TLS', ['Origin: https://gateway.test'], true],
  ['an older browser on another site', ['Origin: https://evil.test'], false],
  ['an opaque origin', ['Origin: null'], false],
  ['another port', ['Origin: http://gateway.test:81'], false],
  ['a name that begins like ours', ['Origin: http://gateway.test.evil.test'], false],
  ['an origin with more than an origin', ['Origin: http://gateway.test/path'], false],
  ['no browser at all', [], true],
];

describeGateway('a change', (start) => {
  it.each(matrix.flatMap(([what, headers, allowed]) => unsafe.map((method) => ({ method, what, headers, allowed }))))(
    'by $method asked for by $what is let through: $allowed',
    async ({ method, headers, allowed }) => {
      const { gateway, upstream } = await start((_request, socket) => socket.write(answer()));
      const bytes = `${head(`${method} /api/x`, 'Content-Length: 2', ...headers)}{}`;
      const reply = await rawRequest(gateway.port, bytes, (text) => text.includes('}') && /\r\n\r\n/.test(text));
      expect(reply.status).toBe(allowed ? 200 : 403);
      if (!allowed) expect(JSON.parse(reply.body).code).toBe('cross_site');
      expect(upstream.requests).toHaveLength(allowed ? 1 : 0);
    },
  );
});

describeGateway('reading', (start) => {
  it.each(['GET', 'HEAD', 'OPTIONS'])(
    'by %s is no change, and the answer is closed to other origins',
    async (method) => {
      const { gateway } = await start((_request, socket) =>
        socket.write(answer('', { headers: ['Access-Control-Allow-Origin: https://evil.test'] })),
      );
      const bytes = head(`${method} /api/x`, 'Sec-Fetch-Site: cross-site', 'Origin: https://evil.test');
      const reply = await rawRequest(gateway.port, bytes, (text) => text.includes('\r\n\r\n'));
      expect(reply.status).toBe(200);
      expect(reply.head).not.toMatch(/access-control/i);
    },
  );

  it.each([
    ['Origin: https://evil.test', 403],
    ['Sec-Fetch-Site: cross-site', 403],
    [`Origin: ${own}`, 200],
    ['Sec-Fetch-Site: same-origin', 200],
    ['X-None: 1', 200],
  ])('the long polls of a live connection is, too: with %s it gives %i', async (header, status) => {
    const { gateway } = await start((_request, socket) => socket.write(answer()));
    const bytes = head('GET /api/socket.io/?EIO=4&transport=polling', header, 'Cookie: token=abc');
    const reply = await rawRequest(gateway.port, bytes, (text) => text.endsWith('}'));
    expect(reply.status).toBe(status);
  });
});

describe('every call that changes something', () => {
  /** The requests that a page of another site can make a browser send, with the session's cookie. */
  const forms: Record<string, string>[] = [
    { 'sec-fetch-site': 'cross-site', origin: 'https://evil.test', 'content-type': 'text/plain' },
    { origin: 'https://evil.test', 'content-type': 'application/x-www-form-urlencoded' },
    { origin: 'null', 'content-type': 'multipart/form-data; boundary=x' },
    { 'sec-fetch-site': 'same-site', 'content-type': 'application/json' },
  ];

  it('is refused to another site in every form, and changes nothing', async () => {
    const started = await startUpstream();
    const gateway = await startGateway({ upstreamUrl: started.url, config: { rateLimitFactor: 1000 } });
    try {
      const [ada] = await storePeople(started.connection, 1);
      const { paths } = (await started.client().get('/openapi.json')).body as { paths: Record<string, object> };
      const calls = Object.entries(paths).flatMap(([path, methods]) =>
        Object.keys(methods).flatMap((method) =>
          unsafe.includes(method.toUpperCase())
            ? [{ method: method.toUpperCase(), path: path.replaceAll(/\{\w+\}/g, ada?.id ?? '') }]
            : [],
        ),
      );
      expect(calls.length).toBeGreaterThan(39);
      const before = started.logLines.length;
      const wrong: unknown[] = [];
      for (const { method, path } of calls)
        for (const form of forms) {
          const headers = { ...form, cookie: ada?.cookie ?? '' };
          const reply = await fetch(`${gateway.url}/api${path}`, { method, headers, body: '{}' });
          const { code } = (await reply.json()) as { code?: string };
          if (reply.status !== 403 || code !== 'cross_site') wrong.push([method, path, form, reply.status, code]);
        }
      expect(wrong).toEqual([]);
      expect(started.logLines.slice(before), 'no call reaches the upstream').toEqual([]);
    } finally {
      await gateway.close();
      await started.close();
    }
  });
});
