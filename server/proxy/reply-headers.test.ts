import { describe, expect, it } from 'vitest';
import type { ApiCall } from '#server/request/facts.ts';
import { createReplyHeaders } from './reply-headers.ts';

const replyHeaders = createReplyHeaders({
  setCookie: (line) => `${line}; again`,
  location: (value) => `/api${value}`,
});
const leave = (raw: readonly string[], status = 200, method = 'GET') =>
  replyHeaders({ method } as ApiCall, status, raw);
const cookie = ['Set-Cookie', 'a=1'];

describe('a cookie of the upstream', () => {
  it.each(['public', 's-maxage=5', 'immutable', 'max-age=1', 'max-age = "10"', 'Max-Age=007'])(
    'does not leave with an answer that a cache may keep: %s',
    (value) => {
      for (const method of ['GET', 'HEAD'])
        expect(leave(['Cache-Control', value, ...cookie], 200, method)).toEqual(['Cache-Control', value]);
      expect(leave(['Cache-Control', value, ...cookie], 200, 'POST')).toContain('a=1; again');
    },
  );

  it.each(['private, max-age=5', 'no-store', 'no-cache, public', 'max-age=0', 'max-age=x1'])(
    'leaves with an answer that no shared cache keeps: %s',
    (value) => {
      expect(leave(['Cache-Control', value, ...cookie])).toEqual([
        ...['Set-Cookie', 'a=1; again'],
        ...['Cache-Control', value],
      ]);
    },
  );

  it('leaves without the upstream’s Cache-Control, because the answer then gets no-store', () => {
    expect(leave(cookie)).toEqual(['Set-Cookie', 'a=1; again', 'Cache-Control', 'no-store']);
  });
});

describe('the other headers of an answer', () => {
  it('are joined, mapped, passed or dropped by name', () => {
    const raw = ['cache-control', 'private', 'Cache-Control', 'max-age=5', 'LOCATION', '/x', 'ETag', '"1"'];
    const dropped = ['Connection', 'X-Own', 'X-Own', '1', 'Server', 'x', 'Access-Control-Allow-Origin', '*'];
    const left = leave([...raw, ...dropped, 'X-Frame-Options', 'DENY']);
    expect(left.slice(0, 4)).toEqual(['LOCATION', '/api/x', 'ETag', '"1"']);
    expect(left.slice(-2)).toEqual(['Cache-Control', 'private, max-age=5']);
    for (const name of ['Connection', 'X-Own', 'Access-Control-Allow-Origin', 'X-Frame-Options'])
      expect(left).not.toContain(name);
  });

  it.each([
    [200, ['Content-Length', '5', 'Content-Type', 'text/plain']],
    [204, ['Content-Type', 'text/plain']],
    [304, []],
  ])('describe a body with %d as far as there is one', (status, expected) => {
    const raw = ['Content-Length', '5', 'Content-Type', 'text/plain'];
    expect(leave(raw, status)).toEqual([...expected, 'Cache-Control', 'no-store']);
  });
});
