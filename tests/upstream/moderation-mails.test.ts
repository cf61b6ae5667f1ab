import { expect, it, onTestFinished } from 'vitest';
import { startMailServer } from '#tests/support/mail-server.ts';
import { startUpstream } from '#tests/support/start-upstream.ts';
import { describeOnEachDatabase } from '#tests/support/test-database.ts';
import { newestMailTo } from '#tests/support/wait-for-mail.ts';
import { addModerator } from '#upstream/features/moderation/moderator-store.ts';

await describeOnEachDatabase('somebody who is warned or suspended', (engine) => {
  it('reads the reason in a mail, and when it ends', async () => {
    const server = await startMailServer();
    onTestFinished(() => server.close());
    const upstream = await startUpstream({
      engine,
      env: {
        MAIL_URL: server.url,
        PUBLIC_URL: 'https://dot.test',
        CONTACT: 'https://dot.test/appeal',
      },
      mail: { times: { pollMs: 20, leaseMs: 60_000 } },
    });
    onTestFinished(() => upstream.close());
    const [mod, author, mallory] = [await upstream.signUp(), await upstream.signUp(), await upstream.signUp()];
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
