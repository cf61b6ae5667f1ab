import { describe, expect, it } from 'vitest';
import { createPasswordWork } from './password-work.ts';

const never = new AbortController().signal;

/** Work that ends when the test says so, and a note of the order in which it began. */
function bench() {
  const begun: string[] = [];
  const ends: (() => void)[] = [];
  const work = (name: string) => () => {
    begun.push(name);
    return new Promise<string>((resolve) => ends.push(() => resolve(name)));
  };
  const endOne = async () => {
    ends.shift()?.();
    await new Promise(setImmediate);
  };
  return { begun, work, endOne };
}

describe('the queue for password hashes', () => {
  it('runs as many at a time as it has lanes, and answers what they answer', async () => {
    const queue = createPasswordWork({ lanes: 2 });
    const { begun, work, endOne } = bench();
    const all = ['a', 'b', 'c'].map((name) => queue.run(name, never, work(name)));
    await new Promise(setImmediate);
    expect(begun).toEqual(['a', 'b']);
    await endOne();
    expect(begun).toEqual(['a', 'b', 'c']);
    await endOne();
    await endOne();
    expect(await Promise.all(all)).toEqual(['a', 'b', 'c']);
  });

  it('gives sources turns, so that a newcomer waits for one hash and not for the flood', async () => {
    const queue = createPasswordWork({ lanes: 1, mostWaiting: 100, mostOfOneSource: 100 });
    const { begun, work, endOne } = bench();
    for (let i = 0; i < 50; i++) void queue.run('flood', never, work('flood'));
    void queue.run('honest', never, work('honest'));
    await new Promise(setImmediate);
    await endOne();
    await endOne();
    expect(begun.slice(0, 3)).toEqual(['flood', 'flood', 'honest']);
  });

  it('refuses with 503 and Retry-After what one source asks for beyond its share', async () => {
    const queue = createPasswordWork({ lanes: 1, mostWaiting: 10, mostOfOneSource: 2 });
    const { work } = bench();
    for (let i = 0; i < 3; i++) void queue.run('flood', never, work('flood'));
    await expect(queue.run('flood', never, work('flood'))).rejects.toMatchObject({
      code: 'unavailable',
      headers: { 'Retry-After': '2' },
    });
  });

  it('lets a newcomer displace the newest attempt of the longest queue when it is full', async () => {
    const queue = createPasswordWork({ lanes: 1, mostWaiting: 4, mostOfOneSource: 4 });
    const { begun, work, endOne } = bench();
    const flood = Array.from({ length: 5 }, (_, i) => queue.run('flood', never, work(`flood ${i}`)));
    const displaced = expect(flood[4]).rejects.toMatchObject({ code: 'unavailable' });
    void queue.run('honest', never, work('honest'));
    await displaced;
    await endOne();
    await endOne();
    expect(begun).toContain('honest');
  });

  it('refuses when it is full of sources that have no more than the newcomer', async () => {
    const queue = createPasswordWork({ lanes: 1, mostWaiting: 3, mostOfOneSource: 3 });
    const { work } = bench();
    for (const source of ['a', 'b', 'c', 'd']) void queue.run(source, never, work(source));
    await expect(queue.run('e', never, work('e'))).rejects.toMatchObject({ code: 'unavailable' });
  });

  it('drops a waiting attempt whose client has gone, and never begins it', async () => {
    const queue = createPasswordWork({ lanes: 1 });
    const { begun, work, endOne } = bench();
    const gone = new AbortController();
    void queue.run('a', never, work('running'));
    const dropped = queue.run('a', gone.signal, work('dropped'));
    const kept = queue.run('a', never, work('kept'));
    const refused = expect(dropped).rejects.toThrow();
    gone.abort();
    await refused;
    await endOne();
    await endOne();
    expect(await kept).toBe('kept');
    expect(begun).toEqual(['running', 'kept']);
    await expect(queue.run('a', gone.signal, work('late'))).rejects.toThrow();
  });
});
