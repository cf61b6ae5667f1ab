import { afterAll, beforeAll, expect, it } from 'vitest';
import { chatClient, connected } from '#tests/support/chat-client.ts';
import { type StartedUpstream, startUpstream } from '#tests/support/start-upstream.ts';
import { describeOnEachDatabase } from '#tests/support/test-database.ts';

await describeOnEachDatabase('a live message', (engine) => {
  let upstream: StartedUpstream;
  beforeAll(async () => {
    upstream = await startUpstream({ engine });
  });
  afterAll(() => upstream.close());

  it('carries the name and photo that the sender has now, not those of the handshake', async () => {
    const [ann, ben] = [await upstream.signUp({ firstName: 'Ann' }), await upstream.signUp()];
    await ann.client.post(`/request/interested/${ben.id}`);
    await ben.client.post(`/request/interested/${ann.id}`);
    const [anns, bens] = await Promise.all(
      [ann, ben].map(({ client }) => connected(chatClient(upstream.url, { cookie: client.cookieHeader }))),
    );
    const photoUrl = 'https://pictures.test/new.png';
    await ann.client.patch('/profile/edit', { firstName: 'Anna', photoUrl });
    await anns?.ask('sendMessage', { targetUserId: ben.id, text: 'hello' });
    expect(await bens?.next('messageReceived')).toMatchObject({ firstName: 'Anna', photoUrl, text: 'hello' });
    anns?.close();
    bens?.close();
  });
});
