import { afterAll, beforeAll, expect, it } from 'vitest';
import { type StartedGateway, startGateway } from '#tests/support/start-gateway.ts';
import { type StartedUpstream, startUpstream } from '#tests/support/start-upstream.ts';
import { TestClient } from '#tests/support/test-client.ts';
import { describeOnEachDatabase } from '#tests/support/test-database.ts';

const secret = 'the-same-secret-for-both-programs';

await describeOnEachDatabase('a known device behind the gateway', (engine) => {
  let upstream: StartedUpstream;
  let gateway: StartedGateway;
  beforeAll(async () => {
    // Gateway and upstream have the budgets of production.
    upstream = await startUpstream({ engine, env: { RATE_LIMIT_FACTOR: '1', SECRET: secret } });
    gateway = await startGateway({ upstreamUrl: upstream.url, config: { secret } });
  });
  afterAll(async () => {
    await gateway.close();
    await upstream.close();
  });

  const login = (client: TestClient, emailId: string, password: string, from = '198.51.100.7') =>
    client.send('POST', '/api/login', { emailId, password }, { headers: { 'x-forwarded-for': from } });

  it('gets its cookie, hidden from scripts, and is let in while strangers are refused', async () => {
    const { emailId, password } = await upstream.signUp();
    const owner = new TestClient(gateway.url);
    const first = await login(owner, emailId, password);
    expect(first.status).toBe(200);
    const cookie = first.setCookies.find((line) => line.startsWith('device='));
    expect(cookie).toMatch(/^device=[\w-]+; .*HttpOnly; SameSite=Lax$/);
    await owner.post('/api/signout');
    for (let i = 0; i < 10; i++)
      expect((await login(new TestClient(gateway.url), emailId, 'Wrong#Passw0rd', `203.0.113.${i}`)).status).toBe(401);
    const refused = await login(new TestClient(gateway.url), emailId, password);
    expect(refused.status).toBe(429);
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
    expect((await login(owner, emailId, password)).status).toBe(200);
  });
});
