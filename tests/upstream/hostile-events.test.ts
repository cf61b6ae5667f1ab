import { describe, expect, it } from 'vitest';
import { uploadInChunks } from '#tests/support/chunked-upload.ts';
import { head } from '#tests/support/gateway-suite.ts';
import { useUpstream } from '#tests/support/use-upstream.ts';
import { waitFor } from '#tests/support/wait-for.ts';

// An exception or a rejection that nobody catches fails the file by itself: Vitest reports it.

describe('hostile events', () => {
  const upstream = useUpstream();
  const answers = async () => expect((await upstream.client().get('/health')).status).toBe(200);

  it.each(['joinChat', 'sendMessage', 'typing', 'messagesRead', 'presence'])(
    '%s with a payload that is none, or nested deep, is answered, and the socket goes on',
    async (name) => {
      const ada = await upstream.signUp();
      const socket = await upstream.connect(ada);
      const nestedDeep = JSON.parse('['.repeat(2000) + ']'.repeat(2000));
      for (const payload of [null, 7, '', [], {}, { userId: {} }, nestedDeep, { __proto__: null }])
        expect(await socket.ask(name as never, payload as never)).toMatchObject({ ok: false });
      await answers();
    },
  );

  it('a list of thousands of entries is refused before each of them is examined', async () => {
    const ada = await upstream.signUp();
    const socket = await upstream.connect(ada);
    const userIds = Array.from({ length: 10_000 }, () => '');
    expect(await socket.ask('presence', { userIds })).toMatchObject({
      ok: false,
      error: { message: expect.stringContaining('more parts') },
    });
  });

  it('presence of 500 people, asked for again and again, is refused after a few, and small ones are not', async () => {
    const ada = await upstream.signUp();
    const socket = await upstream.connect(ada);
    const userIds = Array.from({ length: 500 }, (_, i) => String(i).padStart(24, '0'));
    const answered = await Promise.all(Array.from({ length: 20 }, () => socket.ask('presence', { userIds })));
    expect(answered.filter(({ ok }) => ok).length).toBeLessThan(8);
    expect(answered.at(-1)).toMatchObject({ ok: false, error: { code: 'rate_limited' } });
    socket.close();
    const other = await upstream.connect(ada);
    for (let i = 0; i < 50; i++)
      expect(await other.ask('presence', { userIds: userIds.slice(0, 20) })).toMatchObject({ ok: true });
  });

  it('an upload in chunks over the limit is answered with 413', async () => {
    const { client } = await upstream.signUp();
    const headers = [`Cookie: ${client.cookieHeader}`, 'Content-Type: image/png', 'Transfer-Encoding: chunked'];
    const port = Number(new URL(upstream.url).port);
    const reply = await uploadInChunks({ port, head: head('POST /media', ...headers), bytes: 5.5 * 1024 ** 2 });
    expect([reply.status, JSON.parse(reply.body).code]).toEqual([413, 'too_large']);
    await answers();
  });

  it('a listener of the bus that throws or rejects is logged, and the call that told it is answered', async () => {
    const stop = [
      upstream.events.on('sessionEnded', () => {
        throw new Error('thrown');
      }),
      upstream.events.on('sessionEnded', async () => Promise.reject(new Error('rejected'))),
    ];
    const ada = await upstream.signUp();
    expect((await ada.client.post('/signout')).status).toBe(200);
    await waitFor(() =>
      expect(upstream.logLines.filter((line) => line.includes('an event listener failed'))).toHaveLength(2),
    );
    for (const end of stop) end();
    await answers();
  });
});
