import type { IncomingMessage } from 'node:http';
import { describe, expect, it } from 'vitest';
import { cookiesIn } from '#platform/cookies.ts';
import type { CallKind } from '#server/request/call-kind.ts';
import type { ApiCall } from '#server/request/facts.ts';
import { createRequestHeaders } from './request-headers.ts';

const headersFor = createRequestHeaders({
  ...{ host: 'up.test', viaToken: 'dotcode-1' },
  cookies: ({ writtenCookies }) => writtenCookies.token && `token=${writtenCookies.token}`,
});

function sent(raw: readonly string[], kind: CallKind = 'other', host = 'app.test') {
  const headers: Record<string, string> = {};
  for (let i = 0; i < raw.length; i += 2) headers[(raw[i] as string).toLowerCase()] = raw[i + 1] as string;
  const facts = {
    client: { ip: '192.0.2.1', proto: 'https', host },
    requestId: 'r1',
    kind,
    writtenCookies: cookiesIn(headers.cookie),
  };
  return headersFor({ rawHeaders: raw, headers } as unknown as IncomingMessage, facts as unknown as ApiCall);
}

const own = {
  host: 'up.test',
  'x-forwarded-for': '192.0.2.1',
  'x-forwarded-proto': 'https',
  'x-forwarded-host': 'app.test',
  'x-forwarded-prefix': '/api',
  'x-request-id': 'r1',
  via: '1.1 dotcode-1',
};

describe('the headers for the upstream', () => {
  it('are the client’s, with the gateway’s own in place of every claim', () => {
    const claims = [
      'Host',
      'evil',
      'X-Forwarded-For',
      '1.1.1.1',
      'Forwarded',
      'for=x',
      'X-Request-Id',
      'mine',
      'X-Forwarded-Prefix',
      '/evil',
    ];
    expect(sent([...claims, 'Accept', 'a/b', 'Cookie', 'token=1'])).toEqual({
      ...own,
      accept: 'a/b',
      cookie: 'token=1',
    });
  });

  it('keep each line of a repeated header, and names that every object has', () => {
    const raw = ['X-A', '1', 'x-a', '2', 'X-A', '3', 'constructor', 'x'];
    expect(sent(raw)).toEqual({ ...own, 'x-a': ['1', '2', '3'], constructor: 'x' });
  });

  it('leave out what belongs to one connection', () => {
    expect(sent(['Connection', 'X-Mine', 'X-Mine', '1', 'Keep-Alive', '5', 'TE', 'trailers'])).toEqual(own);
  });

  it('ask for a readable and whole reply where it may hold a password', () => {
    const raw = ['Accept-Encoding', 'br', 'Range', 'bytes=0-1', 'Accept', 'a/b'];
    expect(sent(raw, 'login')).toEqual({ ...own, accept: 'a/b', 'accept-encoding': 'identity' });
    expect(sent(raw)).toEqual({ ...own, accept: 'a/b', 'accept-encoding': 'br', range: 'bytes=0-1' });
  });

  it('name this gateway after those before it, and no host where the client sent none', () => {
    const { 'x-forwarded-host': _host, ...rest } = own;
    expect(sent(['Via', '1.1 front'], undefined, '')).toEqual({ ...rest, via: '1.1 front, 1.1 dotcode-1' });
  });
});
