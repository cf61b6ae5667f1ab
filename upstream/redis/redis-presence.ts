import { randomUUID } from 'node:crypto';
import type { RedisClientType } from 'redis';
import type { Trouble } from '#platform/log/trouble-log.ts';
import { createLocalPresence, type PresenceBook } from '#upstream/chat/presence-book.ts';

const lifeMs = 60_000;
const refreshMs = 20_000;

/**
 * Presence shared by several instances: one sorted set per person, whose members are the instances with a socket of
 * that person and whose scores are expiry times. Entries of a crashed instance expire.
 */
export function createRedisPresence(client: RedisClientType, prefix: string, trouble: Trouble): PresenceBook {
  const local = createLocalPresence();
  const here = new Set<string>();
  /** Removals that Redis has not answered: closing waits for them, or the entries would stay until they run out. */
  const removing = new Set<Promise<unknown>>();
  const instance = randomUUID();
  const keyOf = (userId: string) => `${prefix}:presence:${userId}`;

  // Asynchronous, so that what the client throws at once is a rejection, too.
  const note = async (userId: string) =>
    await client
      .multi()
      .zRemRangeByScore(keyOf(userId), '-inf', Date.now())
      .zCard(keyOf(userId))
      .zAdd(keyOf(userId), { score: Date.now() + lifeMs, value: instance })
      .pExpire(keyOf(userId), lifeMs)
      .exec();

  const timer = setInterval(() => {
    Promise.all([...here].map(note)).catch((error: unknown) => trouble('Redis', error));
  }, refreshMs);
  timer.unref();

  return {
    arrive: async (userId) => {
      if (!(await local.arrive(userId))) return false;
      here.add(userId);
      const [, others] = await note(userId);
      return Number(others) === 0;
    },
    leave: async (userId) => {
      if (!(await local.leave(userId))) return false;
      here.delete(userId);
      const removed = client
        .multi()
        .zRem(keyOf(userId), instance)
        .zRemRangeByScore(keyOf(userId), '-inf', Date.now())
        .zCard(keyOf(userId))
        .exec();
      removing.add(removed);
      const [, , others] = await removed.finally(() => removing.delete(removed));
      return Number(others) === 0;
    },
    onlineAmong: async (userIds) => {
      try {
        const now = Date.now();
        const counts = await Promise.all(userIds.map((userId) => client.zCount(keyOf(userId), now, '+inf')));
        return userIds.filter((_, index) => (counts[index] ?? 0) > 0);
      } catch (error) {
        trouble('Redis', error);
        return local.onlineAmong(userIds);
      }
    },
    close: async () => {
      clearInterval(timer);
      // If Redis is unreachable, the entries expire by themselves.
      await Promise.allSettled([...removing, ...[...here].map(async (userId) => client.zRem(keyOf(userId), instance))]);
      here.clear();
    },
  };
}
