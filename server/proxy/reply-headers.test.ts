import { describe, expect, it } from 'vitest';
import type { ApiCall } from '#server/request/facts.ts';
import { createReplyHeaders } from './reply-headers.ts';

const replyHeaders = createReplyHeaders({
  setCookie: (line) => `${line}; again`,
  location: (value) => `/api${value}`,
});
const leave = (headersDistinct: Record<string, string[]>, statusCode = 200, method = 'GET') =>
  replyHeaders({ method, kind: 'other' } as ApiCall, { statusCode, headers: {}, headersDistinct });
const cookie = { 'set-cookie': ['a=1'] };

describe('a cookie of the upstream', () => {
  it.each(['public', 's-maxage=5', 'immutable', 'max-age=1', 'max-age = "10"', 'Max-Age=007'])(
    'does not leave with an answer that a cache may keep: %s',
    (value) => {
      const headers = { 'cache-control': [value], ...cookie };
      for (const method of ['GET', 'HEAD']) expect(leave(headers, 200, method)).toEqual({ 'cache-control': value });
      expect(leave(headers, 200, 'POST')).toHaveProperty('set-cookie', ['a=1; again']);
    },
  );

  it.each(['private, max-age=5', 'no-store', 'no-cache, public', 'max-age=0', 'max-age=x1'])(
    'leaves with an answer that no shared cache keeps: %s',
    (value) => {
      expect(leave({ 'cache-control': [value], ...cookie })).toEqual({
        'set-cookie': ['a=1; again'],
        'cache-control': value,
      });
    },
  );

  it('leaves without the upstream’s Cache-Control, because the answer then gets no-store', () => {
    expect(leave(cookie)).toEqual({ 'set-cookie': ['a=1; again'], 'cache-control': 'no-store' });
  });
});

describe('the other headers of an answer', () => {
  it('are joined, mapped and passed by name', () => {
    const headers = { 'cache-control': ['private', 'max-age=5'], location: ['/x'], etag: ['"1"'] };
    expect(leave(headers)).toEqual({
      'cache-control': 'private, max-age=5',
      location: ['/api/x'],
      etag: ['"1"'],
    });
  });

  it.each([
    [200, ['content-length', 'content-type']],
    [204, ['content-type']],
    [304, []],
  ])('describe a body with %d as far as there is one', (status, names) => {
    const headers = leave({ 'content-length': ['5'], 'content-type': ['text/plain'] }, status);
    expect(Object.keys(headers)).toEqual([...names, 'cache-control']);
  });
});
