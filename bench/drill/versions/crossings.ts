import { randomUUID } from 'node:crypto';
import { type ChatClient, chatClient, connected } from '#tests/support/chat-client.ts';
import type { SeveralInstances } from '#tests/support/several-instances.ts';
import { TestClient } from '#tests/support/test-client.ts';
import type { Promises } from '../drill.ts';
import type { Person, Writers } from './writers.ts';

const waysAcross = [
  [0, 1],
  [1, 0],
] as const;

/**
 * Checks the events that the upstreams pass to each other, in both directions: messages, typing, sessions and their ends. The two people are
 * connected, and each has a socket at another upstream.
 */
export async function checkCrossings(
  instances: SeveralInstances,
  {
    pair,
    writers,
    promises,
    when,
  }: { pair: readonly [Person, Person]; writers: Writers; promises: Promises; when: string },
): Promise<void> {
  const [one, other] = pair;
  for (const [from, to] of waysAcross) {
    const where = `${when}, from upstream ${from + 1} to ${to + 1}`;
    const [fromUrl, toUrl] = [instances.upstreamUrl(from), instances.upstreamUrl(to)];
    const open: ChatClient[] = [];
    const listen = async (url: string, cookie: string) => {
      const client = await connected(chatClient(url, { cookie }));
      open.push(client);
      return client;
    };
    try {
      const sender = await listen(fromUrl, one.client.cookieHeader);
      const receiver = await listen(toUrl, other.client.cookieHeader);
      const text = randomUUID();
      const answer = await sender.ask('sendMessage', { targetUserId: other.id, text, clientId: text });
      promises.check(answer.ok, `${where}: a message was refused`);
      if (answer.ok) writers.acknowledged.messages.add(text);
      await receiver.next('messageReceived', (message) => message.text === text);
      promises.check(
        receiver.all('messageReceived').filter((message) => message.text === text).length === 1,
        `${where}: a message was heard twice`,
      );
      await sender.ask('typing', { targetUserId: other.id, typing: true });
      await receiver.next('typing', ({ userId }) => userId === one.id);

      const session = new TestClient(fromUrl);
      const login = await session.post('/login', { emailId: one.emailId, password: 'Test#Passw0rd' });
      promises.check(login.status === 200, `${where}: a login was answered ${login.status}`);
      const there = session.copy(toUrl);
      const view = await there.get('/profile/view');
      promises.check(view.body?.emailId === one.emailId, `${where}: a new session is unknown`);
      const closed = (await listen(toUrl, session.cookieHeader)).closed();
      await session.post('/signout');
      await closed;
      const after = await there.get('/profile/view');
      promises.check(after.status === 401, `${where}: an ended session was answered ${after.status}`);
    } catch (error) {
      promises.check(false, `${where}: ${error instanceof Error ? error.message : JSON.stringify(error)}`);
    } finally {
      for (const client of open) client.close();
    }
  }
}
