import { describe, expect, it } from 'vitest';
import type { CallKind } from '#server/request/call-kind.ts';
import type { ApiCall } from '#server/request/facts.ts';
import { createRequestHeaders } from './request-headers.ts';

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
