import { deflateSync, gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type StartedUpstream, startUpstream } from '#tests/support/start-upstream.ts';

describe('the bodies of account calls', () => {
  let upstream: StartedUpstream;
  let login: string;
  beforeAll(async () => {
    upstream = await startUpstream();
    const { emailId, password } = await upstream.signUp();
    login = JSON.stringify({ emailId, password });
  });
  afterAll(() => upstream.close());

  const json = { 'content-type': 'application/json' };
  const send = (body: string | Uint8Array<ArrayBuffer>, headers: Record<string, string>, path = '/login') =>
    upstream.client().send('POST', path, JSON.parse(login), { body, headers });

  it.each([
    ['a gzip body', () => new Uint8Array(gzipSync(login)), { ...json, 'content-encoding': 'gzip' }],
    ['a deflate body', () => new Uint8Array(deflateSync(login)), { ...json, 'content-encoding': 'deflate' }],
    ['a byte order mark', () => `\ufeff${login}`, json],
    [
      'UTF-16',
      () => new Uint8Array(Buffer.from(login, 'utf16le')),
      { 'content-type': 'application/json; charset=utf-16le' },
    ],
    ['UTF-16 that claims to be UTF-8', () => new Uint8Array(Buffer.from(`\ufeff${login}`, 'utf16le')), json],
    ['UTF-7', () => login.replace('@', '+AEA-'), { 'content-type': 'application/json; charset=utf-7' }],
    ['bytes that are no UTF-8', () => new Uint8Array(Buffer.from(`${login.slice(0, -1)},"x":"\xff"}`, 'latin1')), json],
    ['no JSON', () => login, { 'content-type': 'text/plain' }],
  ])('with %s are refused with 415 by login and sign-up', async (_, body, headers) => {
    for (const path of ['/login', '/signup']) {
      const reply = await send(body(), headers, path);
      expect(reply.status).toBe(415);
      expect(reply.body.code).toBe('unsupported_media');
      expect(reply.setCookies).toEqual([]);
    }
  });

  it('are read where they are plain UTF-8, whatever the address looks like', async () => {
    expect((await send(login, { 'content-type': 'application/json; charset=UTF-8' })).status).toBe(200);
    expect((await send(login, { 'content-type': 'application/json; charset="utf-8"' })).status).toBe(200);
    const { emailId, password } = JSON.parse(login);
    const fullWidth = emailId.replace(/[a-z]/g, (c: string) =>
      String.fromCodePoint((c.codePointAt(0) as number) + 0xfee0),
    );
    expect(fullWidth).not.toBe(emailId);
    for (const spelling of [fullWidth, ` ${emailId.toUpperCase()}\u200b`])
      expect((await send(JSON.stringify({ emailId: spelling, password }), json)).status).toBe(200);
  });
});
