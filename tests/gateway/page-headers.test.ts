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

function directives(policy: string | undefined): Map<string, string[]> {
  return new Map(
    (policy ?? '').split(';').map((directive) => {
      const [name = '', ...sources] = directive.trim().split(' ');
      return [name, sources];
    }),
  );
}

describe('the content security policy', () => {
  it('allows no script but our own files and the one that the build wrote into the page', async () => {
    const policy = directives((await request(gateway.url).get('/')).headers['content-security-policy']);
    expect(policy.get('script-src')).toEqual(["'self'", inlineScriptSource]);
    expect(policy.get('script-src-attr')).toEqual(["'none'"]);
    expect(policy.get('default-src')).toEqual(["'self'"]);
    expect(policy.get('object-src')).toEqual(["'none'"]);
    expect(policy.get('base-uri')).toEqual(["'none'"]);
    expect(policy.get('form-action')).toEqual(["'self'"]);
    expect(policy.get('frame-ancestors')).toEqual(["'none'"]);
    expect(policy.get('style-src')).toEqual(["'self'", prerenderedStyleSource]);
    expect(policy.get('worker-src')).toEqual(["'self'"]);
    expect(policy.get('manifest-src')).toEqual(["'self'"]);
  });

  it('never says unsafe', async () => {
    expect((await request(gateway.url).get('/')).headers['content-security-policy']).not.toContain('unsafe');
  });

  it('cannot be written by a visitor', async () => {
    const { headers } = await request(gateway.url).get('/').set('X-Forwarded-Host', "x; script-src 'unsafe-inline'");
    expect(headers['content-security-policy']).not.toContain('unsafe');
  });

  it('allows pictures from anywhere over https, and no other way', async () => {
    const policy = directives((await request(gateway.url).get('/')).headers['content-security-policy']);
    expect(policy.get('img-src')).toEqual(["'self'", 'https:', 'data:', 'blob:']);
  });

  it('does not force https on a deployment that has none', async () => {
    expect((await request(gateway.url).get('/')).headers['content-security-policy']).not.toContain('upgrade-insecure');
  });

  it('is the same on a page with 404', async () => {
    const [found, missing] = await Promise.all([
      request(gateway.url).get('/'),
      request(gateway.url).get('/nope').set('Accept', 'text/html'),
    ]);
    expect(missing.headers['content-security-policy']).toBe(found.headers['content-security-policy']);
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
  it.each([
    ['x-content-type-options', 'nosniff'],
    ['x-frame-options', 'DENY'],
    ['referrer-policy', 'strict-origin-when-cross-origin'],
    ['cross-origin-opener-policy', 'same-origin'],
    ['cross-origin-resource-policy', 'same-origin'],
  ])('set %s to %s', async (name, value) => {
    expect((await request(gateway.url).get('/login')).headers[name]).toBe(value);
  });

  it('switch off what the product never uses', async () => {
    const { headers } = await request(gateway.url).get('/');
    for (const feature of ['camera', 'microphone', 'geolocation', 'payment', 'usb']) {
      expect(headers['permissions-policy']).toContain(`${feature}=()`);
    }
  });

  it('let the page itself use passkeys', async () => {
    const { headers } = await request(gateway.url).get('/login');
    expect(headers['permissions-policy']).toContain('publickey-credentials-get=(self)');
  });

  it('do not say what the server is made of', async () => {
    const { headers } = await request(gateway.url).get('/');
    expect(headers['x-powered-by']).toBeUndefined();
    expect(headers.server).toBeUndefined();
  });
});
