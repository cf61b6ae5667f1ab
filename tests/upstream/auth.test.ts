import { expect, it } from 'vitest';
import { testPassword } from '#tests/support/start-upstream.ts';
import { describeOnEachDatabase } from '#tests/support/test-database.ts';
import { useUpstream } from '#tests/support/use-upstream.ts';

await describeOnEachDatabase('signing up, in and out', (engine) => {
  const upstream = useUpstream({ engine });

  it('signs a person up, logs them in by cookie and shows them their own record', async () => {
    const client = upstream.client();
    const reply = await client.post('/signup', {
      firstName: ' Ada ',
      lastName: 'Lovelace',
      emailId: 'Ada@mail.test',
      password: testPassword,
    });
    expect(reply.status).toBe(200);
    expect(reply.body.data.savedUser).toMatchObject({
      firstName: 'Ada',
      lastName: 'Lovelace',
      emailId: 'Ada@mail.test',
    });
    expect(reply.setCookies).toHaveLength(2);
    expect(reply.setCookies[0]).toMatch(
      /^token=[\w-]{43}; Max-Age=2592000; Path=\/; Expires=[^;]+; HttpOnly; SameSite=Lax$/,
    );
    expect(reply.setCookies[1]).toMatch(
      /^device=[\w-]+; Max-Age=15552000; Path=\/; Expires=[^;]+; HttpOnly; SameSite=Lax$/,
    );
    const own = await client.get('/profile/view');
    expect(own.body).toEqual(reply.body.data.savedUser);
    expect(own.headers.get('cache-control')).toBe('no-store');
    expect(own.headers.get('etag')).toBeNull();
  });

  it('marks the cookie Secure when the gateway says that the browser came over https', async () => {
    const person = await upstream.signUp();
    const { emailId, password } = person;
    const headers = { 'x-forwarded-proto': 'https' };
    const reply = await upstream.client().send('POST', '/login', { emailId, password }, { headers });
    expect(reply.setCookies[0]).toContain('; Secure');
  });

  it('names every field that is wrong', async () => {
    const bad = await upstream
      .client()
      .post('/signup', { firstName: 'A', lastName: 7, emailId: 'no', password: 'weak' });
    expect(bad.status).toBe(422);
    expect(Object.keys(bad.body.fields).sort()).toEqual(['emailId', 'firstName', 'lastName', 'password']);
  });

  it('refuses a password that is common or made of the own name, at sign-up and at the change of a password, which needs the present one', async () => {
    const person = await upstream.signUp();
    const body = { firstName: 'Grace', lastName: 'Hopper', emailId: 'grace@navy.test' };
    for (const guessable of ['Password1!', 'Hopper#1906', 'Navy#Grace1']) {
      const reply = await upstream.client().post('/signup', { ...body, password: guessable });
      expect([reply.status, Object.keys(reply.body.fields)]).toEqual([422, ['password']]);
    }
    const newPassword = `${person.firstName}#Tester`;
    const change = { currentPassword: person.password, newPassword, password: newPassword };
    for (const [wrong, field] of [
      [{}, 'newPassword'],
      [{ newPassword: 'Nano#Second30' }, 'password'],
      [{ currentPassword: 'Not#Mine1', newPassword: 'Nano#Second30', password: 'Nano#Second30' }, 'currentPassword'],
    ] as const)
      expect((await person.client.patch('/profile/password', { ...change, ...wrong })).body.fields).toHaveProperty(
        field,
      );
    expect((await upstream.client().post('/signup', { ...body, password: 'Nano#Second30' })).status).toBe(200);
  });
});
