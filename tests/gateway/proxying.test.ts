import request from 'supertest';
import { afterEach, describe, expect, it } from 'vitest';
import {
  answer,
  type Behaviour,
  type MisbehavingUpstream,
  startMisbehavingUpstream,
} from '#tests/support/misbehaving-upstream.ts';
import { type StartedGateway, startGateway } from '#tests/support/start-gateway.ts';

let upstream: MisbehavingUpstream;
let gateway: StartedGateway;

async function start(behaviour: Behaviour, prefix = ''): Promise<void> {
  upstream = await startMisbehavingUpstream(behaviour);
  gateway = await startGateway({ upstreamUrl: upstream.url + prefix });
}

afterEach(async () => {
  await gateway.close();
  await upstream.close();
});

describe('a call below /api', () => {
  it.each([
    '/projects/interested&accepted',
    '/profile/a%2Fb?q=%26+%20&&x=//y/../z',
    `/search/people?q=${'x'.repeat(8000)}`,
    '/%E2%82%AC/+/;v=1',
  ])('reaches the upstream without the prefix and otherwise byte for byte: %s', async (path) => {
    await start((_request, socket) => socket.write(answer()));
    const reply = await request(gateway.server).get(`/api${path}`);
    expect(reply.status).toBe(200);
    expect(upstream.requests[0]?.target).toBe(path);
  });

  it('goes below the path prefix of the upstream', async () => {
    await start((_request, socket) => socket.write(answer()), '/v1/');
    await request(gateway.server).get('/api/user/feed?page=2').expect(200);
    expect(upstream.requests[0]?.target).toBe('/v1/user/feed?page=2');
  });

  it('carries status, body and content type back', async () => {
    await start((_request, socket) => socket.write(answer('{"a":1}', { status: '409 Conflict' })));
    const reply = await request(gateway.server).get('/api/x');
    expect([reply.status, reply.body, reply.type]).toEqual([409, { a: 1 }, 'application/json']);
  });

  it('carries the request body', async () => {
    await start((_request, socket) => socket.write(answer()));
    await request(gateway.server).post('/api/login').send({ emailId: 'a@b.c' }).expect(200);
    expect(upstream.received(0)).toContain('{"emailId":"a@b.c"}');
  });

  it('answers 502 in the error shape at once when nobody listens', async () => {
    await start(() => {});
    await upstream.close();
    const reply = await request(gateway.server).get('/api/x');
    expect(reply.status).toBe(502);
    expect(reply.body).toMatchObject({ code: 'upstream_unreachable', requestId: reply.headers['x-request-id'] });
    expect(reply.headers['cache-control']).toBe('no-store');
  });
});
