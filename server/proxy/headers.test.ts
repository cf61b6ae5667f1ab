import { describe, expect, it } from 'vitest';
import type { CallKind } from '#server/request/call-kind.ts';
import type { ApiCall } from '#server/request/facts.ts';
import { createReplyHeaders, createRequestHeaders } from './headers.ts';

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

const headersFor = createRequestHeaders({ host: 'up.test', viaToken: 'dotcode-1', cookies: () => undefined });

function sent(kind: CallKind, host = 'app.test', headersDistinct: Record<string, string[]> = {}) {
  const client = { ip: '192.0.2.1', network: '192.0.2.1', proto: 'https', host, trustedPeer: false } as const;
  return headersFor({ headers: {}, headersDistinct }, { client, requestId: 'r1', kind } as ApiCall);
}

describe('the headers for the upstream', () => {
  it('ask for a readable and whole reply where it may hold a password', () => {
    const headers = { 'accept-encoding': ['br'], range: ['bytes=0-1'] };
    expect(sent('login', 'app.test', headers)).toEqual({ ...sent('login'), 'accept-encoding': 'identity' });
    expect(sent('other', 'app.test', headers)).toMatchObject({ 'accept-encoding': 'br', range: 'bytes=0-1' });
  });

  it('name no public host where the client sent none', () => {
    expect(sent('other')).toHaveProperty('x-forwarded-host', 'app.test');
    expect(sent('other', '')).not.toHaveProperty('x-forwarded-host');
  });
});
