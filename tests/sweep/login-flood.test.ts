import type { IncomingMessage, ServerResponse } from 'node:http';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type StartedGateway, startGateway } from '#tests/support/start-gateway.ts';
import { type SignedUp, type StartedUpstream, startUpstream } from '#tests/support/start-upstream.ts';
import { describeOnEachDatabase } from '#tests/support/test-database.ts';
import { usualCost } from '#upstream/features/auth/passwords.ts';

/** Long enough that a full queue is still full when the next call arrives. */
const slow = { ...usualCost, passes: 2 * usualCost.passes };

// Whose turn is next is tested without HTTP by upstream/limits/password-work.test.ts; here, that the queue is told of
// addresses and of clients that hang up. It would refuse the honest login otherwise, so that no clock decides.
await describeOnEachDatabase('a flood of logins through the gateway', (engine) => {
  let upstream: StartedUpstream;
  let gateway: StartedGateway;
  let person: SignedUp;
  beforeAll(async () => {
    upstream = await startUpstream({ engine, passwordCost: slow });
    gateway = await startGateway({ upstreamUrl: upstream.url, config: { rateLimitFactor: 1000 } });
    person = await upstream.signUp();
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

  async function honestLogin(): Promise<number> {
    const reply = await login('198.51.100.1', person.emailId, person.password);
    await reply.text();
    return reply.status;
  }

  it('that hang up leaves room for an honest login in the queue that they had filled', async () => {
    const gone = new AbortController();
    let [arrived, open, refused] = [0, 0, 0];
    const allClosed = Promise.withResolvers<void>();
    const count = (req: IncomingMessage, res: ServerResponse) => {
      // The gateway's own question about capabilities is not part of the flood.
      if (req.method !== 'POST') return;
      arrived += 1;
      open += 1;
      res.once('close', () => {
        open -= 1;
        if (res.statusCode === 503) refused += 1;
        if (gone.signal.aborted && open === 0) allClosed.resolve();
      });
    };
    upstream.upstream.server.on('request', count);
    // An attempt of each address: beside them, the queue takes no newcomer.
    const flood = Array.from({ length: 200 }, (_, i) =>
      login(`203.0.113.${i}`, `nobody${i}@mail.test`, 'Wrong#Passw0rd', gone.signal),
    );
    const settled = Promise.allSettled(flood);
    await expect.poll(() => arrived).toBe(flood.length);
    await expect.poll(() => refused, { message: 'the queue is full' }).toBeGreaterThan(0);
    gone.abort();
    await allClosed.promise;
    upstream.upstream.server.off('request', count);
    expect(await honestLogin()).toBe(200);
    await settled;
  });

  it('from one address gets 503 with Retry-After beyond its share, and others their turn', async () => {
    let isOver = false;
    const full = Promise.withResolvers<void>();
    const replies: Response[] = [];
    // Each of them asks again at once, so that the share of the address is taken all the time.
    const flood = Array.from({ length: 60 }, async (_, i) => {
      while (!isOver) {
        const reply = await login('203.0.113.200', `nobody${i}@mail.test`, 'Wrong#Passw0rd');
        await reply.text();
        replies.push(reply);
        if (reply.status === 503) full.resolve();
      }
    });
    await Promise.race([full.promise, Promise.all(flood)]);
    expect(await honestLogin()).toBe(200);
    isOver = true;
    await Promise.all(flood);
    const refused = replies.filter((reply) => reply.status === 503);
    expect(refused.every((reply) => Number(reply.headers.get('retry-after')) > 0)).toBe(true);
    expect(replies.filter((reply) => ![401, 503].includes(reply.status))).toEqual([]);
  });
});
