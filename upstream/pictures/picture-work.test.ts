import { afterAll, describe, expect, it } from 'vitest';
import { createPictureWork } from './picture-work.ts';

describe('uploads', () => {
  const work = createPictureWork();
  afterAll(() => work.close());
  const { signal: gone } = new AbortController();
  const never = new Promise<Uint8Array>(() => undefined);
  const codeOf = (error: { code: string }) => error.code;

  it('that announce much and send little hold nobody up', async () => {
    const idle = Array.from({ length: 40 }, () =>
      work.run({
        userId: 'eve',
        gone,
        read: (received) => {
          received(12);
          return never;
        },
      }),
    );
    for (const one of idle) one.catch(() => undefined);
    const read = async (received: (bytes: number) => void) => {
      received(5_000_000);
      return new Uint8Array(16);
    };
    expect(await work.run({ userId: 'ada', gone, read }).catch(codeOf), 'read and judged').toBe('unsupported_media');
  });

  it('of one account hold a share of the memory, and leave the rest to others', async () => {
    const receive = (userId: string, bytes: number) =>
      work.run({
        userId,
        gone,
        read: (received) => {
          received(bytes);
          return never;
        },
      });
    const held = [receive('ben', 5_000_000), receive('ben', 5_000_000)];
    expect(await receive('ben', 5_000_000).catch(codeOf)).toBe('unavailable');
    expect(await Promise.race([receive('carl', 5_000_000).catch(codeOf), Promise.resolve('goes on')])).toBe('goes on');
    for (const one of held) one.catch(() => undefined);
  });
});
