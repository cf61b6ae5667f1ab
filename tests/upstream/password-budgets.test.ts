import { describe, expect, it, onTestFinished } from 'vitest';
import { changePassword } from '#tests/support/acts.ts';
import { ownRedis, redisIsExpected } from '#tests/support/redis-answers.ts';
import { type SignedUp, type StartedUpstream, startTwoInstances } from '#tests/support/start-upstream.ts';
import type { TestClient } from '#tests/support/test-client.ts';
import { describeOnEachDatabase } from '#tests/support/test-database.ts';
import { useUpstream } from '#tests/support/use-upstream.ts';

const wrong = 'Wrong#Passw0rd';
let addresses = 0;
/** An address that no other test uses. */
function newAddress(): string {
  addresses += 1;
  return `203.0.113.${addresses}`;
}

function login(client: TestClient, emailId: string, password: string, from = newAddress()) {
  return client.send('POST', '/login', { emailId, password }, { headers: { 'x-forwarded-for': from } });
}

/** Fails logins from ever new addresses until the account refuses them. */
async function closeAccount(upstream: StartedUpstream, person: SignedUp): Promise<void> {
  for (let i = 0; i < 10; i++) expect((await login(upstream.client(), person.emailId, wrong)).status).toBe(401);
  const refused = await login(upstream.client(), person.emailId, wrong);
  expect(refused.status).toBe(429);
  expect(refused.body).toMatchObject({
    code: 'rate_limited',
    message: expect.stringMatching(/Try again in \d+ seconds/),
  });
  const wait = Number(refused.headers.get('retry-after'));
  expect(wait).toBeGreaterThan(0);
  expect(wait).toBeLessThanOrEqual(30);
}

await describeOnEachDatabase('wrong passwords', (engine) => {
  const upstream = useUpstream({ engine, env: { RATE_LIMIT_FACTOR: '1' } });

  it('from elsewhere do not lock the owner out of a device that has signed in before', async () => {
    const person = await upstream.signUp();
    await closeAccount(upstream, person);
    await person.client.post('/signout');
    expect(person.client.cookies.has('token')).toBe(false);
    expect((await login(person.client, person.emailId, person.password)).status).toBe(200);
    expect((await login(upstream.client(), person.emailId, person.password)).status).toBe(429);
  });

  it('at a known device have an allowance of their own, which one account cannot lend to another', async () => {
    const [owner, attacker] = [await upstream.signUp(), await upstream.signUp()];
    const known = owner.client.copy();
    for (let i = 0; i < 10; i++) expect((await login(known, owner.emailId, wrong)).status).toBe(401);
    expect((await login(known, owner.emailId, owner.password)).status).toBe(429);
    // The owner's other devices can still log in.
    expect((await login(upstream.client(), owner.emailId, owner.password)).status).toBe(200);
    // A device known to another account is an unknown one.
    for (let i = 0; i < 10; i++) expect((await login(attacker.client.copy(), owner.emailId, wrong)).status).toBe(401);
    expect((await login(attacker.client.copy(), owner.emailId, wrong)).status).toBe(429);
  });

  it('at all known devices of an account share its allowance, and a change of the password ends what they were known by', async () => {
    const owner = await upstream.signUp();
    const devices = [];
    for (let i = 0; i < 12; i++) {
      const device = upstream.client();
      expect((await login(device, owner.emailId, owner.password)).status).toBe(200);
      devices.push(device);
    }
    const statuses = [];
    for (const device of devices) statuses.push((await login(device, owner.emailId, wrong)).status);
    expect(statuses).toEqual([...Array(10).fill(401), 429, 429]);
    const newPassword = 'N3w!secret';
    const other = await upstream.signUp();
    const copy = upstream.client();
    await login(copy, other.emailId, other.password);
    expect((await changePassword(other, newPassword)).status).toBe(200);
    await closeAccount(upstream, other);
    // The device on which the owner has changed it is known; the others are strangers now.
    expect((await login(copy, other.emailId, newPassword)).status).toBe(429);
    expect((await login(other.client, other.emailId, newPassword)).status).toBe(200);
  });

  it('take from one budget at login, at the change of the password and at the deletion', async () => {
    const person = await upstream.signUp();
    const thief = upstream.client();
    thief.cookies.set('token', person.client.cookies.get('token') ?? '');
    const guesses = [
      () => changePassword({ client: thief, password: wrong }, 'N3w!secret'),
      () => thief.delete('/profile', { password: wrong }),
      () => login(thief, person.emailId, wrong),
    ];
    for (let i = 0; i < 10; i++) expect([401, 422]).toContain((await guesses[i % 3]?.())?.status);
    for (const guess of guesses) expect((await guess()).status).toBe(429);
    // The right password is refused too: a success would tell the thief that it is right.
    expect((await thief.delete('/profile', { password: person.password })).status).toBe(429);
    expect((await person.client.delete('/profile', { password: person.password })).status).toBe(200);
  });

  it('count by the account whatever its spelling, and the same where there is no account', async () => {
    const person = await upstream.signUp();
    for (const emailId of [person.emailId, 'nobody@mail.test']) {
      const spellings = [
        emailId.toUpperCase(),
        ` ${emailId}`,
        emailId.replace('@', '＠'),
        emailId.replace('o', 'ｏ'),
        `${emailId}\u200b`,
      ];
      for (const spelling of [...spellings, ...spellings])
        expect((await login(upstream.client(), spelling, wrong)).status).toBe(401);
      expect((await login(upstream.client(), emailId, wrong)).status).toBe(429);
    }
  });

  it('count when they begin: callers that hang up get nothing back', async () => {
    const person = await upstream.signUp();
    for (let i = 0; i < 10; i++) {
      const gone = new AbortController();
      const call = fetch(`${upstream.url}/login`, {
        method: 'POST',
        signal: gone.signal,
        headers: { 'content-type': 'application/json', 'x-forwarded-for': newAddress() },
        body: JSON.stringify({ emailId: person.emailId, password: wrong }),
      });
      await new Promise((resolve) => upstream.upstream.server.once('request', resolve));
      gone.abort();
      await expect(call).rejects.toThrow();
    }
    await expect.poll(async () => (await login(upstream.client(), person.emailId, wrong)).status).toBe(429);
  });

  it('from one network are limited over all accounts; one IPv6 host cannot change its network', async () => {
    for (let i = 0; i < 60; i += 6) {
      const addresses = [1, 2, 3, 4, 5, 6].map((n) => `2001:db8:0:1::${(i + n).toString(16)}`);
      const replies = await Promise.all(
        addresses.map((from, n) => login(upstream.client(), `nobody${i + n}@mail.test`, wrong, from)),
      );
      expect(replies.map((reply) => reply.status)).toEqual(addresses.map(() => 401));
    }
    expect((await login(upstream.client(), 'nobody@mail2.test', wrong, '2001:db8:0:1:ffff::')).status).toBe(429);
    expect((await login(upstream.client(), 'nobody@mail2.test', wrong, '2001:db8:0:2::1')).status).toBe(401);
  });

  it('are told to the operator once, without names', () => {
    const lines = upstream.logLines.map((line) => JSON.parse(line)).filter((line) => line.audit);
    expect(lines.filter((line) => line.audit === 'account-closed').length).toBeGreaterThan(0);
    const refused = lines.filter((line) => line.audit === 'refused' && line.budget === 'proof-address');
    expect(refused).toHaveLength(1);
    expect(JSON.stringify(lines)).not.toMatch(/mail\.test|2001:db8|203\.0\.113/);
  });
});

describe('with few points', () => {
  const upstream = useUpstream({ env: { RATE_LIMIT_FACTOR: '0.1' } });

  it('right passwords take nothing from any budget', async () => {
    const person = await upstream.signUp();
    const from = newAddress();
    for (let i = 0; i < 8; i++)
      expect((await login(upstream.client(), person.emailId, person.password, from)).status).toBe(200);
  });

  it('signing up is limited by network, and how often a taken address is told', async () => {
    const signup = (emailId: string, from: string) => {
      const body = { firstName: 'Ada', lastName: 'Lovelace', emailId, password: 'Gr3at#Analytical' };
      return upstream.client().send('POST', '/signup', body, { headers: { 'x-forwarded-for': from } });
    };
    const [network, prober] = [newAddress(), newAddress()];
    for (let i = 0; i < 6; i++) expect((await signup(`ada${i}@gmail.com`, network)).status).toBe(200);
    expect((await signup('ada6@gmail.com', network)).status).toBe(429);
    expect((await signup('ada6@gmail.com', newAddress())).status).toBe(200);
    for (let i = 0; i < 2; i++) expect((await signup('ada1@gmail.com', prober)).status).toBe(409);
    const refused = await signup('ada1@gmail.com', prober);
    expect(refused.status).toBe(429);
    const unknown = await signup('unknown@gmail.com', prober);
    expect({ ...unknown.body, requestId: '' }).toEqual({ ...refused.body, requestId: '' });
  });
});

describe.skipIf(!(await redisIsExpected()))('two instances with one Redis', () => {
  it('count wrong passwords together, and know the devices of each other', async () => {
    const { first, second, close } = await startTwoInstances({ env: { ...ownRedis(), RATE_LIMIT_FACTOR: '1' } });
    onTestFinished(close);
    const person = await first.signUp();
    for (let i = 0; i < 10; i++)
      expect((await login((i % 2 ? first : second).client(), person.emailId, wrong)).status).toBe(401);
    for (const instance of [first, second])
      expect((await login(instance.client(), person.emailId, person.password)).status).toBe(429);
    expect((await login(person.client.copy(second.url), person.emailId, person.password)).status).toBe(200);
  });
});
