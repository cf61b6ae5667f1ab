import request from 'supertest';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { inlineScriptSource, makeSite, prerenderedStyleSource } from '#tests/support/site-fixture.ts';
import { startSiteGateway } from '#tests/support/site-gateway.ts';
import { type StartedGateway, startGateway } from '#tests/support/start-gateway.ts';

let gateway: StartedGateway;

beforeAll(async () => {
  gateway = await startSiteGateway();
});
afterAll(() => gateway.close());

const policyOf = async (path: string, headers = {}): Promise<string> =>
  (await request(gateway.url).get(path).set(headers)).headers['content-security-policy'] ?? '';

describe('the content security policy', () => {
  it('allows our own files, what the build wrote into the page, and pictures over https, on every page', async () => {
    expect((await policyOf('/')).split(';').sort()).toEqual([
      "base-uri 'none'",
      "connect-src 'self'",
      "default-src 'self'",
      "font-src 'self'",
      "form-action 'self'",
      "frame-ancestors 'none'",
      "frame-src 'none'",
      "img-src 'self' https: data: blob:",
      "manifest-src 'self'",
      "media-src 'none'",
      "object-src 'none'",
      'report-uri /browser-reports',
      `script-src 'self' ${inlineScriptSource}`,
      "script-src-attr 'none'",
      `style-src 'self' ${prerenderedStyleSource}`,
      "worker-src 'self'",
    ]);
    expect(await policyOf('/nope', { Accept: 'text/html' })).toBe(await policyOf('/'));
  });

  it('cannot be written by a visitor', async () => {
    expect(await policyOf('/', { 'X-Forwarded-Host': "x; script-src 'unsafe-inline'" })).not.toContain('unsafe');
  });
});

describe('the promise to stay on https', () => {
  it('is made only when a trusted hop says https', async () => {
    expect((await request(gateway.url).get('/')).headers['strict-transport-security']).toBeUndefined();
    const { headers } = await request(gateway.url).get('/').set('X-Forwarded-Proto', 'https');
    expect(headers['strict-transport-security']).toBe('max-age=63072000');
  });

  it('is not made because a stranger says so', async () => {
    const other = makeSite();
    const strict = await startGateway({
      upstreamUrl: 'http://127.0.0.1:9',
      site: other.site,
      config: { trustProxy: [] },
    });
    try {
      const { headers } = await request(strict.url).get('/').set('X-Forwarded-Proto', 'https');
      expect(headers['strict-transport-security']).toBeUndefined();
    } finally {
      await strict.close();
      other.remove();
    }
  });
});

describe('the other headers of a page', () => {
  it('keep it from being sniffed, framed and joined, and do not say what the server is made of', async () => {
    const { headers } = await request(gateway.url).get('/login');
    expect(headers).toMatchObject({
      'x-content-type-options': 'nosniff',
      'x-frame-options': 'DENY',
      'referrer-policy': 'strict-origin-when-cross-origin',
      'cross-origin-opener-policy': 'same-origin',
      'cross-origin-resource-policy': 'same-origin',
    });
    expect([headers['x-powered-by'], headers.server]).toEqual([undefined, undefined]);
  });

  it('switch off what the product never uses, and let the page itself use passkeys', async () => {
    const { 'permissions-policy': policy } = (await request(gateway.url).get('/login')).headers;
    for (const feature of ['camera', 'microphone', 'geolocation', 'payment', 'usb'])
      expect(policy).toContain(`${feature}=()`);
    expect(policy).toContain('publickey-credentials-get=(self)');
  });
});
