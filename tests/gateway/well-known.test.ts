import request from 'supertest';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { day } from '#shared/durations.ts';
import { type StartedGateway, startGateway } from '#tests/support/start-gateway.ts';

const upstreamUrl = 'http://127.0.0.1:1';
let withContact: StartedGateway;
let without: StartedGateway;

beforeAll(async () => {
  withContact = await startGateway({ upstreamUrl, config: { contact: 'mailto:security@example.com' } });
  without = await startGateway({ upstreamUrl });
});
afterAll(async () => {
  await Promise.all([withContact.close(), without.close()]);
});

describe('/.well-known', () => {
  it('leads password managers to the settings', async () => {
    const { status, headers } = await request(without.url).get('/.well-known/change-password');
    expect([status, headers.location]).toEqual([302, '/setting']);
  });

  it('says where to write about a vulnerability, for less than a year', async () => {
    const { status, text, headers } = await request(withContact.url).get('/.well-known/security.txt');
    expect(status).toBe(200);
    expect(headers['content-type']).toBe('text/plain; charset=utf-8');
    expect(text).toMatch(/^Contact: mailto:security@example\.com$/m);
    const days = (Date.parse(/^Expires: (.+)$/m.exec(text)?.[1] ?? '') - Date.now()) / day;
    expect(days).toBeGreaterThan(1);
    expect(days).toBeLessThan(365);
  });

  it('has no security.txt where no contact is known, and nothing else', async () => {
    expect((await request(without.url).get('/.well-known/security.txt')).status).toBe(404);
    expect((await request(withContact.url).get('/.well-known/other')).status).toBe(404);
    expect((await request(withContact.url).post('/.well-known/change-password')).status).toBe(404);
  });
});
