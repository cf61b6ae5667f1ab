import { expect, it } from 'vitest';
import { describeOnEachDatabase } from '#tests/support/test-database.ts';
import { useUpstreamWithMail } from '#tests/support/use-upstream.ts';
import { newestMailTo } from '#tests/support/wait-for-mail.ts';
import { addModerator } from '#upstream/features/moderation/moderator-store.ts';

await describeOnEachDatabase('somebody who is warned or suspended', (engine) => {
  const { server, upstream } = useUpstreamWithMail({ engine, env: { CONTACT: 'https://dot.test/appeal' } });

  it('reads the reason in a mail, and when it ends', async () => {
    const [mod, author, mallory] = await upstream.signUpMany(3);
    await addModerator(upstream.db, mod.id, Date.now());
    const made = await author.client.post('/report', { kind: 'person', id: mallory.id, reason: 'spam' });
    expect(made.status).toBe(200);
    const [{ _id }] = (await mod.client.get('/moderation/cases')).body.items;
    const ask = (body: object) =>
      mod.client.post(`/moderation/cases/${_id}/actions`, { reason: 'Only adverts.', ...body });
    expect((await ask({ action: 'warn', expectedVersion: 1 })).status).toBe(200);
    expect(await newestMailTo(server, mallory.emailId, 'A warning about your account')).toContain('Only adverts.');
    expect((await ask({ action: 'suspend', until: '2100-02-03T04:05:00Z', expectedVersion: 2 })).status).toBe(200);
    const words = await newestMailTo(server, mallory.emailId, 'Your account is suspended');
    for (const part of ['Only adverts.', '2100-02-03 04:05 UTC', 'https://dot.test/appeal'])
      expect(words).toContain(part);
  });
});
