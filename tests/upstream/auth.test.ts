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

  it('answers a wrong password and an unknown email address alike', async () => {
    const person = await upstream.signUp();
    const wrong = await upstream.client().post('/login', { emailId: person.emailId, password: 'Wrong#Passw0rd' });
    const unknown = await upstream.client().post('/login', { emailId: 'nobody@mail.test', password: 'Wrong#Passw0rd' });
    expect(wrong.status).toBe(401);
    expect(wrong.body).toMatchObject({ code: 'wrong_credentials' });
    expect({ ...unknown.body, requestId: '' }).toEqual({ ...wrong.body, requestId: '' });
  });

  it('names every field that is wrong', async () => {
    const bad = await upstream
      .client()
      .post('/signup', { firstName: 'A', lastName: 7, emailId: 'no', password: 'weak' });
    expect(bad.status).toBe(422);
    expect(Object.keys(bad.body.fields).sort()).toEqual(['emailId', 'firstName', 'lastName', 'password']);
  });

  it('refuses a password that is common or made of the own name, at sign-up and at the change of a password', async () => {
    const person = await upstream.signUp();
    const body = { firstName: 'Grace', lastName: 'Hopper', emailId: 'grace@navy.test' };
    for (const guessable of ['Password1!', 'Hopper#1906', 'Navy#Grace1']) {
      const reply = await upstream.client().post('/signup', { ...body, password: guessable });
      expect([reply.status, Object.keys(reply.body.fields)]).toEqual([422, ['password']]);
    }
    const newPassword = `${person.firstName}#Tester`;
    const change = { currentPassword: person.password, newPassword, password: newPassword };
    expect((await person.client.patch('/profile/password', change)).body.fields).toHaveProperty('newPassword');
    expect((await upstream.client().post('/signup', { ...body, password: 'Nano#Second30' })).status).toBe(200);
  });

  it('ends the session on the server at sign-out', async () => {
    const person = await upstream.signUp();
    const stolen = person.client.copy();
    expect((await person.client.post('/signout')).status).toBe(200);
    expect(person.client.cookies.has('token')).toBe(false);
    expect((await stolen.get('/profile/view')).status).toBe(401);
  });
});
