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
const poll = 'GET /api/socket.io/?EIO=4&transport=polling';

/** A request that another page than ours may have caused, the headers of its browser about the origin, and the answer. */
const matrix: [what: string, request: string, headers: string[], status: number][] = [
  ['our own page', 'POST /api/x', ['Sec-Fetch-Site: same-origin', `Origin: ${own}`], 200],
  ['the person, by typing or a bookmark', 'POST /api/x', ['Sec-Fetch-Site: none'], 200],
  ['another site', 'POST /api/x', ['Sec-Fetch-Site: cross-site', 'Origin: https://evil.test'], 403],
  ['another site that claims our origin', 'POST /api/x', ['Sec-Fetch-Site: cross-site', `Origin: ${own}`], 403],
  ['a sibling domain', 'POST /api/x', ['Sec-Fetch-Site: same-site', 'Origin: http://other.gateway.test'], 403],
  ['a word that no browser says', 'POST /api/x', ['Sec-Fetch-Site: whatever'], 403],
  ['an older browser on our page', 'POST /api/x', [`Origin: ${own}`], 200],
  ['an older browser behind TLS', 'POST /api/x', ['Origin: https://gateway.test'], 200],
  ['an older browser on another site', 'POST /api/x', ['Origin: https://evil.test'], 403],
  ['an opaque origin', 'POST /api/x', ['Origin: null'], 403],
  ['another port', 'POST /api/x', ['Origin: http://gateway.test:81'], 403],
  ['another scheme', 'POST /api/x', ['Origin: ftp://gateway.test'], 403],
  ['a name that begins like ours', 'POST /api/x', ['Origin: http://gateway.test.evil.test'], 403],
  ['our name as a user', 'POST /api/x', ['Origin: http://gateway.test@evil.test'], 403],
  ['an origin with more than an origin', 'POST /api/x', ['Origin: http://gateway.test/path'], 403],
  ['PUBLIC_URL', 'POST /api/x', ['Origin: https://dotcode.example'], 200],
  ['PUBLIC_URL with another scheme', 'POST /api/x', ['Origin: http://dotcode.example'], 403],
  ['the host that a proxy names', 'POST /api/x', ['X-Forwarded-Host: a.test', 'Origin: https://a.test'], 200],
  ['the host that a tunnel puts in its place', 'POST /api/x', ['X-Forwarded-Host: a.test', `Origin: ${own}`], 200],
  ['no browser at all', 'POST /api/x', [], 200],
  ['another site, to replace', 'PUT /api/x', ['Sec-Fetch-Site: cross-site'], 403],
  ['another site, to change', 'PATCH /api/x', ['Sec-Fetch-Site: cross-site'], 403],
  ['another site, to delete', 'DELETE /api/x', ['Sec-Fetch-Site: cross-site'], 403],
  ['another site, to read', 'GET /api/x', ['Sec-Fetch-Site: cross-site'], 200],
  ['another site, to read the head', 'HEAD /api/x', ['Sec-Fetch-Site: cross-site'], 200],
  ['another site, to ask for methods', 'OPTIONS /api/x', ['Sec-Fetch-Site: cross-site'], 200],
  ['another site, to poll for the user', poll, ['Origin: https://evil.test'], 403],
  ['no browser, to poll', poll, [], 200],
];

describeGateway('a call', (start) => {
  it.each(matrix)('of %s is answered: %s %o %i', async (_what, request, headers, status) => {
    const { gateway, upstream } = await start((_request, socket) => socket.write(answer('')), {
      config: { publicUrl: 'https://dotcode.example' },
    });
    const bytes = head(request, 'Connection: close', 'Cookie: token=abc', ...headers);
    const reply = await rawRequest(gateway.port, bytes);
    expect(reply.status).toBe(status);
    if (status === 403) expect(JSON.parse(reply.body).code).toBe('cross_site');
    expect(upstream.requests).toHaveLength(status === 200 ? 1 : 0);
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
