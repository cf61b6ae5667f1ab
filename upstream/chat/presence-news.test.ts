import { describe, expect, it } from 'vitest';
import { createInOrder } from './in-order.ts';
import { createLocalPresence } from './presence-book.ts';
import { arrive, followSwitch, leave } from './presence-news.ts';

type Context = Parameters<typeof arrive>[0];

/** A context whose look-ups of a person's switch answer as told, and the news that watchers hear. */
function world(privacy: () => Promise<{ presence: boolean }>) {
  const news: unknown[] = [];
  const presence = createLocalPresence();
  const room = { emit: (_: string, event: unknown) => void news.push(event), fetchSockets: async () => [] };
  const io = { to: () => room, in: () => room };
  const context = { io, privacyOf: privacy, presence, inOrder: createInOrder() } as unknown as Context;
  return { context, presence, news };
}

describe('presence', () => {
  it('counts a person who leaves while the database fails as gone, and says so', async () => {
    let fails = false;
    const { context, presence, news } = world(async () => {
      if (fails) throw new Error('database away');
      return { presence: true };
    });
    await arrive(context, 'ann', true);
    fails = true;
    await leave(context, 'ann', true).catch(() => undefined);
    expect(await presence.onlineAmong(['ann'])).toEqual([]);
    expect(news).toEqual([
      { userId: 'ann', online: true },
      { userId: 'ann', online: false },
    ]);
  });

  it('counts a person who leaves while a look-up of their arrival hangs as gone', async () => {
    const { context, presence } = world(() => new Promise(() => undefined));
    void arrive(context, 'ann', true);
    void leave(context, 'ann', true);
    await new Promise(setImmediate);
    expect(await presence.onlineAmong(['ann'])).toEqual([]);
  });

  it('is told as ended to those who watch a person who hides just after leaving', async () => {
    const { context, news } = world(async () => ({ presence: false }));
    await context.presence.arrive('ann');
    const left = leave(context, 'ann', true);
    await followSwitch(context, 'ann', false);
    await left;
    expect(news).toContainEqual({ userId: 'ann', online: false });
  });
});
