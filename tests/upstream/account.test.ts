import { expect, it } from 'vitest';
import { describeOnEachDatabase } from '#tests/support/test-database.ts';
import { useUpstream } from '#tests/support/use-upstream.ts';
import { newId, pairKey } from '#upstream/ids.ts';

await describeOnEachDatabase('the profile and the account', (engine) => {
  let now = Date.UTC(2026, 0, 1);
  const upstream = useUpstream({ engine, now: () => now++ });

  it('changes the fields that are sent and leaves the others', async () => {
    const person = await upstream.signUp();
    const reply = await person.client.patch('/profile/edit', {
      about: 'I build compilers.',
      skills: [' TypeScript ', 'typescript', 'Rust'],
      headline: 'Engineer',
      githubUrl: 'https://github.com/example',
    });
    expect(reply.status).toBe(200);
    expect(reply.body.data).toMatchObject({
      firstName: person.firstName,
      emailId: person.emailId,
      about: 'I build compilers.',
      skills: ['TypeScript', 'Rust'],
      headline: 'Engineer',
    });
    const other = await upstream.signUp();
    const seen = await other.client.get(`/profile/${person.id}`);
    expect(seen.body.user).toMatchObject({ skills: ['TypeScript', 'Rust'], githubUrl: 'https://github.com/example' });
    expect(seen.body.user).not.toHaveProperty('emailId');
    const cleared = await person.client.patch('/profile/edit', { githubUrl: '', skills: [] });
    expect(cleared.body.data).toMatchObject({ githubUrl: '', skills: [], about: 'I build compilers.' });
  });

  it('completes a link that was typed without https://, and refuses what is no link', async () => {
    const person = await upstream.signUp();
    const edited = await person.client.patch('/profile/edit', {
      githubUrl: 'github.com/ada',
      photoUrl: 'a.test/a.png',
    });
    expect(edited.body.data).toMatchObject({ githubUrl: 'https://github.com/ada', photoUrl: 'https://a.test/a.png' });
    const made = await person.client.post('/create-project', {
      projectName: 'Quill',
      projectImage: 'a.test/quill.png',
    });
    expect(made.body.project).toMatchObject({ projectImage: 'https://a.test/quill.png' });
    const refused = await person.client.patch('/profile/edit', { githubUrl: 'ada', websiteUrl: 'ada@example.com' });
    expect(Object.keys(refused.body.fields)).toEqual(['githubUrl', 'websiteUrl']);
  });

  it('refuses an unknown key whole, and names a field that is wrong', async () => {
    const person = await upstream.signUp();
    expect((await person.client.patch('/profile/edit', { about: 'x', emailId: 'other@mail.test' })).status).toBe(400);
    const wrong = await person.client.patch('/profile/edit', {
      about: 'x'.repeat(501),
      photoUrl: 'javascript:alert(1)',
    });
    expect(wrong.status).toBe(422);
    expect(Object.keys(wrong.body.fields)).toEqual(['photoUrl', 'about']);
    expect((await person.client.get('/profile/view')).body.about).toBe('');
  });

  it('changes the password, ends the other sessions and keeps this one', async () => {
    const person = await upstream.signUp();
    const elsewhere = upstream.client();
    await elsewhere.post('/login', { emailId: person.emailId, password: person.password });
    const ended: string[] = [];
    const stop = upstream.events.on('sessionEnded', (event) => void ended.push(event.userId));
    const change = (currentPassword: string, newPassword: string, password = newPassword) =>
      person.client.patch('/profile/password', { currentPassword, newPassword, password });
    expect((await change('Not#Mine1', 'New#Passw0rd')).body.fields).toHaveProperty('currentPassword');
    expect((await change(person.password, 'New#Passw0rd', 'Other#Passw0rd')).body.fields).toHaveProperty('password');
    expect((await change(person.password, 'weak')).body.fields).toHaveProperty('newPassword');
    expect((await change(person.password, 'New#Passw0rd')).status).toBe(200);
    stop();
    expect(ended).toEqual([person.id]);
    expect((await elsewhere.get('/profile/view')).status).toBe(401);
    expect((await person.client.get('/profile/view')).status).toBe(200);
    const login = (password: string) => upstream.client().post('/login', { emailId: person.emailId, password });
    expect((await login(person.password)).status).toBe(401);
    expect((await login('New#Passw0rd')).status).toBe(200);
  });

  it('lists the sessions and ends one of them; another person cannot', async () => {
    const person = await upstream.signUp();
    const phone = upstream.client();
    await phone.send(
      'POST',
      '/login',
      { emailId: person.emailId, password: person.password },
      {
        headers: { 'user-agent': 'Mozilla/5.0 (X11; Linux x86_64; rv:130.0) Gecko/20100101 Firefox/130.0' },
      },
    );
    const { items } = (await person.client.get('/profile/sessions')).body;
    expect(items).toHaveLength(2);
    expect(items.filter((item: { current: boolean }) => item.current)).toHaveLength(1);
    const other = items.find((item: { current: boolean }) => !item.current);
    expect(other.device).toBe('Firefox on Linux');
    const stranger = await upstream.signUp();
    expect((await stranger.client.delete(`/profile/sessions/${other._id}`)).status).toBe(404);
    expect((await person.client.delete(`/profile/sessions/${other._id}`)).status).toBe(200);
    expect((await phone.get('/profile/view')).status).toBe(401);
  });

  it('exports what is stored about the person, and nothing of what others decided', async () => {
    const [person, other, hidden] = [await upstream.signUp(), await upstream.signUp(), await upstream.signUp()];
    await person.client.post(`/request/interested/${other.id}`);
    await hidden.client.post(`/request/ignored/${person.id}`);
    const reply = await person.client.get('/profile/export');
    expect(reply.headers.get('content-disposition')).toContain('attachment');
    expect(reply.body.profile).toMatchObject({ _id: person.id, emailId: person.emailId });
    expect(reply.body.requestsAndConnections).toHaveLength(1);
    expect(reply.body).toMatchObject({ sessions: [{ device: expect.any(String) }], projects: [], messages: [] });
  });

  it('exports many messages without holding them all, compressed or not, and answers HEAD', async () => {
    const [ann, ben] = [await upstream.signUp(), await upstream.signUp()];
    const conversation = newId();
    const count = 1500;
    await upstream.db
      .insertInto('conversations')
      .values({ id: conversation, pair: pairKey(ann.id, ben.id), last_seq: count })
      .execute();
    const members = [ann, ben].map(({ id }) => ({ conversation_id: conversation, user_id: id, last_message_at: 1 }));
    await upstream.db.insertInto('conversation_members').values(members).execute();
    for (let start = 0; start < count; start += 500)
      await upstream.db
        .insertInto('messages')
        .values(
          Array.from({ length: 500 }, (_, i) => ({
            id: newId(),
            conversation_id: conversation,
            seq: start + i + 1,
            sender_id: i % 2 ? ann.id : ben.id,
            text: `${start + i}`.padEnd(2000, ' #'),
            client_id: null,
            created_at: 1,
          })),
        )
        .execute();
    for (const encoding of ['gzip', 'identity']) {
      const reply = await ann.client.send('GET', '/profile/export', undefined, {
        headers: { 'accept-encoding': encoding },
      });
      expect(reply.body.messages).toHaveLength(count);
      expect(reply.body.messages[1499]).toMatchObject({
        with: ben.id,
        from: 'me',
        text: expect.stringMatching(/^1499/),
      });
    }
    expect((await ann.client.send('HEAD', '/profile/export')).status).toBe(200);
    // Other calls are answered while the file is made, and a second file for the same person has to wait.
    const [one, two, other] = await Promise.all([
      ann.client.get('/profile/export'),
      ann.client.get('/profile/export'),
      ben.client.get('/profile/view'),
    ]);
    const [made, refused] = one.status === 200 ? [one, two] : [two, one];
    expect([refused.status, refused.body.code, refused.headers.get('retry-after')]).toEqual([
      429,
      'rate_limited',
      '10',
    ]);
    expect(other.status).toBe(200);
    expect(made.body.messages).toHaveLength(count);
    expect((await ann.client.get('/profile/export')).status).toBe(200);
    const gone = new AbortController();
    const aborted = await fetch(`${upstream.url}/profile/export`, {
      headers: { cookie: ann.client.cookieHeader },
      signal: gone.signal,
    });
    gone.abort();
    await expect(aborted.text()).rejects.toThrow();
    expect((await ann.client.get('/profile/view')).status).toBe(200);
  });

  it('deletes the account after its password, and frees the address', async () => {
    const person = await upstream.signUp();
    expect((await person.client.delete('/profile', { password: 'Wrong#Passw0rd' })).status).toBe(422);
    expect((await person.client.delete('/profile', { password: person.password })).status).toBe(200);
    expect(person.client.cookies.size).toBe(0);
    const login = { emailId: person.emailId, password: person.password };
    expect((await upstream.client().post('/login', login)).status).toBe(401);
    expect((await upstream.signUp({ emailId: person.emailId })).id).not.toBe(person.id);
  });
});
