import { once } from 'node:events';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { CallFacts } from '#server/request/call.ts';
import type { CallKind } from '#server/request/call-kind.ts';
import { filteredReplyLimit } from '#server/security/password-filter.ts';
import { createReply, type Reply } from './reply.ts';

let server: http.Server;
let port: number;
let answer: (res: http.ServerResponse) => void;

beforeAll(async () => {
  server = http.createServer((_req, res) => answer(res));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  port = (server.address() as AddressInfo).port;
});
afterAll(async () => {
  server.closeAllConnections();
  server.close();
  await once(server, 'close');
});

/** A reply to one call of this kind, and the response that its client reads. */
async function replyTo(
  kind: CallKind,
  { writeStallMs = 60_000, ownCookies }: { writeStallMs?: number; ownCookies?: string[] } = {},
) {
  const heads: number[] = [];
  const faults: string[] = [];
  const { promise, resolve } = Promise.withResolvers<{ reply: Reply; res: http.ServerResponse }>();
  answer = (res) =>
    resolve({
      res,
      reply: createReply({
        facts: { kind, ...(ownCookies && { ownCookies: () => ownCookies }) } as unknown as CallFacts,
        res,
        replyHeaders: (_facts, _status, rawHeaders) => [...rawHeaders],
        writeStallMs,
        onHead: (status) => void heads.push(status),
        fail: ({ kind }) => {
          faults.push(kind);
          res.end();
        },
      }),
    });
  const req = http.get({ port, host: '127.0.0.1', agent: false });
  req.on('error', () => undefined);
  const response = once(req, 'response').then(([incoming]) => incoming as http.IncomingMessage);
  response.catch(() => undefined);
  const read = async () => {
    const incoming = await response;
    const body = Buffer.concat(await incoming.toArray()).toString();
    return { status: incoming.statusCode, headers: incoming.headers, body };
  };
  return { ...(await promise), heads, faults, response, read };
}

const never = () => undefined;

describe('an answer that is passed on', () => {
  it('keeps its status, its headers and its bytes, and gets the gateway’s own cookies', async () => {
    const { reply, read, heads, faults } = await replyTo('other', { ownCookies: ['device=1', 'device=2'] });
    expect(reply.head(201, ['X-One', 'a', 'X-One', 'b', 'Content-Length', '6'])).toBe(true);
    expect(reply.isEventStream).toBe(false);
    expect([reply.write(Buffer.from('abc'), never), reply.write(Buffer.from('def'), never)]).toEqual([true, true]);
    reply.end();
    const { status, headers, body } = await read();
    expect([status, headers['x-one'], headers['set-cookie'], body]).toEqual([
      ...[201, 'a, b', ['device=1', 'device=2'], 'abcdef'],
    ]);
    expect([heads, faults]).toEqual([[201], []]);
  });

  it('keeps a header that was set before beside its own', async () => {
    const { reply, res, read } = await replyTo('other');
    res.setHeader('X-One', 'helmet');
    reply.head(200, ['X-One', 'upstream']);
    reply.end();
    expect((await read()).headers['x-one']).toBe('helmet, upstream');
  });

  it.each([16 * 1024, 16 * 1024 + 1])('arrives whole when its %i bytes come at once', async (length) => {
    const { reply, res, read } = await replyTo('other');
    reply.head(200, ['Content-Length', String(length)]);
    const bytes = Buffer.alloc(length, 'é');
    expect(reply.write(bytes, never)).toBe(true);
    expect(res.writableEnded, 'ended in the same write').toBe(length <= 16 * 1024);
    reply.end();
    expect((await read()).body).toBe(bytes.toString());
  });

  it('is not ended by a first piece that is shorter than the whole', async () => {
    const { reply, res, read } = await replyTo('other');
    reply.head(200, ['Content-Length', '4']);
    reply.write(Buffer.from('ab'), never);
    expect(res.writableEnded).toBe(false);
    reply.write(Buffer.from('cd'), never);
    reply.end();
    expect((await read()).body).toBe('abcd');
  });

  it('shows its head before its first byte where the length is unknown', async () => {
    const { reply, response, read } = await replyTo('other');
    reply.head(200, ['Content-Type', 'text/event-stream; charset=utf-8']);
    expect(reply.isEventStream).toBe(true);
    expect((await response).statusCode).toBe(200);
    reply.write(Buffer.from('data: 1\n\n'), never);
    reply.end();
    expect((await read()).body).toBe('data: 1\n\n');
  });

  it('pauses its source while the client reads nothing, and goes on when it does', async () => {
    const { reply, response, read } = await replyTo('other');
    reply.head(200, []);
    await response;
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    try {
      const drained = Promise.withResolvers<void>();
      const onDrain = vi.fn(drained.resolve);
      const chunk = Buffer.alloc(256 * 1024, 'x');
      let written = chunk.length;
      while (reply.write(chunk, onDrain)) written += chunk.length;
      expect(reply.write(chunk, onDrain)).toBe(false);
      expect([onDrain.mock.calls.length, vi.getTimerCount()], 'the client is given up later').toEqual([0, 1]);
      const body = read();
      await drained.promise;
      expect([onDrain.mock.calls.length, vi.getTimerCount()]).toEqual([1, 0]);
      reply.end();
      expect((await body).body).toHaveLength(written + chunk.length);
    } finally {
      vi.useRealTimers();
    }
  });

  it('is cut when the client reads nothing for too long', async () => {
    const { reply, res, response } = await replyTo('other', { writeStallMs: 50 });
    reply.head(200, []);
    await response;
    const closed = once(res, 'close');
    const chunk = Buffer.alloc(1024 * 1024);
    // Goes on until the buffers of both sides are full.
    const fill = () => {
      while (reply.write(chunk, fill));
    };
    fill();
    await closed;
    expect(res.destroyed).toBe(true);
  });
});

describe('an answer that cannot be passed on', () => {
  it.each([199, 600])('has the status %i', async (status) => {
    const { reply, heads, faults } = await replyTo('other');
    expect(reply.head(status, [])).toBe(false);
    expect([heads, faults]).toEqual([[], ['invalid']]);
  });

  it.each([200, 599])('may have any status in between, such as %i', async (status) => {
    const { reply, faults } = await replyTo('other');
    expect(reply.head(status, [])).toBe(true);
    reply.end();
    expect(faults).toEqual([]);
  });

  it('has a header that Node cannot write; the ones before it are taken back', async () => {
    const { reply, res, faults, read } = await replyTo('other');
    expect(reply.head(200, ['X-One', 'a', 'X-Two', 'b\u0001'])).toBe(false);
    expect([faults, res.hasHeader('x-one')]).toEqual([['invalid'], false]);
    await read();
  });
});

describe('the capabilities', () => {
  it('are an empty list where the upstream answers 404, whatever its body says', async () => {
    const { reply, read, heads } = await replyTo('capabilities');
    expect(reply.head(404, ['Content-Type', 'text/html', 'Content-Length', '3'])).toBe(true);
    expect(reply.write(Buffer.from('no!'), never)).toBe(true);
    reply.end();
    const { status, headers, body } = await read();
    expect([status, body, headers['content-length']]).toEqual([200, '{"capabilities":[]}', '19']);
    expect(headers['content-type']).toBe('application/json; charset=utf-8');
    expect(heads).toEqual([200]);
  });

  it('are passed on with every other status', async () => {
    const { reply, read } = await replyTo('capabilities');
    reply.head(503, []);
    reply.write(Buffer.from('no'), never);
    reply.write(Buffer.from('!'), never);
    reply.end();
    expect(await read()).toMatchObject({ status: 503, body: 'no!' });
  });
});

describe('an answer that may hold a password', () => {
  const json = ['Content-Type', 'application/json'];

  it('is read whole, and leaves without the password and without headers about its old body', async () => {
    const { reply, read, heads } = await replyTo('login');
    expect(reply.head(200, [...json, 'Content-Length', '99', 'ETag', '"1"', 'X-One', 'a'])).toBe(true);
    expect(heads, 'nothing is sent before the end').toEqual([]);
    expect(reply.isEventStream).toBe(false);
    expect(reply.write(Buffer.from('{"name":"Ann",'), never)).toBe(true);
    reply.write(Buffer.from('"password":"x"}'), never);
    reply.end();
    const { status, headers, body } = await read();
    expect([status, body, headers['content-length']]).toEqual([200, '{"name":"Ann"}', '14']);
    expect([headers.etag, headers['x-one']]).toEqual([undefined, 'a']);
  });

  it.each([
    [299, '{}'],
    [300, '{"password":"Too short."}'],
    [422, '{"password":"Too short."}'],
  ])('with status %i leaves as %s', async (status, expected) => {
    const { reply, read } = await replyTo('signup');
    reply.head(status, json);
    reply.write(Buffer.from('{"password":"Too short."}'), never);
    reply.end();
    expect((await read()).body).toBe(expected);
  });

  it.each([204, 304])('and has no body has no length either: %i', async (status) => {
    const { reply, read } = await replyTo('login');
    reply.head(status, []);
    reply.end();
    const { headers } = await read();
    expect(headers['content-length']).toBeUndefined();
  });

  it.each([
    ['as long as is allowed', filteredReplyLimit, []],
    ['longer', filteredReplyLimit + 1, ['invalid']],
  ])('is refused when it is %s', async (_name, length, expected) => {
    const { reply, faults, read } = await replyTo('login');
    reply.head(200, []);
    reply.write(Buffer.alloc(length - 1, 'x'), never);
    reply.write(Buffer.from('x'), never);
    reply.end();
    expect(faults).toEqual(expected);
    expect((await read()).body).toHaveLength(expected.length === 0 ? length : 0);
  });

  it('is refused when it is packed in a way that cannot be read', async () => {
    const { reply, faults } = await replyTo('login');
    reply.head(200, [...json, 'Content-Encoding', 'zstd-of-ours']);
    reply.write(Buffer.from('x'), never);
    reply.end();
    expect(faults).toEqual(['invalid']);
  });
});
