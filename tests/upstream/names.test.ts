import { expect, it } from 'vitest';
import { testPassword } from '#tests/support/start-upstream.ts';
import { describeOnEachDatabase } from '#tests/support/test-database.ts';
import { useUpstream } from '#tests/support/use-upstream.ts';

await describeOnEachDatabase('names', (engine) => {
  const upstream = useUpstream({ engine, behindGateway: true });

  it.each(['\u200b\u200b\u200b', 'Ada\u202e', 'Ada\u0000', '\u3164\u3164', '12345', `A${'\u0336'.repeat(12)}`])(
    'that cannot be read (%j) are refused at sign-up and at the edit of a profile',
    async (name) => {
      const person = await upstream.signUp();
      const signup = { firstName: name, lastName: 'Tester', emailId: 'unseen@mail.test', password: testPassword };
      for (const reply of [
        await upstream.client().post('/signup', signup),
        await person.client.patch('/profile/edit', { firstName: name }),
      ]) {
        expect(reply.status).toBe(422);
        expect(reply.body.fields).toHaveProperty('firstName');
      }
    },
  );

  it('are stored composed, and may have the joiners that their script needs', async () => {
    const person = await upstream.signUp();
    const reply = await person.client.patch('/profile/edit', { firstName: 'Zoe\u0308', lastName: ' می\u200cخواهم ' });
    expect(reply.body.data).toMatchObject({ firstName: 'Zoë', lastName: 'می\u200cخواهم' });
  });
});
