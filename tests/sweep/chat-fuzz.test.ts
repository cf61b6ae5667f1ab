import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { isErrorCode } from '#shared/errors.ts';
import { limits } from '#shared/limits.ts';
import { befriend } from '#tests/support/acts.ts';
import type { ChatClient } from '#tests/support/chat-client.ts';
import { type SignedUp, type StartedUpstream, startUpstream } from '#tests/support/start-upstream.ts';

let upstream: StartedUpstream;
let ada: SignedUp;
let ben: SignedUp;
let a: ChatClient;
let b: ChatClient;

beforeAll(async () => {
  const fast = { burst: 1e9, perSecond: 1e9 };
  upstream = await startUpstream({ chat: { messageRate: fast, eventRate: fast } });
  [ada, ben] = await upstream.signUpMany(2);
  await befriend(ada, ben);
  [a, b] = await Promise.all([upstream.connect(ada), upstream.connect(ben)]);
});

afterAll(() => upstream.close());

/** Asserts that the sockets still work. An exception that nobody catches fails the file by itself: Vitest reports it. */
async function expectAlive(): Promise<void> {
  for (const client of [a, b])
    expect(await client.ask('presence', { userIds: [] })).toEqual({ ok: true, data: { online: [] } });
  expect(upstream.logLines.filter((line) => line.includes('a chat event failed'))).toEqual([]);
}

const events = ['joinChat', 'sendMessage', 'typing', 'messagesRead', 'presence'] as const;

const odd = fc.oneof(
  fc.constantFrom<unknown>(null, undefined, '', 0, true, [], {}, 'x'.repeat(5000), [[[[]]]], { __proto__: null }),
  fc.constant(JSON.parse('{"__proto__": {"targetUserId": "x"}, "constructor": {"prototype": {"ok": true}}}')),
  fc.anything({ withBigInt: false, withDate: true, withNullPrototype: true, withTypedArray: true, maxDepth: 3 }),
);

const field = fc.oneof(
  odd,
  fc.string({ unit: 'binary', maxLength: 100 }),
  fc.constantFrom('$gt', "' or 1=1 --", '\0', '\ud800', '../../etc/passwd'),
  fc.constant(undefined),
);

const nearlyRight = fc.record(
  {
    targetUserId: fc.oneof(fc.constant('BEN'), field),
    userId: field,
    text: field,
    clientId: field,
    typing: field,
    messageId: field,
    userIds: fc.oneof(field, fc.array(field, { maxLength: 5 })),
  },
  { requiredKeys: [] },
);

it('acknowledges every event in the same shape, whatever its payload', async () => {
  await fc.assert(
    fc.asyncProperty(fc.constantFrom(...events), fc.oneof(odd, nearlyRight), async (name, payload) => {
      const sent =
        typeof payload === 'object' && payload !== null && 'targetUserId' in payload && payload.targetUserId === 'BEN'
          ? { ...payload, targetUserId: ben.id }
          : payload;
      const answer = await a.ask(name, sent);
      if (answer.ok) expect(answer.data).toBeTypeOf('object');
      else {
        expect(isErrorCode(answer.error.code)).toBe(true);
        expect(answer.error.code).not.toBe('internal');
        expect(answer.error.message).toMatch(/\w/);
      }
    }),
    { numRuns: 400 },
  );
  await expectAlive();
});

it('survives events without an acknowledgement, without a payload, with many arguments and of unknown names', async () => {
  await fc.assert(
    fc.property(
      fc.oneof(fc.constantFrom<string>(...events, 'error', 'message', 'notification', 'sessionEnded', ''), fc.string()),
      fc.array(odd, { maxLength: 4 }),
      (name, args) => {
        // Socket.IO's client refuses to emit these reserved names.
        if (['connect', 'connect_error', 'disconnect', 'disconnecting', 'newListener', 'removeListener'].includes(name))
          return;
        a.socket.emit(name, ...args);
      },
    ),
    { numRuns: 400 },
  );
  await expectAlive();
});

it('accepts a message of exactly the limit, of any characters, and replaces a lone surrogate', async () => {
  const text = `${'\u{1F600}'.repeat(limits.chatMessage.max / 2 - 1)}a\ud800`;
  expect((await a.ask('sendMessage', { targetUserId: ben.id, text })).ok).toBe(true);
  expect((await b.next('messageReceived', (event) => event.text.length > 1000)).text).toBe(
    text.replace('\ud800', '\ufffd'),
  );
});

it.each([
  ['larger than any event can be', `2["sendMessage",{"text":"${'x'.repeat(1e6)}"}]`],
  ['not of the protocol', '2[[['],
  ['of a reserved name', '2["disconnecting",1]'],
  ['an acknowledgement that nobody asked for', '399[1]'],
  ['binary that never comes', '52-["sendMessage",{"_placeholder":true,"num":0}]'],
])('lives on after a packet that is %s', async (_name, packet) => {
  const client = await upstream.connect(ada);
  client.socket.io.engine.write(packet);
  client.close();
  await expectAlive();
});
