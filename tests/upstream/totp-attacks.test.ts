import { describe, expect, it } from 'vitest';
import { minute } from '#shared/durations.ts';
import { AuthenticatorApp } from '#tests/support/authenticator-app.ts';
import { ownRedis, redisIsExpected } from '#tests/support/redis-answers.ts';
import { switchOnSecondFactor } from '#tests/support/second-factor.ts';
import { type SignedUp, startUpstream } from '#tests/support/start-upstream.ts';
import type { TestClient } from '#tests/support/test-client.ts';
import { describeOnEachDatabase } from '#tests/support/test-database.ts';
import { useTwoInstances, useUpstream } from '#tests/support/use-upstream.ts';

const secret = 'the-same-secret-on-every-instance';
let addresses = 0;
/** An address that no other test uses. */
function newAddress(): string {
  addresses += 1;
  return `203.0.113.${addresses}`;
}

function logIn(client: TestClient, { emailId, password }: SignedUp, code: string, from = newAddress()) {
  return client.send('POST', '/login', { emailId, password, code }, { headers: { 'x-forwarded-for': from } });
}

await describeOnEachDatabase('one code at two instances', (engine) => {
  let time = Date.now();
  const now = () => time;
  const { first, second } = useTwoInstances({ engine, now, env: { SECRET: secret } });

  it('opens one session when it comes several times at once', async () => {
    const ada = await first.signUp();
    const { app, recoveryCodes } = await switchOnSecondFactor(ada, now);
    time += minute;
    for (const code of [app.code(), recoveryCodes[0] ?? '']) {
      const replies = await Promise.all(
        Array.from({ length: 6 }, (_, i) => logIn((i % 2 ? first : second).client(), ada, code)),
      );
      expect(replies.map(({ status }) => status).toSorted()).toEqual([200, 401, 401, 401, 401, 401]);
    }
  });

  it('switches the second factor on once, with one set of recovery codes', async () => {
    const ada = await first.signUp();
    const { secret: shared } = (await ada.client.post('/totp/start', { password: ada.password })).body;
    const code = new AuthenticatorApp(shared, now).code();
    const replies = await Promise.all(
      [first, second, first, second].map(({ url }) => ada.client.copy(url).post('/totp/confirm', { code })),
    );
    expect(replies.map(({ status }) => status).toSorted()).toEqual([200, 409, 409, 409]);
    const [good] = replies.filter(({ status }) => status === 200);
    expect((await logIn(second.client(), ada, good?.body.recoveryCodes[9])).status).toBe(200);
  });

  it('makes one set of recovery codes of two that are asked for at once', async () => {
    const ada = await first.signUp();
    await switchOnSecondFactor(ada, now);
    const replies = await Promise.all(
      [first, second].map(({ url }) => ada.client.copy(url).post('/totp/recovery-codes', { password: ada.password })),
    );
    expect(replies.map(({ status }) => status)).toEqual([200, 200]);
    expect((await ada.client.get('/totp')).body.recoveryCodesLeft).toBe(10);
  });
});

describe('wrong codes', () => {
  let time = Date.now();
  const now = () => time;
  // A fifth of the points that `npm start` ships with, so that few logins are enough.
  const upstream = useUpstream({ now, env: { RATE_LIMIT_FACTOR: '0.2', SECRET: secret } });

  it('from elsewhere are taken four times a day; known devices and recovery codes go on', async () => {
    const ada = await upstream.signUp();
    const { app, recoveryCodes } = await switchOnSecondFactor(ada, now);
    time += minute;
    for (let i = 0; i < 4; i++) expect((await logIn(upstream.client(), ada, app.wrongCode())).status, `${i}`).toBe(401);
    const refused = await logIn(upstream.client(), ada, app.code());
    expect([refused.status, refused.body.code]).toEqual([429, 'rate_limited']);
    expect(refused.body.message).toContain('A recovery code works now.');
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(3600);
    expect((await logIn(ada.client.copy(), ada, app.code())).status).toBe(200);
    expect((await logIn(upstream.client(), ada, recoveryCodes[0] ?? '')).status).toBe(200);
  });

  it('at a known device have an allowance of their own', async () => {
    const ada = await upstream.signUp();
    const { app } = await switchOnSecondFactor(ada, now);
    time += minute;
    for (let i = 0; i < 4; i++) expect((await logIn(ada.client.copy(), ada, app.wrongCode())).status).toBe(401);
    expect((await logIn(ada.client.copy(), ada, app.code())).status).toBe(429);
    expect((await logIn(upstream.client(), ada, app.code())).status).toBe(200);
  });

  it('count when they begin: two at once are no way around', async () => {
    const ada = await upstream.signUp();
    const { app } = await switchOnSecondFactor(ada, now);
    time += minute;
    const wrong = () => logIn(upstream.client(), ada, app.wrongCode());
    for (let i = 0; i < 3; i++) expect((await wrong()).status).toBe(401);
    // More at once would use up the budget of the password, of which each takes a point until it was found right.
    const last = await Promise.all([wrong(), wrong()]);
    expect(last.map(({ status }) => status).toSorted()).toEqual([401, 429]);
  });

  it('do not use up the budget of the password, and a right code takes nothing', async () => {
    const ada = await upstream.signUp();
    const { app } = await switchOnSecondFactor(ada, now);
    time += minute;
    for (let i = 0; i < 3; i++) expect((await logIn(upstream.client(), ada, app.wrongCode())).status).toBe(401);
    for (let i = 0; i < 6; i++) {
      time += minute;
      expect((await logIn(upstream.client(), ada, app.code())).status).toBe(200);
    }
  });

  it('from one network are limited over all accounts', async () => {
    const from = newAddress();
    const people = await Promise.all(Array.from({ length: 4 }, () => upstream.signUp()));
    const apps = await Promise.all(people.map((person) => switchOnSecondFactor(person, now)));
    time += minute;
    let refused = 0;
    for (let i = 0; i < 16; i++) {
      const [ada, app] = [people[i % 4], apps[i % 4]];
      if (!ada || !app) throw new Error('there are four');
      const { status } = await logIn(upstream.client(), ada, app.app.wrongCode(), from);
      if (status === 429) refused += 1;
    }
    expect(refused).toBe(4);
  });

  it('cannot be tried out where the second factor is switched on, by a thief of the session', async () => {
    const ada = await upstream.signUp();
    const { secret: shared } = (await ada.client.post('/totp/start', { password: ada.password })).body;
    const app = new AuthenticatorApp(shared, now);
    for (let i = 0; i < 2; i++)
      expect((await ada.client.post('/totp/confirm', { code: app.wrongCode() })).status).toBe(422);
    expect((await ada.client.post('/totp/confirm', { code: app.code() })).status).toBe(429);
    expect((await ada.client.get('/totp')).body.on).toBe(false);
  });
});

describe.skipIf(!(await redisIsExpected()))('wrong codes at two instances with one Redis', () => {
  const { first, second } = useTwoInstances({ env: { ...ownRedis(), RATE_LIMIT_FACTOR: '0.2' } });

  it('are counted together', async () => {
    const ada = await first.signUp();
    const { app } = await switchOnSecondFactor(ada);
    for (const { client } of [first, second, first, second])
      expect((await logIn(client(), ada, app.wrongCode())).status).toBe(401);
    for (const { client } of [first, second]) expect((await logIn(client(), ada, app.code())).status).toBe(429);
  });
});

describe('a stolen copy of the database', () => {
  it('with another SECRET opens nothing, and leaves the recovery codes to the owner', async () => {
    const first = await startUpstream({ env: { SECRET: secret } });
    const [ada, eve] = [await first.signUp(), await first.signUp()];
    const { app, recoveryCodes } = await switchOnSecondFactor(ada);
    const eves = await switchOnSecondFactor(eve);
    const second = await startUpstream({
      env: { SECRET: 'another-secret-of-32-characters!' },
      databaseUrl: first.databaseUrl,
    });
    expect((await logIn(second.client(), ada, app.code())).status).toBe(401);
    expect(second.logLines.join('')).toContain('sealed with another SECRET');
    expect((await logIn(second.client(), ada, recoveryCodes[0] ?? '')).status).toBe(200);
    await second.close();
    // A secret that is moved into the row of another account does not open that account.
    const { sealed_secret } = await first.db
      .selectFrom('second_factors')
      .select('sealed_secret')
      .where('user_id', '=', eve.id)
      .executeTakeFirstOrThrow();
    await first.db.updateTable('second_factors').set({ sealed_secret }).where('user_id', '=', ada.id).execute();
    expect((await logIn(first.client(), ada, eves.app.code())).status).toBe(401);
    await first.close();
  });
});
