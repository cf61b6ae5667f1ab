import { EventEmitter, once } from 'node:events';
import { PassThrough } from 'node:stream';
import { describe, expect, it, vi } from 'vitest';
import type { CallFacts } from '#server/request/facts.ts';
import type { Admission } from './admission.ts';
import { HeldRefusals } from './held-refusals.ts';
import { KnownDevices } from './known-device.ts';
import { limitCalls } from './limit-calls.ts';
import type { LimitedCall } from './limits.ts';

interface Given {
  url?: string;
  headers?: Record<string, string>;
  body?: string;
  facts?: Partial<CallFacts>;
  admission?: Admission;
  /** The client has disconnected before the call was counted. */
  isGone?: boolean;
}

/** Sends one call through the middleware, and notes what was asked of the limits. */
async function limited({ url = '/api/x', headers = {}, body = '', facts = {}, admission, isGone = false }: Given) {
  const calls: [name: string, call: unknown][] = [];
  const limits = {
    devices: new KnownDevices('a secret of the test'),
    read: (call: object) => void calls.push(['read', call]),
    handshake: () => undefined,
    stranger: () => undefined,
    noStranger: () => undefined,
    async admit(call: LimitedCall): Promise<Admission> {
      calls.push(['admit', call]);
      return admission ?? { allowed: true };
    },
  };
  const req = Object.assign(new PassThrough(), { url, headers, complete: true });
  req.end(body);
  const call: CallFacts = {
    requestId: '1',
    client: { ip: '192.0.2.1', host: 'dotcode.test', proto: 'https', trustedPeer: false },
    method: 'POST',
    path: 'x',
    kind: 'other',
    session: 'a-session',
    sessionHash: 'its-hash',
    writtenCookies: {},
    sessionCookie: 'token',
    cookies: {},
    opensSocket: false,
    body: body === '' ? { kind: 'none' } : { kind: 'sized', length: body.length },
    bodyLimit: 1000,
    expectsContinue: false,
    ...facts,
  };
  const res = Object.assign(new EventEmitter(), {
    locals: { call },
    destroyed: isGone,
    headersSent: false,
    statusCode: 200,
  });
  const next = vi.fn();
  const admitHandshake = async (call: CallFacts) => {
    calls.push(['handshake', call]);
    return undefined;
  };
  await limitCalls(limits, admitHandshake, new HeldRefusals())(req as never, res as never, next);
  return { calls, next, call, res };
}

const json = { 'content-type': 'application/json' };
const credentials = '{"emailId":"ann@mail.test","password":"x"}';

describe('a request of a socket', () => {
  it.each([
    ['handshake', true],
    ['read', false],
  ])('counts as a %s where it opens a connection: %s', async (expected, opensSocket) => {
    const { calls, next } = await limited({ facts: { kind: 'socket', opensSocket } });
    expect(calls.map(([name]) => name)).toEqual([expected]);
    expect(next).toHaveBeenCalledOnce();
  });
});

describe('a body', () => {
  it.each(['login', 'signup', 'password-check'] as const)('has to be plain JSON for a %s', async (kind) => {
    const headers = { 'content-type': 'text/plain' };
    await expect(limited({ headers, body: credentials, facts: { kind } })).rejects.toMatchObject({
      code: 'unsupported_media',
    });
    const { next } = await limited({ headers, facts: { kind } });
    expect(next, 'without a body').toHaveBeenCalledOnce();
  });

  it('of any other call is not looked at', async () => {
    const { calls } = await limited({ headers: { 'content-type': 'image/png' }, body: credentials });
    expect(calls).toMatchObject([['admit', { kind: 'other', account: undefined, device: undefined }]]);
  });
});

describe('the device cookie', () => {
  it.each(['login', 'signup'] as const)('follows a %s that succeeded, unless the upstream sets one', async (kind) => {
    const { call, calls } = await limited({ headers: json, body: credentials, facts: { kind } });
    expect(calls).toMatchObject([['admit', { account: 'ann@mail.test' }]]);
    const [line] = call.ownCookies?.(200, []) ?? [];
    expect(line).toMatch(/^device=.*; Secure$/);
    expect(call.ownCookies?.(299, [])).toEqual([line]);
    for (const status of [300, 401, 500]) expect(call.ownCookies?.(status, [])).toEqual([]);
    expect(call.ownCookies?.(200, ['Set-Cookie', 'device=theirs'])).toEqual([]);
  });

  it('is not Secure over http', async () => {
    const client = { ip: '192.0.2.1', host: 'dotcode.test', proto: 'http', trustedPeer: false } as const;
    const { call } = await limited({ headers: json, body: credentials, facts: { kind: 'login', client } });
    expect(call.ownCookies?.(200, [])[0]).not.toContain('Secure');
  });

  it('is not made without an account', async () => {
    const { call } = await limited({ headers: json, body: '{}', facts: { kind: 'login' } });
    expect(call.ownCookies).toBeUndefined();
  });
});

describe('an admitted call', () => {
  it('is settled with the status when the response closes', async () => {
    const settle = vi.fn();
    const { next, res } = await limited({ admission: { allowed: true, settle } });
    expect(next).toHaveBeenCalledOnce();
    expect(settle).not.toHaveBeenCalled();
    res.headersSent = true;
    const closed = once(res, 'close');
    res.emit('close');
    await closed;
    expect(settle.mock.calls).toEqual([[200, undefined]]);
  });

  it('is settled without a status, and goes no further, when the client left while it was counted', async () => {
    const settle = vi.fn();
    const { next } = await limited({ admission: { allowed: true, settle }, isGone: true });
    expect(settle.mock.calls).toEqual([[undefined]]);
    expect(next).not.toHaveBeenCalled();
  });
});
