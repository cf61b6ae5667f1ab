import type { IncomingMessage, ServerResponse } from 'node:http';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type StartedGateway, startGateway } from '#tests/support/start-gateway.ts';
import { type SignedUp, type StartedUpstream, startUpstream } from '#tests/support/start-upstream.ts';
import { describeOnEachDatabase } from '#tests/support/test-database.ts';
import { usualCost } from '#upstream/features/auth/passwords.ts';

const honest = '198.51.100.1';

await describeOnEachDatabase('a flood of logins through the gateway', (engine) => {
  let upstream: StartedUpstream;
  let gateway: StartedGateway;
  let person: SignedUp;
  /**
   * The longest that a login may take during the flood, in milliseconds: a second on a machine that is otherwise idle.
   */
  let longest: number;
  beforeAll(async () => {
    upstream = await startUpstream({ engine, passwordCost: usualCost });
    gateway = await startGateway({ upstreamUrl: upstream.url, config: { rateLimitFactor: 1000 } });
    person = await upstream.signUp();
    longest = Math.max(1000, 10 * (await honestLogin()));
  });
  afterAll(async () => {
    await gateway.close();
    await upstream.close();
  });

  const login = (address: string, emailId: string, password: string, signal?: AbortSignal) =>
    fetch(`${gateway.url}/api/login`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-forwarded-for': address },
      body: JSON.stringify({ emailId, password }),
      ...(signal && { signal }),
    });

  /** Milliseconds in the gateway and the upstream; to make hundreds of calls takes this process long enough, too. */
  async function honestLogin(): Promise<number> {
    const served = new Promise<number>((resolve) => {
      const onRequest = (req: IncomingMessage, res: ServerResponse) => {
        if (req.headers['x-forwarded-for'] !== honest) return;
        gateway.server.off('request', onRequest);
        const started = performance.now();
        res.once('close', () => resolve(performance.now() - started));
      };
      gateway.server.on('request', onRequest);
    });
    const reply = await login(honest, person.emailId, person.password);
    expect(reply.status).toBe(200);
    await reply.text();
    return served;
  }

  it('that hang up does not hold an honest login up', async () => {
    const gone = new AbortController();
    let arrived = 0;
    const count = () => {
      arrived += 1;
    };
    upstream.upstream.server.on('request', count);
    const flood = Array.from({ length: 400 }, (_, i) =>
      login(`203.0.113.${i % 40}`, `nobody${i}@mail.test`, 'Wrong#Passw0rd', gone.signal),
    );
    const settled = Promise.allSettled(flood);
    await expect.poll(() => arrived).toBeGreaterThan(100);
    gone.abort();
    expect(await honestLogin()).toBeLessThan(longest);
    upstream.upstream.server.off('request', count);
    await settled;
  });

  it('from one address that waits gets 503 with Retry-After beyond its share, and others their turn', async () => {
    let answered = 0;
    const flood = Array.from({ length: 100 }, async (_, i) => {
      const reply = await login('203.0.113.200', `nobody${i}@mail.test`, 'Wrong#Passw0rd');
      await reply.text();
      answered += 1;
      return reply;
    });
    // By then this process has sent every call, and as many as one address may have are waiting in the queue.
    await expect.poll(() => answered, { interval: 5 }).toBeGreaterThan(80);
    expect(await honestLogin()).toBeLessThan(longest);
    const replies = await Promise.all(flood);
    const refused = replies.filter((reply) => reply.status === 503);
    expect(refused.length).toBeGreaterThan(0);
    expect(refused.every((reply) => Number(reply.headers.get('retry-after')) > 0)).toBe(true);
    expect(replies.filter((reply) => ![401, 503].includes(reply.status))).toEqual([]);
  });
});
