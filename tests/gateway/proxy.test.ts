import request from 'supertest';
import { expect, it } from 'vitest';
import { describeGateway, head } from '#tests/support/gateway-suite.ts';
import { answer } from '#tests/support/misbehaving-upstream.ts';
import { rawRequest } from '#tests/support/raw-exchange.ts';

describeGateway('a call below /api', (start) => {
  it.each([
    ['a literal ampersand', '/projects/interested&accepted'],
    ['escapes and odd queries', '/profile/a%2Fb?q=%26+%20&&x=//y/../z'],
    ['an 8 kB query', `/search/people?q=${'x'.repeat(8000)}`],
    ['other languages and signs', '/%E2%82%AC/+/;v=1'],
  ])('reaches the upstream without the prefix and otherwise byte for byte: %s', async (_what, path) => {
    const { gateway, upstream } = await start((_request, socket) => socket.write(answer()));
    const reply = await request(gateway.server).get(`/api${path}`);
    expect(reply.status).toBe(200);
    expect(upstream.requests[0]?.target).toBe(path);
  });

  it('goes below the path prefix of the upstream', async () => {
    const { gateway, upstream } = await start((_request, socket) => socket.write(answer()), { prefix: '/v1/' });
    await request(gateway.server).get('/api/user/feed?page=2').expect(200);
    expect(upstream.requests[0]?.target).toBe('/v1/user/feed?page=2');
  });

  it('carries status, body and content type back', async () => {
    const { gateway } = await start((_request, socket) => socket.write(answer('{"a":1}', { status: '409 Conflict' })));
    const reply = await request(gateway.server).get('/api/x');
    expect([reply.status, reply.body, reply.type]).toEqual([409, { a: 1 }, 'application/json']);
  });

  it('carries the request body', async () => {
    const { gateway, upstream } = await start((_request, socket) => socket.write(answer()));
    await request(gateway.server).post('/api/login').send({ emailId: 'a@b.c' }).expect(200);
    // The gateway's question about capabilities comes first.
    expect(upstream.received(0) + upstream.received(1)).toContain('{"emailId":"a@b.c"}');
  });

  it('carries a chunked request body', async () => {
    const { gateway, upstream } = await start((request, socket) => {
      if (request.body === '') socket.once('data', () => socket.write(answer()));
      else socket.write(answer());
    });
    const chunked = `${head('PATCH /api/x', 'Transfer-Encoding: chunked')}9\r\nsome text\r\n0\r\n\r\n`;
    const reply = await rawRequest(gateway.port, chunked, (text) => text.endsWith('{}'));
    expect(reply.status).toBe(200);
    expect(upstream.received(0)).toMatch(/transfer-encoding: chunked/i);
    expect(upstream.received(0)).toContain('9\r\nsome text\r\n0\r\n\r\n');
  });

  it.each(['GET', 'HEAD', 'OPTIONS', 'DELETE', 'PUT'])('passes %s on', async (method) => {
    const { gateway, upstream } = await start((_request, socket) =>
      socket.write(method === 'HEAD' ? answer('').replace('Length: 0', 'Length: 12') : answer()),
    );
    const reply = await fetch(`${gateway.url}/api/x`, { method });
    expect(reply.status).toBe(200);
    expect(upstream.requests[0]?.method).toBe(method);
    if (method === 'HEAD') expect(reply.headers.get('content-length')).toBe('12');
  });

  it('answers 502 in the error shape at once when nobody listens', async () => {
    const { gateway, upstream } = await start(() => {});
    await upstream.close();
    const reply = await request(gateway.server).get('/api/x');
    // After its time limit it would be 504.
    expect(reply.status).toBe(502);
    expect(reply.body).toMatchObject({ code: 'upstream_unreachable', requestId: reply.headers['x-request-id'] });
    expect(reply.headers['cache-control']).toBe('no-store');
    expect(reply.text).not.toMatch(/127\.0\.0\.1|ECONN|stack/);
  });

  it('carries the session cookie both ways, hardened and bound to this origin', async () => {
    const { gateway, upstream } = await start((_request, socket) =>
      socket.write(answer('{}', { headers: ['Set-Cookie: token=secret; Path=/; Domain=internal.test'] })),
    );
    const browser = request.agent(gateway.server);
    const login = await browser.post('/api/login').send({ emailId: 'a@b.c' });
    expect(login.headers['set-cookie']).toContain('token=secret; Path=/; HttpOnly; SameSite=Lax');
    await browser.get('/api/profile/view').expect(200);
    expect(upstream.requests.find(({ target }) => target === '/profile/view')?.values('cookie')[0]).toMatch(
      /^token=secret(?:;|$)/,
    );
  });

  it('tells the upstream who asks, through which gateway, and under which id', async () => {
    const { gateway, upstream } = await start((_request, socket) => socket.write(answer()));
    const reply = await request(gateway.server).get('/api/x').set('X-Custom', 'kept').set('Connection', 'keep-alive');
    const asked = upstream.requests[0];
    expect(asked?.values('x-forwarded-for')).toEqual(['127.0.0.1']);
    expect(asked?.values('x-forwarded-proto')).toEqual(['http']);
    expect(asked?.values('x-custom')).toEqual(['kept']);
    expect(asked?.values('via')[0]).toMatch(/^1\.1 dotcode-/);
    expect(asked?.values('x-request-id')).toEqual([reply.headers['x-request-id']]);
  });

  it('leads redirects of the upstream to this origin', async () => {
    const { gateway } = await start((asked, socket) =>
      socket.write(
        answer('{}', { status: '302 Found', headers: [`Location: http://${asked.values('host')[0]}/elsewhere?a=1`] }),
      ),
    );
    const reply = await request(gateway.server).get('/api/x').redirects(0);
    expect([reply.status, reply.headers.location]).toEqual([302, '/api/elsewhere?a=1']);
  });

  it('passes a refusal of the upstream on, unchanged', async () => {
    const { gateway } = await start((_request, socket) =>
      socket.write(answer('{"code":"not_found","message":"No such person."}', { status: '404 Not Found' })),
    );
    const reply = await request(gateway.server).get('/api/profile/7');
    expect([reply.status, reply.body]).toEqual([404, { code: 'not_found', message: 'No such person.' }]);
  });
});
