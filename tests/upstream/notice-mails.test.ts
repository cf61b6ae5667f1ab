import { beforeEach, expect, it } from 'vitest';
import { day, hour, minute } from '#shared/durations.ts';
import { befriend, joinProject, newProject, sendMessage } from '#tests/support/acts.ts';
import type { ChatClient } from '#tests/support/chat-client.ts';
import { wordsOf } from '#tests/support/read-mail.ts';
import { type SignedUp, startUpstream } from '#tests/support/start-upstream.ts';
import { describeOnEachDatabase } from '#tests/support/test-database.ts';
import { useTwoInstancesWithMail } from '#tests/support/use-upstream.ts';

const preferences = '/profile/preferences';

await describeOnEachDatabase('mails about notifications, with two instances', (engine) => {
  let now = Date.parse('2026-06-10T12:30:00Z');
  let people = 0;

  const { server, first: upstream } = useTwoInstancesWithMail({
    engine,
    now: () => now,
    mail: { times: { pollMs: 100, leaseMs: minute } },
    turns: { pollMs: 100, leaseMs: minute, everyMs: { notices: 0 } },
    // Real time does not pass here, and a person counts as here for so long after their last page.
    chat: { offlineAfterMs: 0 },
    env: { SECRET: 'x'.repeat(32) },
  });
  beforeEach(() => {
    server.onRecipient = () => undefined;
  });

  /** With a confirmed address. */
  async function join(own: Partial<SignedUp> = {}, isVerified = true): Promise<SignedUp> {
    people += 1;
    const person = await upstream.signUp({ emailId: `someone${people}@mail.test`, ...own });
    if (isVerified)
      await upstream.db.updateTable('users').set({ unverified_since: null }).where('id', '=', person.id).execute();
    return person;
  }

  async function joinConnected(): Promise<[SignedUp, SignedUp]> {
    const [one, other] = [await join(), await join()];
    await befriend(one, other);
    await one.client.post('/notifications/read', { all: true });
    await other.client.post('/notifications/read', { all: true });
    return [one, other];
  }

  async function withSocket<Result>({ client }: SignedUp, work: (socket: ChatClient) => Promise<Result>) {
    const socket = await upstream.connect({ client });
    const result = await work(socket);
    socket.close();
    // While the upstream counts the socket, its person is here and gets no mail.
    await expect.poll(() => upstream.upstream.sockets()).toBe(0);
    return result;
  }
  const write = (from: SignedUp, to: SignedUp, ...texts: string[]) =>
    withSocket(from, async (socket) => {
      for (const text of texts) await sendMessage(socket, { targetUserId: to.id, text });
    });
  const readChat = (own: SignedUp, peer: SignedUp) =>
    withSocket(own, async (socket) => {
      const { messages } = (await own.client.get(`/chat/${peer.id}`)).body.chat;
      await socket.ask('messagesRead', { targetUserId: peer.id, messageId: messages.at(-1)._id });
    });

  const mailsTo = ({ emailId }: SignedUp) =>
    server.received
      .filter(({ to, source }) => to === emailId && !/^Subject: (Confirm|New login)/m.test(source))
      .map(({ source }) => ({ source, words: wordsOf(source), subject: /^Subject: (.*)/m.exec(source)?.[1] ?? '' }));
  const subjectsTo = (person: SignedUp) => mailsTo(person).map(({ subject }) => subject);
  async function change({ client }: SignedUp, body: object): Promise<void> {
    expect((await client.patch(preferences, body)).status).toBe(200);
  }

  /** Lets time pass, and waits until all mails that are due by then are sent. */
  async function pass(ms: number): Promise<void> {
    now += ms;
    await expect
      .poll(async () => {
        const due = await upstream.db
          .selectFrom('notifications')
          .select('id')
          .where('mail_at', '<=', now)
          .executeTakeFirst();
        const waiting = await upstream.db
          .selectFrom('jobs')
          .select('key')
          .where('kind', 'in', ['mail', 'notices'])
          .where(({ eb, or }) => or([eb('kind', '=', 'mail'), eb('key', '<>', '')]))
          .where('due_at', '<=', now)
          .executeTakeFirst();
        return [due, waiting];
      })
      .toEqual([undefined, undefined]);
  }

  it('tell of a request after five minutes, once, with a way to stop them', async () => {
    const [own, asks] = [await join({ firstName: 'Ada' }), await join({ firstName: 'Eve', lastName: '<b>Hacker<b>' })];
    await asks.client.post(`/request/interested/${own.id}`);
    await pass(5 * minute - 1);
    expect(subjectsTo(own)).toEqual([]);
    await pass(1);
    await pass(day);
    const [mail, ...more] = mailsTo(own);
    expect(more).toEqual([]);
    expect(mail?.subject).toBe('Eve <b>Hacker<b> wants to connect with you');
    expect(mail?.words).toContain('Hello Ada,');
    expect(mail?.words).toContain('https://dot.test/requests');
    expect(mail?.words).toContain('https://dot.test/setting?section=notifications');
    expect(mail?.words).toMatch(new RegExp(`https://dot\\.test/unsubscribe#${own.id}\\.request\\.[\\w-]{43}`));
    const html = mail?.source.split('text/html')[1] ?? '';
    expect(html).toContain('&lt;b&gt;Hacker');
    expect(html).not.toContain('<b>');
    const unfolded = mail?.source.replace(/\r?\n[ \t]+/g, ' ');
    expect(unfolded).toMatch(/^List-Unsubscribe: <https:\/\/dot\.test\/api\/email\/unsubscribe\?token=[\w.-]+>\r?$/m);
    expect(unfolded).toMatch(/^List-Unsubscribe-Post: List-Unsubscribe=One-Click\r?$/m);
    expect(subjectsTo(asks)).toEqual([]);
  });

  it('tell of acceptances, of asks to join and of their answers, and of nothing that was read', async () => {
    const [own, other, third] = [await join(), await join(), await join()];
    await befriend(own, other);
    const project = await newProject(own, { projectName: 'Raft' });
    const { _id } = (await other.client.post(`/project/interest/${project}`, {})).body.data;
    await third.client.post(`/project/interest/${project}`, {});
    await pass(5 * minute);
    const name = ({ firstName, lastName }: SignedUp) => `${firstName} ${lastName}`;
    expect(subjectsTo(own).toSorted()).toEqual(
      [`You are connected with ${name(other)}`, `${name(third)} asks to join Raft`].toSorted(),
    );
    expect(
      mailsTo(own)
        .map(({ words }) => words)
        .join(),
    ).toContain('2 people wait for an answer.');
    await own.client.post(`/project/interest/review/rejected/${_id}`);
    await pass(5 * minute);
    expect(subjectsTo(other)).toEqual(['Raft has answered you']);
    await third.client.post(`/request/interested/${other.id}`);
    await other.client.post('/notifications/read', { all: true });
    await pass(5 * minute);
    expect(subjectsTo(other)).toHaveLength(1);
  });

  it('tell of messages once for each conversation, after 15 minutes, and again only after they were read', async () => {
    const [own, friend] = await joinConnected();
    await write(friend, own, 'a secret', 'and another');
    await pass(10 * minute);
    await write(friend, own, 'third');
    expect(subjectsTo(own)).toEqual([]);
    await pass(5 * minute);
    expect(subjectsTo(own)).toEqual([`3 unread messages from ${friend.firstName} ${friend.lastName}`]);
    expect(mailsTo(own)[0]?.source).not.toMatch(/secret|another|third/);
    await write(friend, own, 'fourth');
    await pass(60 * minute);
    expect(subjectsTo(own)).toHaveLength(1);
    await readChat(own, friend);
    await write(friend, own, 'fifth');
    await readChat(own, friend);
    await pass(60 * minute);
    expect(subjectsTo(own), 'read in time').toHaveLength(1);
    await write(friend, own, 'sixth');
    await pass(15 * minute);
    expect(subjectsTo(own)[1]).toBe(`1 unread message from ${friend.firstName} ${friend.lastName}`);
    expect(mailsTo(own)[1]?.words).toContain(`https://dot.test/chat/${friend.id}`);
  });

  it('tell of a mention once for each room, after 15 minutes, and again only after it was read', async () => {
    const [own, friend] = [await join(), await join()];
    const roomId = await newProject(own, { projectName: 'Raft' });
    await joinProject(friend, own, roomId);
    await own.client.post('/notifications/read', { all: true });
    const mention = (text: string) =>
      withSocket(friend, (socket) => sendMessage(socket, { roomId, text, mentions: [own.id] }));
    await mention('a secret');
    const messageId = await mention('and another');
    await pass(15 * minute - 1);
    expect(subjectsTo(own)).toEqual([]);
    await pass(60 * minute);
    expect(subjectsTo(own)).toEqual([`${friend.firstName} ${friend.lastName} mentioned you in Raft`]);
    const [mail] = mailsTo(own);
    expect(mail?.words).toContain(`https://dot.test/messages/room/${roomId}`);
    expect(mail?.source).not.toMatch(/secret|another/);
    await withSocket(own, (socket) => socket.ask('messagesRead', { roomId, messageId }));
    await mention('third');
    await pass(15 * minute);
    expect(subjectsTo(own)).toHaveLength(2);
  });

  it('wait while the person is here', async () => {
    const [own, asks] = [await join(), await join()];
    await asks.client.post(`/request/interested/${own.id}`);
    now += 6 * minute;
    const seen = { last_seen_at: now - 1 };
    await upstream.db.updateTable('sessions').set(seen).where('user_id', '=', own.id).execute();
    await pass(0);
    expect(subjectsTo(own)).toEqual([]);
    await pass(6 * minute);
    expect(subjectsTo(own)).toHaveLength(1);
  });

  it('are not sent for kinds that are off, nor to addresses that are not confirmed or to people out of reach', async () => {
    const asks = await join();
    const [off, unverified, sample, suspended] = [await join(), await join({}, false), await join(), await join()];
    const all = [off, unverified, sample, suspended];
    await change(off, { notify: { request: { mail: false } } });
    for (const { id } of all) await asks.client.post(`/request/interested/${id}`);
    await upstream.db.updateTable('users').set({ is_sample: 1 }).where('id', '=', sample.id).execute();
    await upstream.db.updateTable('users').set({ suspended_at: now }).where('id', '=', suspended.id).execute();
    const told = await join();
    await asks.client.post(`/request/interested/${told.id}`);
    await pass(5 * minute);
    expect(subjectsTo(told)).toHaveLength(1);
    for (const person of all) expect(subjectsTo(person), person.emailId).toEqual([]);
  });

  it('that wait for the mail server are dropped when the person is blocked, or has read it, or wants none', async () => {
    const asks = await join();
    const [blocks, reads, stops, none] = [await join(), await join(), await join(), await join()];
    const all = [blocks, reads, stops, none];
    server.onRecipient = () => ({ status: 451, words: 'later' });
    for (const { id } of all) await asks.client.post(`/request/interested/${id}`);
    await pass(5 * minute);
    const kinds = await upstream.db
      .selectFrom('jobs')
      .select('label')
      .where('kind', '=', 'mail')
      .where('tries', '>', 0)
      .execute();
    expect(kinds.filter(({ label }) => label === 'notice-request')).toHaveLength(4);
    await blocks.client.post(`/user/block/${asks.id}`);
    await reads.client.post('/notifications/read', { all: true });
    await change(stops, { notify: { request: { mail: false } } });
    server.onRecipient = () => undefined;
    await pass(60 * minute);
    expect(all.map((person) => subjectsTo(person).length)).toEqual([0, 0, 0, 1]);
  });

  it('stop with one click, without a session, and no sooner', async () => {
    const [own, asks] = [await join(), await join()];
    await asks.client.post(`/request/interested/${own.id}`);
    await pass(5 * minute);
    const source = mailsTo(own)[0]?.source.replace(/\r?\n[ \t]+/g, ' ') ?? '';
    const url = /List-Unsubscribe: <https:\/\/dot\.test\/api([^>]+)>/.exec(source)?.[1] ?? '';
    const token = url.split('token=')[1] ?? '';
    const chosen = async () => (await own.client.get(preferences)).body;
    const before = await chosen();

    const looked = await fetch(upstream.url + url, { redirect: 'manual' });
    expect([looked.status, looked.headers.get('location')]).toEqual([303, `https://dot.test/unsubscribe#${token}`]);
    expect((await fetch(upstream.url + url, { method: 'HEAD', redirect: 'manual' })).status).toBe(303);
    const click = (address: string) =>
      fetch(upstream.url + address, {
        method: 'POST',
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
        body: 'List-Unsubscribe=One-Click',
      });
    for (const wrong of [
      url.slice(0, -1),
      `${url}x`,
      url.replace('.request.', '.message.'),
      url.replace(own.id, asks.id),
      '/email/unsubscribe?token=',
      '/email/unsubscribe',
    ])
      expect((await click(wrong)).status, wrong).toBeGreaterThanOrEqual(400);
    expect(await chosen()).toEqual(before);

    for (const _again of [1, 2]) expect((await click(url)).status).toBe(200);
    const ways = { ...before.notify.request, mail: false };
    expect(await chosen()).toEqual({ ...before, notify: { ...before.notify, request: ways } });
    expect((await asks.client.get(preferences)).body).toEqual(before);
    await own.client.delete('/profile', { password: own.password });
    expect((await click(url)).status, 'gone').toBe(200);
  });
});

it('a notification of a person who is here costs a few looks a day, and is mailed soon after they have left', async () => {
  let now = Date.parse('2026-06-10T12:30:00Z');
  const upstream = await startUpstream({
    now: () => now,
    turns: { pollMs: 20, leaseMs: minute, everyMs: { notices: 0 } },
    chat: { offlineAfterMs: 0 },
    env: { MAIL_URL: '' },
  });
  const [asker, own] = [await upstream.signUp(), await upstream.signUp()];
  await upstream.db.updateTable('users').set({ unverified_since: null }).execute();
  const socket = await upstream.connect(own);
  await asker.client.post(`/request/interested/${own.id}`);
  const read = () =>
    upstream.db
      .selectFrom('notifications')
      .select(['mail_at', 'mailed_at'])
      .where('user_id', '=', own.id)
      .executeTakeFirstOrThrow();
  const end = now + 12 * hour;
  let looks = 0;
  for (let at = Number((await read()).mail_at); at < end; at = Number((await read()).mail_at), looks += 1) {
    now = at;
    await expect.poll(async () => Number((await read()).mail_at)).toBeGreaterThan(at);
  }
  expect(looks).toBeLessThan(12);
  socket.close();
  await expect.poll(async () => Number((await read()).mail_at)).toBeLessThanOrEqual(now + 5 * minute);
  now += 5 * minute;
  await expect.poll(async () => Number((await read()).mailed_at)).toBe(now);
  await upstream.close();
});
