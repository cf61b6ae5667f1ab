import { expect, it } from 'vitest';
import { rawRequest } from '#server/selftest/raw-exchange.ts';
import { describeGateway, head } from '#tests/support/gateway-suite.ts';
import { answer } from '#tests/support/misbehaving-upstream.ts';

const own = 'http://gateway.test';
const unsafe = ['POST', 'PUT', 'PATCH', 'DELETE'];

/** What a browser may say about where a request comes from, and whether a change is let through then. */
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
