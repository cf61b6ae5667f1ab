import { afterAll, beforeAll, expect, it } from 'vitest';
import { picture } from '#tests/support/pictures.ts';
import { type StartedUpstream, startUpstream } from '#tests/support/start-upstream.ts';
import type { TestClient } from '#tests/support/test-client.ts';
import { describeOnEachDatabase } from '#tests/support/test-database.ts';

await describeOnEachDatabase('behind the gateway', (engine) => {
  let upstream: StartedUpstream;
  beforeAll(async () => {
    upstream = await startUpstream({ engine, behindGateway: true, env: { RATE_LIMIT_FACTOR: '1' } });
  });
  afterAll(() => upstream.close());

  it('a known device gets its cookie, hidden from scripts, and is let in while strangers are refused', async () => {
    const { emailId, password } = await upstream.signUp();
    const login = (client: TestClient, typed: string, from = '198.51.100.7') =>
      client.send('POST', '/login', { emailId, password: typed }, { headers: { 'x-forwarded-for': from } });
    const owner = upstream.client();
    const first = await login(owner, password);
    expect(first.status).toBe(200);
    const cookie = first.setCookies.find((line) => line.startsWith('device='));
    expect(cookie).toMatch(/^device=[\w-]+; .*HttpOnly; SameSite=Lax$/);
    await owner.post('/signout');
    for (let i = 0; i < 10; i++)
      expect((await login(upstream.client(), 'Wrong#Passw0rd', `203.0.113.${i}`)).status).toBe(401);
    const refused = await login(upstream.client(), password);
    expect(refused.status).toBe(429);
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
    expect((await login(owner, password)).status).toBe(200);
  });

  const upload = ({ client }: { client: TestClient }, body: Uint8Array<ArrayBuffer>) =>
    client.send('POST', '/media', undefined, { body, headers: { 'content-type': 'image/png' } });

  it('an uploaded picture is served at the address in the reply, without a session', async () => {
    const { status, body } = await upload(await upstream.signUp(), await picture());
    expect([status, body.url]).toEqual([200, expect.stringMatching(/^\/api\//)]);
    const path = body.url.slice('/api'.length);
    const answer = await upstream.client().get(path);
    expect(answer.status).toBe(200);
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      'content-type': 'image/webp',
      'cache-control': 'public, max-age=31536000, immutable, s-maxage=300',
      'content-security-policy': expect.stringContaining('sandbox'),
      'x-content-type-options': 'nosniff',
    });
    expect(answer.setCookies).toEqual([]);
    expect(answer.text.length).toBeGreaterThan(0);
    // Without a Cache-Control of its own, fetch asks for a fresh answer.
    const headers = { 'if-none-match': answer.headers.get('etag') ?? '', 'cache-control': 'max-age=0' };
    expect((await upstream.client().send('GET', path, undefined, { headers })).status).toBe(304);
  });

  it('a body of almost 5 MB reaches the upload of pictures, and one of 7 MB is refused by the gateway', async () => {
    const person = await upstream.signUp();
    const { status, body } = await upload(person, new Uint8Array(5 * 1024 ** 2 - 1));
    expect([status, body.code], 'not a picture, but whole').toEqual([415, 'unsupported_media']);
    const larger = await upload(person, new Uint8Array(7 * 1024 ** 2));
    expect([larger.status, larger.body.code]).toEqual([413, 'too_large']);
  });
});
