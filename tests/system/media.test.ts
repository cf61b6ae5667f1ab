import { afterAll, beforeAll, expect, it } from 'vitest';
import { picture } from '#tests/support/pictures.ts';
import { type StartedGateway, startGateway } from '#tests/support/start-gateway.ts';
import { type StartedUpstream, startUpstream } from '#tests/support/start-upstream.ts';
import type { TestClient } from '#tests/support/test-client.ts';

let upstream: StartedUpstream;
let gateway: StartedGateway;
let person: TestClient;

beforeAll(async () => {
  upstream = await startUpstream();
  gateway = await startGateway({ upstreamUrl: upstream.url });
  const { client } = await upstream.signUp();
  person = client.copy(`${gateway.url}/api`);
});
afterAll(async () => {
  await gateway.close();
  await upstream.close();
});

function upload(body: Uint8Array<ArrayBuffer>) {
  return person.send('POST', '/media', undefined, { body, headers: { 'content-type': 'image/png' } });
}

it('a picture that is uploaded through the gateway is served by it at the address in the reply, without a session', async () => {
  const reply = await upload(await picture());
  expect(reply.status).toBe(200);
  const answer = await fetch(gateway.url + reply.body.url);
  expect(answer.status).toBe(200);
  expect(Object.fromEntries(answer.headers)).toMatchObject({
    'content-type': 'image/webp',
    'cache-control': 'public, max-age=31536000, immutable, s-maxage=300',
    'content-security-policy': expect.stringContaining('sandbox'),
    'x-content-type-options': 'nosniff',
  });
  expect(answer.headers.get('set-cookie')).toBeNull();
  const etag = answer.headers.get('etag') ?? '';
  expect((await answer.arrayBuffer()).byteLength).toBeGreaterThan(0);
  // Without a Cache-Control of its own, fetch asks for a fresh answer.
  const headers = { 'if-none-match': etag, 'cache-control': 'max-age=0' };
  expect((await fetch(gateway.url + reply.body.url, { headers })).status).toBe(304);
});

it('a picture of almost 5 MB passes the gateway, and one of 7 MB is refused by it', async () => {
  const { status, body } = await upload(new Uint8Array(5 * 1024 ** 2 - 1));
  expect([status, body.code], 'not a picture, but whole').toEqual([415, 'unsupported_media']);
  const larger = await upload(new Uint8Array(7 * 1024 ** 2));
  expect([larger.status, larger.body.code]).toEqual([413, 'too_large']);
});
