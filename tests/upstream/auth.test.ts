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
    const reply = await upstream.client().send(
      'POST',
      '/login',
      { emailId: person.emailId, password: person.password },
      {
        headers: { 'x-forwarded-proto': 'https' },
      },
    );
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

  it('refuses an email address that is taken, in any case', async () => {
    const person = await upstream.signUp();
    const again = await upstream.client().post('/signup', {
      firstName: 'Some',
      lastName: 'Body',
      emailId: person.emailId.toUpperCase(),
      password: testPassword,
    });
    expect(again.status).toBe(409);
    expect(again.body).toMatchObject({ code: 'email_taken', fields: { emailId: expect.any(String) } });
  });

  it('names every field that is wrong, and every key that is not known', async () => {
    const bad = await upstream
      .client()
      .post('/signup', { firstName: 'A', lastName: 7, emailId: 'no', password: 'weak' });
    expect(bad.status).toBe(422);
    expect(Object.keys(bad.body.fields).sort()).toEqual(['emailId', 'firstName', 'lastName', 'password']);
    const extra = await upstream.client().post('/login', { emailId: 'a@mail.test', password: 'x', isAdmin: true });
    expect(extra.status).toBe(400);
    expect(extra.body).toMatchObject({ code: 'invalid_request', fields: { isAdmin: expect.any(String) } });
  });

  it('refuses a password that is common or made of the own name, at sign-up and at the change of a password', async () => {
    const person = await upstream.signUp();
    const body = { firstName: 'Grace', lastName: 'Hopper', emailId: 'grace@navy.test' };
    for (const guessable of ['Password1!', 'Hopper#1906', 'Navy#Grace1']) {
      const reply = await upstream.client().post('/signup', { ...body, password: guessable });
      expect(reply.status).toBe(422);
      expect(reply.body).toMatchObject({ code: 'invalid_fields', fields: { password: expect.any(String) } });
    }
    for (const newPassword of ['P@ssw0rd2026', `${person.firstName}#Tester`]) {
      const change = { currentPassword: person.password, newPassword, password: newPassword };
      const reply = await person.client.patch('/profile/password', change);
      expect(reply.body.fields).toHaveProperty('newPassword');
    }
    expect((await upstream.client().post('/signup', { ...body, password: 'Nano#Second30' })).status).toBe(200);
  });

  it('ends the session on the server at sign-out', async () => {
    const person = await upstream.signUp();
    const stolen = upstream.client();
    for (const [name, value] of person.client.cookies) stolen.cookies.set(name, value);
    const reply = await person.client.post('/signout');
    expect(reply.status).toBe(200);
    expect(person.client.cookies.has('token')).toBe(false);
    expect((await stolen.get('/profile/view')).status).toBe(401);
  });

  it('answers 401 without a session, and with an unknown one', async () => {
    const client = upstream.client();
    expect((await client.get('/profile/view')).body).toMatchObject({ code: 'unauthenticated' });
    client.cookies.set('token', 'A'.repeat(43));
    expect((await client.get('/user/feed')).status).toBe(401);
  });
});
