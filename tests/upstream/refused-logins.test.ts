import { afterEach, beforeEach, expect, it } from 'vitest';
import { minute } from '#shared/durations.ts';
import { switchOnSecondFactor } from '#tests/support/second-factor.ts';
import { type SignedUp, type StartedUpstream, startUpstream } from '#tests/support/start-upstream.ts';
import { describeOnEachDatabase } from '#tests/support/test-database.ts';
import { runAdmin } from '#upstream/features/admin/run-admin.ts';

await describeOnEachDatabase('a login to an account that is leaving or suspended', (engine) => {
  let upstream: StartedUpstream;
  let time: number;
  const now = () => time;
  beforeEach(async () => {
    time = Date.now();
    // One try more than the budgets of `npm start` have is refused.
    upstream = await startUpstream({ engine, now, env: { LEAVING_DAYS: '14', RATE_LIMIT_FACTOR: '1' } });
  });
  afterEach(() => upstream.close());

  const logIn = ({ emailId, password }: Pick<SignedUp, 'emailId' | 'password'>, code?: string) =>
    upstream.client().post('/login', { emailId, password, ...(code !== undefined && { code }) });
  const ways: Record<string, (person: SignedUp) => Promise<unknown>> = {
    leaving: ({ client, password }) => client.delete('/profile', { password }),
    suspended: ({ id }) =>
      runAdmin(upstream.connection, { command: 'suspend', who: id, reason: 'spam', operator: 'ops', now: time }),
  };

  it.each(Object.keys(ways))('uses the code up, and gives the try back: %s', async (way) => {
    const ada = await upstream.signUp();
    const { app, recoveryCodes } = await switchOnSecondFactor(ada, now);
    await ways[way]?.(ada);
    const used = app.code();
    expect((await logIn(ada, used)).body.code).toBe(way);
    expect((await logIn(ada, used)).body, 'the same code').toMatchObject({
      code: 'wrong_credentials',
      fields: { code: expect.any(String) },
    });
    const left = async () =>
      (await upstream.db.selectFrom('recovery_codes').selectAll().where('user_id', '=', ada.id).execute()).length;
    expect((await logIn(ada, recoveryCodes[0])).body.code).toBe(way);
    expect(await left()).toBe(9);
    expect((await logIn(ada, recoveryCodes[0])).body.code).toBe('wrong_credentials');
    // More right codes than an account may have wrong ones in a day.
    for (let round = 0; round < 12; round++) {
      time += minute;
      expect((await logIn(ada, app.code())).body.code, `${round}`).toBe(way);
    }
    const together = await Promise.all([1, 2, 3].map(() => logIn(ada, app.code(1))));
    expect(together.map(({ body }) => body.code).toSorted()).toEqual(
      [way, 'wrong_credentials', 'wrong_credentials'].toSorted(),
    );
  });

  it('opens the account with the next code once it has come back', async () => {
    const ada = await upstream.signUp();
    const { app } = await switchOnSecondFactor(ada, now);
    await ways.leaving?.(ada);
    const { comeBack } = (await logIn(ada, app.code())).body;
    expect((await upstream.client().post('/leaving/return', { token: comeBack })).status).toBe(200);
    expect((await logIn(ada, app.code())).status, 'the code that brought it back').toBe(401);
    time += minute;
    expect((await logIn(ada, app.code())).status).toBe(200);
  });

  it('tells its state only after the password, and after the code where there is one', async () => {
    const [plain, ...others] = [
      await upstream.signUp(),
      await upstream.signUp(),
      await upstream.signUp(),
      await upstream.signUp(),
      await upstream.signUp(),
    ] as [SignedUp, SignedUp, SignedUp, SignedUp, SignedUp];
    const [leaving, suspended, leavingWithCode, suspendedWithCode] = others;
    const apps = [await switchOnSecondFactor(leavingWithCode, now), await switchOnSecondFactor(suspendedWithCode, now)];
    for (const person of [leaving, leavingWithCode]) await ways.leaving?.(person);
    for (const person of [suspended, suspendedWithCode]) await ways.suspended?.(person);
    const wrong = { password: 'Wrong#Passw0rd' };
    const expected = { ...(await logIn({ ...plain, ...wrong })).body, requestId: '' };
    for (const person of others) {
      const refused = await logIn({ ...person, ...wrong }, '123456');
      expect({ ...refused.body, requestId: '' }).toEqual(expected);
      expect(refused.setCookies).toEqual([]);
    }
    for (const [i, person] of [leavingWithCode, suspendedWithCode].entries()) {
      expect((await logIn(person)).body.code).toBe('second_factor_required');
      const refused = (await logIn(person, apps[i]?.app.wrongCode())).body;
      expect(refused.code).toBe('wrong_credentials');
      expect(refused.comeBack).toBeUndefined();
      expect(JSON.stringify(refused)).not.toMatch(/suspended|spam|erased/);
    }
  });
});
