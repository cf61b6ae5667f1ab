import { spawnSync } from 'node:child_process';
import { afterEach, expect, it } from 'vitest';
import { type StartedUpstream, startUpstream } from '#tests/support/start-upstream.ts';
import { describeOnEachDatabase } from '#tests/support/test-database.ts';

await describeOnEachDatabase('npm run admin', (engine) => {
  let upstream: StartedUpstream;
  afterEach(() => upstream.close());

  function admin(...args: string[]): { status: number | null; stdout: string; stderr: string } {
    const all = ['scripts/admin.ts', ...args, '--database', upstream.databaseUrl, '--operator', 'olga'];
    return spawnSync(process.execPath, all, { encoding: 'utf8' });
  }

  it('suspends a person, who is out at once and told why at the next login, and lets them in again', {
    timeout: 60_000,
  }, async () => {
    upstream = await startUpstream({ engine });
    const [person, friend] = [await upstream.signUp({ firstName: 'Quentin' }), await upstream.signUp()];
    const logIn = () => upstream.client().post('/login', { emailId: person.emailId, password: person.password });
    const found = async () => (await friend.client.get('/search/people?q=quentin')).body.items.length;
    expect(await found()).toBe(1);
    const suspended = admin('suspend', person.emailId, '--reason', 'spam in chat');
    expect([suspended.status, suspended.stderr]).toEqual([0, '']);
    expect((await person.client.get('/profile/view')).status).toBe(401);
    const refused = await logIn();
    expect([refused.status, refused.body.code]).toEqual([403, 'suspended']);
    const wrong = await upstream.client().post('/login', { emailId: person.emailId, password: 'Wrong#Passw0rd' });
    expect(wrong.body.code).not.toBe('suspended');
    expect(await found()).toBe(0);
    expect(admin('suspend', person.id, '--reason', 'again').stderr).toContain('suspended already');
    expect(admin('counts').stdout).toMatch(/people +2\nsuspended +1\nsessions +1/);

    expect(admin('unsuspend', person.id, '--reason', 'a mistake').status).toBe(0);
    const back = await logIn();
    expect([back.status, await found()]).toEqual([200, 1]);
    const history = admin('history', person.id).stdout;
    expect(history).toMatch(/unsuspend by olga: a mistake\n.*suspend by olga: spam in chat/);
    const client = upstream.client();
    await client.post('/login', { emailId: person.emailId, password: person.password });
    const { operatorActions } = (await client.get('/profile/export')).body;
    expect(operatorActions).toMatchObject([{ action: 'unsuspend' }, { action: 'suspend', reason: 'spam in chat' }]);
    expect(JSON.stringify(operatorActions)).not.toContain('olga');
  });

  it('lists a person’s sessions and ends them, with a reason', { timeout: 60_000 }, async () => {
    upstream = await startUpstream({ engine });
    const person = await upstream.signUp();
    expect(admin('sessions', person.emailId).stdout).toContain('has 1 sessions');
    expect(admin('end-sessions', person.id).stderr).toContain('--reason');
    expect(admin('end-sessions', person.id, '--reason', 'a stolen phone').stdout).toContain('1 sessions');
    expect((await person.client.get('/profile/view')).status).toBe(401);
    expect(admin('sessions', 'nobody@mail.test').stderr).toContain('There is no account');
    expect(admin('sesions').stderr).toContain('There is no command');
  });
});
