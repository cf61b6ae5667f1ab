import type { IncomingMessage } from 'node:http';
import { PassThrough } from 'node:stream';
import { expect, it } from 'vitest';
import { peekBody } from './peek-body.ts';

/** A request whose body comes in these pieces, each in a turn of its own; `complete` is set with the last one, as Node does. */
function requestOf(pieces: readonly string[]) {
  const req = Object.assign(new PassThrough(), { complete: false });
  const arrive = async () => {
    for (const [i, piece] of pieces.entries()) {
      await new Promise(setImmediate);
      req.complete = i === pieces.length - 1;
      req.write(piece);
    }
    req.end();
  };
  return { req: req as unknown as IncomingMessage, arrive, listeners: () => req.listenerCount('readable') };
}

it.each([[['abc']], [['ab', 'cd', 'ef']], [['a', 'bcdefghij']]])(
  'reads a body within the limit and leaves it in the stream: %o',
  async (pieces) => {
    const { req, arrive, listeners } = requestOf(pieces);
    const peeked = peekBody(req, 10);
    await arrive();
    expect(String(await peeked)).toBe(pieces.join(''));
    expect(listeners()).toBe(0);
    expect((await req.toArray()).join('')).toBe(pieces.join(''));
  },
);

it('reads no longer than the limit, and leaves what it has read in the stream', async () => {
  const { req, arrive } = requestOf(['abcdef', 'ghijk', 'lm']);
  const peeked = peekBody(req, 10);
  await arrive();
  expect(await peeked).toBeUndefined();
  expect((await req.toArray()).join('')).toBe('abcdefghijklm');
});

it('reads an empty body as empty', async () => {
  const { req, arrive } = requestOf([]);
  const peeked = peekBody(req, 10);
  await arrive();
  expect(await peeked).toEqual(Buffer.alloc(0));
});

it('ends without a body when the client goes away', async () => {
  const { req } = requestOf([]);
  const peeked = peekBody(req, 10);
  req.destroy();
  expect(await peeked).toBeUndefined();
});
