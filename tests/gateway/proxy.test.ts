import request from 'supertest';
import { expect, it } from 'vitest';
import { describeGateway, head } from '#tests/support/gateway-suite.ts';
import { answer } from '#tests/support/misbehaving-upstream.ts';
import { connect, parseReply, readUntil } from '#tests/support/raw-exchange.ts';

describeGateway('a call below /api', (start) => {
  it.each([
    ['a literal ampersand', '/projects/interested&accepted'],
    ['escapes and odd queries', '/profile/a%2Fb?q=%26+%20&&x=//y/../z'],
    ['an 8 kB query', `/search/people?q=${'x'.repeat(8000)}`],
    ['other languages and signs', '/%E2%82%AC/+/;v=1'],
    ['another host inside the path', '/@evil.test/'],
  ])('reaches the upstream without the prefix and otherwise byte for byte: %s', async (_what, path) => {
    const { gateway, upstream } = await start((_request, socket) => socket.write(answer()));
    const reply = await request(gateway.server).get(`/api${path}`);
    expect(reply.status).toBe(200);
    expect(upstream.requests[0]?.target).toBe(path);
    expect(upstream.requests[0]?.values('host')).toEqual([`127.0.0.1:${upstream.port}`]);
  });

  it('goes below the path prefix of the upstream', async () => {
    const { gateway, upstream } = await start((_request, socket) => socket.write(answer()), { prefix: '/v1/' });
    await request(gateway.server).get('/api/user/feed?page=2').expect(200);
    expect(upstream.requests[0]?.target).toBe('/v1/user/feed?page=2');
  });

  it('carries a body, and back a status, a body and its content type', async () => {
    const { gateway, upstream } = await start((_request, socket) =>
      socket.write(answer('{"a":1}', { status: '409 Conflict' })),
    );
    const reply = await request(gateway.server).post('/api/x').send({ b: 2 });
    expect(upstream.received(0)).toContain('{"b":2}');
    expect([reply.status, reply.body, reply.type]).toEqual([409, { a: 1 }, 'application/json']);
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

  it('adds no listener to a connection that is kept', async () => {
    const { gateway } = await start((_request, socket) => socket.write(answer()));
    const warnings: Error[] = [];
    const onWarning = (warning: Error): number => warnings.push(warning);
    process.on('warning', onWarning);
    const socket = await connect(gateway.port);
    for (let i = 0; i < 30; i += 1) {
      socket.write(head(`GET /api/${i}`));
      expect(parseReply(await readUntil(socket, (text) => text.endsWith('{}'))).status).toBe(200);
    }
    socket.destroy();
    process.off('warning', onWarning);
    expect(warnings).toEqual([]);
  });

  it.each([
    ['/api/', '/'],
    ['/api/health', '/health'],
    ['/api/socket.iox', '/socket.iox'],
  ])('is the upstream’s: %s', async (path, asked) => {
    const { gateway } = await start(({ target }, socket) => socket.write(answer(`{"asked":"${target}"}`)));
    const { status, body } = await request(gateway.server).get(path);
    expect([status, body]).toEqual([200, { asked }]);
  });
});

describeGateway('a path that nothing answers to', (start) => {
  it.each(['/api', '/API/x', '/apix', '/health/other'])(
    'is 404 in the JSON shape, and never reaches the upstream: %s',
    async (path) => {
      const { gateway, upstream } = await start((_request, socket) => socket.write(answer()));
      const { status, body, headers } = await request(gateway.server).get(path);
      expect([status, body.code, body.requestId]).toEqual([404, 'not_found', headers['x-request-id']]);
      expect(upstream.requests).toEqual([]);
    },
  );
});
