import { beforeEach, expect, it } from 'vitest';
import { minute } from '#shared/durations.ts';
import { switchOnSecondFactor } from '#tests/support/second-factor.ts';
import type { SignedUp } from '#tests/support/start-upstream.ts';
import { describeOnEachDatabase } from '#tests/support/test-database.ts';
import { useUpstream } from '#tests/support/use-upstream.ts';
import { runAdmin } from '#upstream/features/admin/run-admin.ts';

await describeOnEachDatabase('a login to an account that is suspended or leaving', (engine) => {
  let time: number;
  const now = () => time;
  beforeEach(() => {
    time = Date.now();
  });
  // One try more than the budgets of `npm start` have is refused.
  const upstream = useUpstream({ engine, now, env: { LEAVING_DAYS: '14', RATE_LIMIT_FACTOR: '1' } }, 'each');

  const logIn = ({ emailId, password }: Pick<SignedUp, 'emailId' | 'password'>, code?: string) =>
    upstream.client().post('/login', { emailId, password, ...(code !== undefined && { code }) });
  const leave = ({ client, password }: SignedUp) => client.delete('/profile', { password });
  const suspend = ({ id }: SignedUp) =>
    runAdmin(upstream.connection, { command: 'suspend', who: id, reason: 'spam', operator: 'ops', now: time });

  it('uses the code up where the account is suspended, and gives the try back', async () => {
    const ada = await upstream.signUp();
    const { app, recoveryCodes } = await switchOnSecondFactor(ada, now);
    await suspend(ada);
    const used = app.code();
    expect((await logIn(ada, used)).body.code).toBe('suspended');
    expect((await logIn(ada, used)).body, 'the same code').toMatchObject({
      code: 'wrong_credentials',
      fields: { code: expect.any(String) },
    });
    const left = async () =>
      (await upstream.db.selectFrom('recovery_codes').selectAll().where('user_id', '=', ada.id).execute()).length;
    expect((await logIn(ada, recoveryCodes[0])).body.code).toBe('suspended');
    expect(await left()).toBe(9);
    expect((await logIn(ada, recoveryCodes[0])).body.code).toBe('wrong_credentials');
    // More right codes than an account may have wrong ones in a day.
    for (let round = 0; round < 12; round++) {
      time += minute;
      expect((await logIn(ada, app.code())).body.code, `${round}`).toBe('suspended');
    }
    const together = await Promise.all([1, 2, 3].map(() => logIn(ada, app.code(1))));
    expect(together.map(({ body }) => body.code).toSorted()).toEqual(
      ['suspended', 'wrong_credentials', 'wrong_credentials'].toSorted(),
    );
  });

  it('with a code brings an account back that is leaving, and uses the code up', async () => {
    const ada = await upstream.signUp();
    const { app } = await switchOnSecondFactor(ada, now);
    await leave(ada);
    const code = app.code();
    const replies = await Promise.all([logIn(ada, code), logIn(ada, code)]);
    expect(replies.map(({ status }) => status).toSorted()).toEqual([200, 401]);
    expect((await logIn(ada, code)).status).toBe(401);
    time += minute;
    expect((await logIn(ada, app.code())).status).toBe(200);
  });

  it('tells its state only after the password, and after the code where there is one', async () => {
    const [plain, ...others] = await upstream.signUpMany(5);
    const [leaving, suspended, leavingWithCode, suspendedWithCode] = others;
    const apps = [await switchOnSecondFactor(leavingWithCode, now), await switchOnSecondFactor(suspendedWithCode, now)];
    for (const person of [leaving, leavingWithCode]) await leave(person);
    for (const person of [suspended, suspendedWithCode]) await suspend(person);
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
      expect(JSON.stringify(refused)).not.toMatch(/suspended|spam|erased/);
    }
  });
});
