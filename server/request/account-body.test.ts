import type { IncomingMessage } from 'node:http';
import { PassThrough } from 'node:stream';
import { describe, expect, it, vi } from 'vitest';
import { readAccount, requirePlainJson } from './account-body.ts';
import type { CallFacts } from './facts.ts';

async function accountOf(body: string | Buffer, facts: Partial<CallFacts> = {}) {
  // Node sets `complete` when the parser has seen the end of the message.
  const req = Object.assign(new PassThrough(), { complete: true });
  req.end(body);
  const writeContinue = vi.fn();
  const given = { body: { kind: 'length' }, bodyLimit: 1000, expectsContinue: false, ...facts } as unknown as CallFacts;
  const account = await readAccount(req as unknown as IncomingMessage, { writeContinue } as never, given);
  return { account, rest: req, writeContinue, facts: given };
}

describe('the account of a login', () => {
  it('is the key of the address in the body, which stays in the stream', async () => {
    const body = '{"emailId":" Ann@Mail.Test ","password":"x"}';
    const { account, rest } = await accountOf(body);
    expect(account).toBe('ann@mail.test');
    expect(String(await rest.toArray())).toBe(body);
  });

  it.each([
    '{}',
    '[]',
    'null',
    '"ann@mail.test"',
    '{"emailId":7}',
    '{"emailId":"a"',
    `{"emailId":"${'a'.repeat(321)}"}`,
  ])('is undefined for a body that names none: %s', async (body) => {
    expect((await accountOf(body)).account).toBeUndefined();
  });

  it('may be as long as an address may be', async () => {
    const address = `${'a'.repeat(310)}@mail.test`;
    expect(address).toHaveLength(320);
    expect((await accountOf(JSON.stringify({ emailId: address }))).account).toBe(address);
  });

  it('is undefined for a body that is longer than allowed, and without a body', async () => {
    expect((await accountOf('{"emailId":"a@b.c"}', { bodyLimit: 5 })).account).toBeUndefined();
    expect((await accountOf('', { body: { kind: 'none' } as never })).account).toBeUndefined();
  });

  it.each([
    ['a byte order mark', '\ufeff{"emailId":"a@b.c"}'],
    ['bytes that are not UTF-8', Buffer.from([0x7b, 0xff, 0x7d])],
  ])('is refused in %s', async (_name, body) => {
    await expect(accountOf(body)).rejects.toMatchObject({ code: 'unsupported_media' });
  });

  it('lets a client go on that waits for 100 Continue, once', async () => {
    const { writeContinue, facts } = await accountOf('{}', { expectsContinue: true });
    expect(writeContinue).toHaveBeenCalledOnce();
    expect(facts.expectsContinue).toBe(false);
    expect((await accountOf('{}')).writeContinue).not.toHaveBeenCalled();
  });
});

describe('requirePlainJson', () => {
  const check = (headers: Record<string, string>) => () => requirePlainJson({ headers } as unknown as IncomingMessage);

  it.each([
    { 'content-type': 'application/json' },
    { 'content-type': 'Application/JSON; charset=UTF-8' },
    { 'content-type': 'application/json ; x=1; charset="utf8"', 'content-encoding': ' Identity ' },
  ])('accepts %o', (headers) => {
    expect(check(headers)).not.toThrow();
  });

  it.each([
    {},
    { 'content-type': 'text/plain' },
    { 'content-type': 'application/json', 'content-encoding': 'gzip' },
    { 'content-type': 'application/json; charset=utf-16' },
    { 'content-type': 'application/json; charset=xutf-8' },
    { 'content-type': 'application/json; charset=utf-8x' },
  ])('refuses %o', (headers) => {
    expect(check(headers as Record<string, string>)).toThrow(expect.objectContaining({ code: 'unsupported_media' }));
  });
});
